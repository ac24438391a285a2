import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Refusal } from '../api.ts'
import { changes } from '../text/en/common.ts'
import { Failure } from '../ui/failure.tsx'
import { words } from '../ui/format.ts'
import { Json } from '../ui/json.tsx'
import type { Rehearsal } from './change.ts'
import styles from './preview.module.css'

const t = changes.preview

/** At most as many members of a row as anybody reads. */
const MAX_MEMBERS = 12
const MAX_CHANGES = 5

/** What a change would do, before it is made. */
export function Preview({ rehearse }: { rehearse: () => Promise<Rehearsal> }) {
	const id = useId()
	const { data, error } = useQuery({
		queryKey: ['rehearsal', id],
		queryFn: rehearse,
		gcTime: 0,
		staleTime: Infinity,
		retry: false,
	})
	if (error instanceof Refusal && error.status < 500 && error.status > 0) return <Failure refusal={error} isInline />
	if (error) return <p className={styles.quiet}>{t.unknown}</p>
	if (!data) return <p className={styles.quiet}>{t.loading}…</p>
	const { changes: rows, events, effects } = data
	return (
		<section className={styles.preview} aria-label={t.title}>
			<h3>{t.title}</h3>
			{rows.length + events.length + effects.length === 0 && <p className={styles.quiet}>{t.none}</p>}
			{rows.slice(0, MAX_CHANGES).map((row) => (
				<Row key={`${row.target_type} ${row.target_id}`} row={row} />
			))}
			{rows.length > MAX_CHANGES && <p className={styles.quiet}>{t.more(rows.length - MAX_CHANGES)}</p>}
			{events.length > 0 && <List title={t.events} items={events} />}
			{effects.length > 0 && <List title={t.effects} items={effects} />}
		</section>
	)
}

function Row({ row: { target_type, target_id, before, after } }: { row: Rehearsal['changes'][number] }) {
	const members = differences(before, after).slice(0, MAX_MEMBERS)
	const verb = before === null ? t.created : after === null ? t.deleted : t.changed
	return (
		<div className={styles.row}>
			<p>
				<strong>{verb}</strong> {words(target_type)} <code>{target_id}</code>
			</p>
			{(before === null || after === null) && <Json value={after ?? before} label={target_id} />}
			{before !== null && after !== null && (
				<dl>
					{members.map(([name, old, now]) => (
						<div key={name}>
							<dt>{name}</dt>
							<dd>
								<del>{old}</del> <ins>{now}</ins>
							</dd>
						</div>
					))}
				</dl>
			)}
		</div>
	)
}

const List = ({ title, items }: { title: string; items: string[] }) => (
	<div className={styles.row}>
		<p className={styles.quiet}>{title}</p>
		<ul>
			{items.map((item) => (
				<li key={item}>{item}</li>
			))}
		</ul>
	</div>
)

/** The members of two states that differ, as texts. */
function differences(before: unknown, after: unknown): [name: string, before: string, after: string][] {
	const [old, now] = [before ?? {}, after ?? {}] as Record<string, unknown>[] as [
		Record<string, unknown>,
		Record<string, unknown>,
	]
	return [...new Set([...Object.keys(old), ...Object.keys(now)])]
		.map((name): [string, string, string] => [name, textOf(old[name]), textOf(now[name])])
		.filter(([, before, after]) => before !== after)
}

export const textOf = (value: unknown) =>
	value === undefined || value === null || value === ''
		? '–'
		: typeof value === 'string'
			? value
			: JSON.stringify(value)
