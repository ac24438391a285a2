import type { ReactNode } from 'react'
import type { Schema } from '../api.ts'
import { Meter } from '../budgets/meter.tsx'
import { runs } from '../text/en/runs.ts'
import { Badge } from '../ui/badge.tsx'
import { number } from '../ui/format.ts'
import { Facts, Panel } from '../ui/page.tsx'
import { Ago } from '../ui/time.tsx'
import styles from './hold.module.css'

const t = runs.hold

type Hold = NonNullable<Schema<'Run'>['hold']>

const UNITS = ['credits', 'tokens'] as const

const isLapsed = ({ expires_at }: Hold) => expires_at === null || Date.parse(expires_at) <= Date.now()

/** The units that a run holds: none, if its hold has lapsed. */
const heldUnits = (hold: Hold) => UNITS.filter((unit) => hold[unit] > 0)

/** A live run's hold in a cell: what it has spent of the unit that runs out first, and when it lapses. */
export function HoldCell({ hold }: { hold: Hold | null }) {
	if (!hold) return '–'
	if (isLapsed(hold)) return <span className={styles.until}>{t.lapsed}</span>
	const [unit] = heldUnits(hold).toSorted((a, b) => hold.spent[b] / hold[b] - hold.spent[a] / hold[a])
	if (!unit) return t.none
	return (
		<span className={styles.cell}>
			<span>{t.of_unit[unit](number(hold.spent[unit]), number(hold[unit]))}</span>
			<span className={styles.until}>
				{t.lapses.before} <Ago time={hold.expires_at} />
				{t.lapses.after}
			</span>
		</span>
	)
}

/** What a live run may take, what it has spent, and when its hold lapses. */
export const HoldPanel = ({ hold }: { hold: Hold }) => (
	<Panel title={t.title} hint={t.hint}>
		<Facts
			facts={[
				...UNITS.map((unit): [string, ReactNode] => [t[unit], <Spent key={unit} hold={hold} unit={unit} />]),
				...(isLapsed(hold) || heldUnits(hold).length > 0
					? [[t.until, <Lapse key="until" hold={hold} />] as [string, ReactNode]]
					: []),
			]}
		/>
	</Panel>
)

function Spent({ hold, unit }: { hold: Hold; unit: (typeof UNITS)[number] }) {
	const spent = hold.spent[unit]
	if (hold[unit] === 0) return t.spent(number(spent))
	return (
		<Meter used={spent} limit={hold[unit]}>
			{t.spent_of(number(spent), number(hold[unit]))}
		</Meter>
	)
}

const Lapse = ({ hold }: { hold: Hold }) =>
	isLapsed(hold) ? (
		<>
			<Badge tone="warn">{t.lapsed}</Badge> {t.lapsed_hint}
		</>
	) : (
		<Ago time={hold.expires_at} />
	)
