import { Link, type LinkProps, useSearch } from '@tanstack/react-router'
import { Fragment, type KeyboardEvent, type ReactNode } from 'react'
import { common as t } from '../text/en/common.ts'
import { lists } from '../text/en/list.ts'
import { terms } from '../text/en/terms.ts'
import { Check } from './check.tsx'
import { classes } from './class.ts'
import { Failure } from './failure.tsx'
import type { Selection } from './selection.ts'
import styles from './table.module.css'

export interface Column<Row> {
	title: string
	cell: (row: Row) => ReactNode
	/** Numbers and times stand at the end of their cell. */
	align?: 'end'
	/**
	 * Where the table must be this wide for the column to show. In a narrow one, a row is a card: those from `medium` stand below
	 * the others, with their titles.
	 */
	from?: 'medium' | 'wide'
	/** Sentences and the like, which take what the first column can spare. */
	isLong?: boolean
	/** The values of the address's `order` by which the API sorts by it, with the smallest and the largest first. */
	sort?: { up: 'lowest' | undefined; down: 'highest' }
	/** The title is for screen readers only, as over buttons. */
	isUntitled?: boolean
}

export interface TableProps<Row> {
	/** What the table lists. */
	label: string
	columns: Column<Row>[]
	/** Undefined while they load. */
	rows: Row[] | undefined
	keyOf: (row: Row) => string
	/** Where a row links to. The whole row is the link, and the arrow keys move between rows. */
	linkOf?: (row: Row) => LinkProps
	error?: unknown
	onRetry?: () => void
	/** Shown when there are no rows. */
	empty: ReactNode
	/** Older rows are shown while new ones load. */
	isStale?: boolean
	/** The expected number of rows. */
	expected?: number
	/** Rows of one line. */
	isDense?: boolean
	/** Short columns stand together in a wide table, instead of at both of its edges. */
	isClose?: boolean
	/** The columns that don't fit are scrolled to, and the first stays in sight. */
	isScrolled?: boolean
	/** What rows that follow one another have in common, above the first of them. */
	groups?: { keyOf: (row: Row) => string; head: (row: Row) => ReactNode } | undefined
	/** Gives each row a box to select it by, with what the row is called. */
	selecting?: { selection: Selection; nameOf: (row: Row) => string } | undefined
}

/** A table of rows from the API, in each of its states. */
export function Table<Row>(props: TableProps<Row>) {
	const {
		label,
		columns,
		rows,
		error,
		empty,
		onRetry,
		isStale = false,
		isDense = false,
		isClose = false,
		isScrolled = false,
		selecting,
	} = props
	if (error && !rows) return <Failure refusal={error} {...(onRetry ? { onRetry } : {})} />
	if (rows?.length === 0) return empty
	return (
		<div
			className={classes(styles.frame, isScrolled && styles.scrolled)}
			{...(isScrolled && { tabIndex: 0, role: 'group', 'aria-label': label })}
		>
			<table
				className={classes(styles.table, isDense && styles.dense, isClose && styles.close, isStale && styles.stale)}
				aria-label={label}
				aria-busy={rows === undefined || isStale}
			>
				<thead>
					<tr>
						{selecting && <CheckAll selection={selecting.selection} count={rows?.length ?? 0} />}
						{columns.map((column, index) => (
							<Head key={column.title} column={column} className={classNameOf(column, index)} />
						))}
					</tr>
				</thead>
				{/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move between the links of the rows */}
				<tbody onKeyDown={(event) => onKey(event, selecting?.selection)}>
					{rows ? <Rows {...props} rows={rows} /> : <Skeletons {...props} />}
				</tbody>
			</table>
		</div>
	)
}

/** The title of a column. If the API sorts by it, a link that turns the order around. */
function Head<Row>({ column: { title, sort, isUntitled }, className }: { column: Column<Row>; className: string }) {
	const { order } = useSearch({ strict: false }) as { order?: string }
	const isUp = sort && order === sort.up
	const by = isUp ? 'ascending' : sort && order === sort.down ? 'descending' : undefined
	return (
		<th scope="col" className={className} aria-sort={by}>
			{sort ? (
				<Link to="." search={(old: object) => ({ ...old, order: isUp ? sort.down : sort.up, cursor: undefined })}>
					{title} {by && <span aria-hidden="true">{isUp ? '↑' : '↓'}</span>}
				</Link>
			) : (
				<span className={isUntitled ? 'unseen' : undefined}>{title}</span>
			)}
		</th>
	)
}

/** The column of the buttons of rows. */
export const actionsColumn = <Row,>(cell: Column<Row>['cell']): Column<Row> => ({
	title: terms.actions,
	isUntitled: true,
	cell,
	align: 'end',
})

/** The buttons of a row. */
export const RowActions = ({ children }: { children: ReactNode }) => <span className={styles.actions}>{children}</span>

function CheckAll({ selection: { keys, toggleAll }, count }: { selection: Selection; count: number }) {
	const isAll = count > 0 && keys.size === count
	return (
		<th scope="col" className={styles.check}>
			<span className="unseen">{lists.select.column}</span>
			<Check label={lists.select.all} isChecked={isAll} isPartial={keys.size > 0 && !isAll} onToggle={toggleAll} />
		</th>
	)
}

function Rows<Row>({ columns, rows, keyOf, linkOf, groups, selecting }: TableProps<Row> & { rows: Row[] }) {
	const selection = selecting?.selection
	return rows.map((row, place) => {
		const before = rows[place - 1]
		const isNewGroup = groups && (!before || groups.keyOf(before) !== groups.keyOf(row))
		return (
			<Fragment key={keyOf(row)}>
				{isNewGroup && (
					<tr className={styles.group}>
						<th scope="rowgroup" colSpan={columns.length + (selecting ? 1 : 0)}>
							{groups.head(row)}
						</th>
					</tr>
				)}
				<tr
					className={classes(linkOf && styles.leading)}
					data-row-key={keyOf(row)}
					data-selected={selection?.keys.has(keyOf(row)) || undefined}
				>
					{selecting && (
						<td className={styles.check}>
							<Check
								label={lists.select.row(selecting.nameOf(row))}
								isChecked={selecting.selection.keys.has(keyOf(row))}
								onToggle={(isRange) => selecting.selection.toggle(keyOf(row), isRange)}
							/>
						</td>
					)}
					{columns.map((column, index) => {
						const value = column.cell(row)
						return (
							<td
								key={column.title}
								className={classNameOf(column, index)}
								data-title={column.title}
								data-none={isNone(value) || undefined}
							>
								{index === 0 && linkOf ? (
									<Link {...linkOf(row)} className={styles.link} data-row-link>
										{value}
									</Link>
								) : (
									value
								)}
							</td>
						)
					})}
				</tr>
			</Fragment>
		)
	})
}

/** A card leaves out what has no value. */
const isNone = (value: ReactNode) => value === '–' || value === '' || (value ?? false) === false

/** Rows as tall as real ones, so nothing jumps when those arrive. */
function Skeletons<Row>({ columns, expected = 8, selecting }: TableProps<Row>) {
	return Array.from({ length: expected }, (_, row) => (
		<tr key={row}>
			{selecting && <td className={styles.check} aria-hidden="true" />}
			{columns.map((column, index) => (
				<td key={column.title} className={classNameOf(column, index)} data-title={column.title}>
					<span className={styles.skeleton} data-length={(row + index * 2) % 4} />
					{row === 0 && index === 0 && <span className="unseen">{t.loading}</span>}
				</td>
			))}
		</tr>
	))
}

const classNameOf = <Row,>({ align, from, isLong, isUntitled }: Column<Row>, index: number) =>
	classes(
		index === 0 && styles.first,
		align === 'end' && styles.atEnd,
		isLong && styles.long,
		isUntitled && styles.fitting,
		from && styles[from],
	)

const STEPS: Record<string, (index: number, last: number) => number> = {
	ArrowDown: (index, last) => Math.min(index + 1, last),
	ArrowUp: (index) => Math.max(index - 1, 0),
	Home: () => 0,
	End: (_, last) => last,
}

/** The arrows move between the links of the rows, or between their boxes. The space bar selects the row of a link. */
function onKey(event: KeyboardEvent<HTMLElement>, selection: Selection | undefined) {
	const focused = document.activeElement as HTMLElement
	const isLink = focused.matches('[data-row-link]')
	if (event.key === ' ' && isLink && selection) {
		event.preventDefault()
		selection.toggle(focused.closest('tr')?.dataset['rowKey'] ?? '', event.shiftKey)
	}
	const step = STEPS[event.key]
	const selector = isLink ? '[data-row-link]' : '[data-row-check]'
	const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
	const index = stops.indexOf(focused)
	if (!step || index < 0) return
	event.preventDefault()
	stops[step(index, stops.length - 1)]?.focus()
}
