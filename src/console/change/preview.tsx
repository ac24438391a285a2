import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { Refusal } from '../api.ts'
import { thingText } from '../text/en/actions.ts'
import { changes } from '../text/en/common.ts'
import { Failure } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import type { Simulation } from './change.ts'
import { Differences } from './differences.tsx'
import styles from './preview.module.css'

const t = changes.preview

/** At most as many members of a row as anybody reads. */
const MAX_MEMBERS = 12
const MAX_CHANGES = 5

interface PreviewProps {
	simulate: () => Promise<Simulation>
	/** The API would refuse the change. */
	onRefused?: () => void
	/** What to say instead of the rows that would change. */
	means?: readonly string[] | undefined
}

/** What a change would do, before you make it. */
export function Preview({ simulate, onRefused, means }: PreviewProps) {
	const id = useId()
	const { data, error } = useQuery({
		queryKey: ['dry-run', id],
		queryFn: simulate,
		gcTime: 0,
		staleTime: Infinity,
		retry: false,
	})
	const isRefused = isRefusalOfTheChange(error)
	useEffect(() => {
		if (isRefused) onRefused?.()
	}, [isRefused, onRefused])
	if (isRefused) return <Failure refusal={error} isInline />
	if (error) return <p className={styles.quiet}>{t.unknown}</p>
	if (!data)
		return (
			<p className={styles.quiet} aria-busy="true">
				{t.loading}…
			</p>
		)
	const { changes: rows, events, effects, credits } = data
	if (means)
		return (
			<section className={styles.preview} aria-label={t.title}>
				<List title={t.title} items={means} />
			</section>
		)
	return (
		<section className={styles.preview} aria-label={t.title}>
			<h3>{t.title}</h3>
			{rows.length + events.length + effects.length + credits.length === 0 && <p className={styles.quiet}>{t.none}</p>}
			{rows.slice(0, MAX_CHANGES).map((row) => (
				<Row key={`${row.target_type} ${row.target_id}`} row={row} />
			))}
			{rows.length > MAX_CHANGES && <p className={styles.quiet}>{t.more(rows.length - MAX_CHANGES)}</p>}
			{credits.length > 0 && (
				<List
					title={t.credits}
					items={credits.map(({ amount, balance_after }) =>
						t.credit(amount > 0 ? `+${number(amount)}` : number(amount), number(balance_after)),
					)}
				/>
			)}
			{events.length > 0 && <List title={t.events} items={events} />}
			{effects.length > 0 && <List title={t.effects} items={effects} />}
		</section>
	)
}

/** The response without `Dry-Run`. */
const isRefusalOfTheChange = (error: unknown) =>
	error instanceof Refusal && [400, 403, 404, 409, 412].includes(error.status) && error.reason !== 'dry_run.not_offered'

function Row({ row: { target_type, target_id, before, after } }: { row: Simulation['changes'][number] }) {
	const verb = before === null ? t.created : after === null ? t.deleted : t.changed
	return (
		<div className={styles.row}>
			<p>
				<strong>{verb}</strong> {thingText(target_type)} <code>{target_id}</code>
			</p>
			<Differences before={before} after={after} max={MAX_MEMBERS} />
		</div>
	)
}

const List = ({ title, items }: { title: string; items: readonly string[] }) => (
	<div className={styles.row}>
		<p className={styles.quiet}>{title}</p>
		<ul>
			{items.map((item) => (
				<li key={item}>{item}</li>
			))}
		</ul>
	</div>
)
