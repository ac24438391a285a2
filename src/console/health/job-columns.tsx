import { health } from '../text/en/health.ts'
import { Badge } from '../ui/badge.tsx'
import { number } from '../ui/format.ts'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { durationOf, everyOf, type Job, lagOf, stateOf } from './jobs.ts'
import styles from './health.module.css'

const t = health.jobs

/** A job at the moment at which it was read. */
interface Row {
	job: Job
	now: number
}

const TONES = { ok: 'good', running: 'accent', late: 'bad', failed: 'bad', never: 'neutral' } as const

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const everyText = (ms: number) => (ms < HOUR_MS ? t.minutes(ms / MINUTE_MS) : t.hours(ms / HOUR_MS))

const lengthText = (ms: number) => (ms < 1_000 ? t.ms(number(ms)) : t.s(number(Math.round(ms / 100) / 10)))

function StateBadge({ job, now }: Row) {
	const state = stateOf(job, now)
	return <Badge tone={TONES[state]}>{t.states[state]}</Badge>
}

export const COLUMNS: Column<Row>[] = [
	{
		title: t.columns.job,
		cell: ({ job: { name } }) => (
			<span className={styles.job}>
				<code>{name}</code>
				<span title={t.about[name]}>{t.about[name]}</span>
			</span>
		),
	},
	{ title: t.columns.state, cell: (row) => <StateBadge {...row} /> },
	{ title: t.columns.last, cell: ({ job }) => <Ago time={job.last_started_at} />, from: 'medium' },
	{
		title: t.columns.duration,
		cell: ({ job }) => {
			const duration = durationOf(job)
			return duration === undefined ? '…' : lengthText(duration)
		},
		from: 'medium',
		isAtEnd: true,
	},
	{ title: t.columns.every, cell: ({ job }) => everyText(everyOf(job)), from: 'wide', isAtEnd: true },
	{
		title: t.columns.lag,
		cell: ({ job, now }) => (lagOf(job, now) > 0 ? lengthText(lagOf(job, now)) : '–'),
		from: 'medium',
		isAtEnd: true,
	},
	{
		title: t.columns.error,
		cell: ({ job: { last_error } }) => (last_error ? <code title={last_error}>{last_error}</code> : '–'),
		from: 'medium',
	},
]
