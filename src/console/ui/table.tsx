import { Link, type LinkProps } from '@tanstack/react-router'
import type { KeyboardEvent, ReactNode } from 'react'
import { common as t } from '../text/en/common.ts'
import { classes } from './class.ts'
import { Failure } from './failure.tsx'
import styles from './table.module.css'

export interface Column<Row> {
	title: string
	cell: (row: Row) => ReactNode
	/** Numbers and times stand at the end of their cell. */
	align?: 'end'
	/** Where the table must be this wide for the column to show. The first column always shows. */
	from?: 'medium' | 'wide'
	/** Sentences and the like, which take what the first column can spare. */
	isLong?: boolean
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
}

/** A table of rows from the API, in each of its states. */
export function Table<Row>(props: TableProps<Row>) {
	const { label, columns, rows, error, empty, onRetry, isStale = false, isDense = false } = props
	if (error && !rows) return <Failure refusal={error} {...(onRetry ? { onRetry } : {})} />
	if (rows?.length === 0) return empty
	return (
		<div className={styles.frame}>
			<table
				className={classes(styles.table, isDense && styles.dense, isStale && styles.stale)}
				aria-label={label}
				aria-busy={rows === undefined || isStale}
			>
				<thead>
					<tr>
						{columns.map((column) => (
							<th key={column.title} scope="col" className={classNameOf(column)}>
								<span className={column.isUntitled ? 'unseen' : undefined}>{column.title}</span>
							</th>
						))}
					</tr>
				</thead>
				{/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move between the links of the rows */}
				<tbody onKeyDown={moveBetweenRows}>{rows ? <Rows {...props} rows={rows} /> : <Skeletons {...props} />}</tbody>
			</table>
		</div>
	)
}

/** The buttons of a row. */
export const RowActions = ({ children }: { children: ReactNode }) => <span className={styles.actions}>{children}</span>

function Rows<Row>({ columns, rows, keyOf, linkOf }: TableProps<Row> & { rows: Row[] }) {
	return rows.map((row) => (
		<tr key={keyOf(row)} className={classes(linkOf && styles.leading)}>
			{columns.map((column, index) => (
				<td key={column.title} className={classNameOf(column)}>
					{index === 0 && linkOf ? (
						<Link {...linkOf(row)} className={styles.link} data-row-link>
							{column.cell(row)}
						</Link>
					) : (
						column.cell(row)
					)}
				</td>
			))}
		</tr>
	))
}

/** Rows as tall as real ones, so nothing jumps when those arrive. */
function Skeletons<Row>({ columns, expected = 8 }: TableProps<Row>) {
	return Array.from({ length: expected }, (_, row) => (
		<tr key={row}>
			{columns.map((column, index) => (
				<td key={column.title} className={classNameOf(column)}>
					<span className={styles.skeleton} data-length={(row + index * 2) % 4} />
					{row === 0 && index === 0 && <span className="unseen">{t.loading}</span>}
				</td>
			))}
		</tr>
	))
}

const classNameOf = <Row,>({ align, from, isLong, isUntitled }: Column<Row>) =>
	classes(align === 'end' && styles.atEnd, isLong && styles.long, isUntitled && styles.fitting, from && styles[from])

const STEPS: Record<string, (index: number, last: number) => number> = {
	ArrowDown: (index, last) => Math.min(index + 1, last),
	ArrowUp: (index) => Math.max(index - 1, 0),
	Home: () => 0,
	End: (_, last) => last,
}

function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
	const step = STEPS[event.key]
	const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
	const index = links.indexOf(document.activeElement as HTMLElement)
	if (!step || index < 0) return
	event.preventDefault()
	links[step(index, links.length - 1)]?.focus()
}
