import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { Refusal } from '../api.ts'
import { Name } from '../names/name.tsx'
import { thingText } from '../text/en/actions.ts'
import { changes } from '../text/en/changes.ts'
import { Failure } from '../ui/failure.tsx'
import { Said } from '../ui/said.tsx'
import type { Simulation } from './change.ts'
import { Differences } from './differences.tsx'
import { Sentences } from './sentences/use-sentences.tsx'
import styles from './preview.module.css'

const t = changes.preview

/** At most as many members of a row as anybody reads. */
const MAX_MEMBERS = 12
const MAX_CHANGES = 5
/** Who is in a hurry doesn't wait longer for the numbers in a sentence. */
const WHOLE_WITHIN_MS = 2_000

interface PreviewProps {
	simulate: () => Promise<Simulation>
	/** The API would refuse the change. */
	onRefused?: () => void
	/** Everything is there to read: what would change, or that nobody knows. */
	onShown: () => void
	/** What to say instead of the sentences about the rows. */
	means?: readonly string[] | undefined
}

/** What a change would do, before you make it. Screen readers say it when it's there. */
export const Preview = (props: PreviewProps) => (
	<div className={styles.live} aria-live="polite">
		<Simulated {...props} />
	</div>
)

function Simulated({ simulate, onRefused, onShown, means }: PreviewProps) {
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
	useEffect(() => {
		if (error) onShown()
	}, [error, onShown])
	const isAnswered = data !== undefined
	useEffect(() => {
		if (!isAnswered) return undefined
		const timer = setTimeout(onShown, WHOLE_WITHIN_MS)
		return () => clearTimeout(timer)
	}, [isAnswered, onShown])
	if (isRefused) return <Failure refusal={error} isInline />
	if (error) return <p className={styles.quiet}>{t.unknown}</p>
	if (!data)
		return (
			<p className={styles.quiet} aria-busy="true">
				{t.loading}…
			</p>
		)
	const { changes: rows, events, effects, affects, credits } = data
	const isNothing = rows.length + events.length + effects.length + credits.length === 0
	const told = [...(means ? [] : rows.slice(0, MAX_CHANGES)), ...movements(credits)]
	return (
		<section className={styles.preview} aria-label={t.title}>
			<h3>{t.title}</h3>
			{isNothing && !means && <p className={styles.quiet}>{t.none}</p>}
			<div className={styles.said}>
				{means?.map((text) => (
					<p key={text}>{text}</p>
				))}
				<Sentences changes={told} affects={affects} onWhole={onShown} />
				{!means && rows.length > MAX_CHANGES && <p className={styles.quiet}>{t.more(rows.length - MAX_CHANGES)}</p>}
				{effects.map((effect) => (
					<p key={effect}>
						<Said text={effect} />
					</p>
				))}
			</div>
			{rows.length + events.length > 0 && (
				<details className={styles.details}>
					<summary>{t.details}</summary>
					{rows.slice(0, MAX_CHANGES).map((row) => (
						<Row key={`${row.target_type} ${row.target_id}`} row={row} />
					))}
					{events.length > 0 && <List title={t.events} items={events} />}
				</details>
			)}
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
				<strong>{verb}</strong> {thingText(target_type)} {before !== null && <Name id={target_id} />}
			</p>
			<Differences before={before} after={before === null ? withoutMadeUp(after) : after} max={MAX_MEMBERS} />
		</div>
	)
}

/** A dry run makes up the ID and the time of something new. They won't be the real ones. */
function withoutMadeUp(after: unknown): unknown {
	const { id: _, created_at: __, updated_at: ___, ...rest } = after as Record<string, unknown>
	return rest
}

const movements = (credits: Simulation['credits']) =>
	credits.map(({ org_id, amount, balance_after }) => ({
		target_type: 'credit_accounts',
		target_id: org_id,
		before: { org_id, balance: balance_after - amount },
		after: { org_id, balance: balance_after },
	}))

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
