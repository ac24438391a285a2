import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { Schema } from '../api.ts'
import { isId } from '../change/sentences/values.ts'
import { ListPanel } from '../lists/list.tsx'
import { ledgerTypes } from '../text/en/balance.ts'
import { credits } from '../text/en/credits.ts'
import { terms } from '../text/en/terms.ts'
import { classes } from '../ui/class.ts'
import { number, words } from '../ui/format.ts'
import { Chosen } from '../ui/more-filters.tsx'
import { Toolbar } from '../ui/page.tsx'
import { PeriodFilter } from '../ui/period-filter.tsx'
import { SelectFilter } from '../ui/select-filter.tsx'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { ledgerQuery, type LedgerSearch, signed } from './ledger.ts'
import { TYPES } from './types.ts'
import styles from './movements.module.css'

const t = credits.ledger

type Movement = Schema<'LedgerEntry'>

const COLUMNS: Column<Movement>[] = [
	{ title: t.movement, cell: (movement) => <Named movement={movement} /> },
	{
		title: t.amount,
		cell: ({ amount }) => <span className={amount > 0 ? styles.gain : undefined}>{signed(amount)}</span>,
		align: 'end',
	},
	{ title: t.balance, cell: ({ balance_after }) => number(balance_after), align: 'end', from: 'medium' },
	{ title: terms.when, cell: ({ created_at }) => <Ago time={created_at} />, align: 'end', from: 'medium' },
]

/** The type of a movement, and the reason below. */
const Named = ({ movement }: { movement: Movement }) => (
	<span className={styles.movement}>
		<span>{ledgerTypes[movement.type]}</span>
		<span className={styles.why}>
			{movement.note && <span title={movement.note}>{movement.note}</span>}
			<Reference movement={movement} />
		</span>
	</span>
)

const REFERENCES: Record<string, string> = t.references

/** Agent runtimes and operators may name others. */
const referenceOf = (type: string) => REFERENCES[type] ?? words(type)

/** So much of an ID tells rows apart. */
const END = 6

/** What a movement was for. A click filters the ledger by it, and shows its whole ID. */
function Reference({ movement: { reference_type, reference_id } }: { movement: Movement }) {
	if (!reference_type || !reference_id) return null
	const name = `${referenceOf(reference_type)} ${reference_id}`
	return (
		<Link
			to="."
			search={(old: object) => ({ ...old, reference_type, reference_id, cursor: undefined })}
			className={styles.reference}
			title={t.only(name)}
		>
			{referenceOf(reference_type)} {isId(reference_id) && <code aria-hidden="true">…{reference_id.slice(-END)}</code>}
			<code className={classes(isId(reference_id) && 'unseen')}>{reference_id}</code>
		</Link>
	)
}

/** The ledger of one org, with its filters. */
export function Movements({ org_id }: { org_id?: string }) {
	const { type, reference_type, reference_id, from, to, cursor }: LedgerSearch = useSearch({ strict: false })
	const isFiltered = Boolean(reference_id ?? type ?? from ?? to)
	const read = useQuery({
		...ledgerQuery(org_id, { type, reference_type, reference_id, from, to, cursor }),
		placeholderData: keepPreviousData,
	})
	return (
		<>
			<Toolbar>
				<SelectFilter
					name="type"
					label={terms.type}
					options={[
						{ value: undefined, label: t.all_types },
						...TYPES.map((value) => ({ value, label: ledgerTypes[value] })),
					]}
				/>
				<PeriodFilter from={t.from} to={t.to} />
				{reference_type && reference_id && (
					<Chosen of={['reference_type', 'reference_id']} label={referenceOf(reference_type)} value={reference_id} />
				)}
			</Toolbar>
			<ListPanel
				title={t.title}
				hint={t.hint}
				read={read}
				columns={COLUMNS}
				keyOf={({ id }) => id}
				expected={25}
				empty={{ icon: 'credits', title: isFiltered ? t.none : t.empty, hint: isFiltered ? t.none_hint : t.empty_hint }}
			/>
		</>
	)
}
