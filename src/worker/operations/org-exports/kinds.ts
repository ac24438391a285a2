import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { keyOf } from '../../ground/write/undo.ts'
import type { Read } from '../backups/page.ts'
import { type OfOrg, rowsOf, type Shown } from '../org-rows/decision.ts'
import { TABLES } from '../org-rows/tables.ts'

// What an export writes, from the table of tables.

type Values = Record<string, string | number | null>

export interface Kind {
	name: string
	kind: string
	/** The condition of its rows; `:org` stands for the org. */
	rows: string
	columns: Read[]
	/** The fields of a query of them. */
	fields: Record<string, SQL.Aliased<string | number | null>>
	line: (row: Values) => string
}

function kindOf(name: string, decision: OfOrg, shown: Shown): Kind {
	const { table } = decision
	const order = shown.order?.split(', ') ?? keyOf(table).map((column) => column.name)
	const rows = rowsOf(decision)
	const ofTable: Record<string, SQLiteColumn> = getTableColumns(table)
	const hidden = order.filter((column) => !shown.columns.includes(column))
	const columns: Read[] = [...shown.columns, ...hidden].map((column) => ({
		name: column,
		pk: order.indexOf(column) + 1,
	}))
	columns.push(...Object.entries(shown.more ?? {}).map(([column, value]) => ({ name: column, value, pk: 0 })))
	const line = shown.line as ((row: object) => object) | undefined
	return {
		name,
		kind: shown.kind ?? name,
		rows: shown.where ? `${rows} AND ${shown.where}` : rows,
		columns,
		fields: Object.fromEntries(
			columns.map(({ name: column }) => [column, sql<Values[string]>`${sql.identifier(column)}`.as(column)]),
		),
		line: (row) => {
			const fields = columns.flatMap((column) =>
				hidden.includes(column.name) ? [] : [[column.name, fromDatabase(ofTable[column.name], row[column.name])]],
			)
			const values = Object.fromEntries(fields) as object
			return JSON.stringify(line ? line(values) : values)
		},
	}
}

const fromDatabase = (column: SQLiteColumn | undefined, value: unknown): unknown =>
	value === null || !column ? value : column.mapFromDriverValue(value)

/** The kinds, in the order in which an export writes them. */
export const KINDS: Kind[] = Object.entries(TABLES).flatMap(([name, decision]) =>
	'platform' in decision || 'not' in decision.exported ? [] : [kindOf(name, decision, decision.exported)],
)

/** What comes after the last table: the runs in the archive. */
export const ARCHIVE = 'run_archives'

/** Everything that an export goes through. */
export const STEPS = [...KINDS.map(({ name }) => name), ARCHIVE]
