import { health } from '../text/en/health.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { number } from '../ui/format.ts'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { durationOf, type Job, stateOf } from './jobs.ts'
import styles from './health.module.css'

const t = health.jobs

const TONES = { ok: 'normal', running: 'accent', late: 'bad', failed: 'bad', never: 'neutral' } as const

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const everyText = (ms: number) => {
	if (ms < HOUR_MS) return t.minutes(ms / MINUTE_MS)
	return ms < DAY_MS ? t.hours(ms / HOUR_MS) : t.days(ms / DAY_MS)
}

const lengthText = (ms: number) => (ms < 1_000 ? t.ms(number(ms)) : t.s(number(Math.round(ms / 100) / 10)))

function StateBadge({ job }: { job: Job }) {
	const state = stateOf(job)
	return <Badge tone={TONES[state]}>{t.states[state]}</Badge>
}

export const COLUMNS: Column<Job>[] = [
	{
		title: t.columns.job,
		cell: ({ name }) => (
			<span className={styles.job}>
				<code>{name}</code>
				<span>{t.about[name]}</span>
			</span>
		),
	},
	{ title: terms.status, cell: (job) => <StateBadge job={job} /> },
	{ title: t.columns.last, cell: ({ last_started_at }) => <Ago time={last_started_at} />, from: 'medium' },
	{
		title: terms.duration,
		cell: (job) => {
			const duration = durationOf(job)
			return duration === undefined ? '…' : lengthText(duration)
		},
		from: 'medium',
		align: 'end',
	},
	{ title: t.columns.every, cell: ({ every_ms }) => everyText(every_ms), from: 'wide', align: 'end' },
	{
		title: t.columns.lag,
		cell: ({ lag_ms }) => (lag_ms ? lengthText(lag_ms) : '–'),
		from: 'medium',
		align: 'end',
	},
	{
		title: t.columns.error,
		cell: ({ last_error }) => (last_error ? <code title={last_error}>{last_error}</code> : '–'),
		from: 'medium',
	},
]
