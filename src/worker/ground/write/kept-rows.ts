import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { literal } from '../db/state.ts'
import { auditStates } from './table.ts'
import { keyOf, statesOf } from './undo.ts'

// What a change did to the rows of a table, for the statements after it: the table has the rows as they are, and
// `audit_states` as they were. This works alike for a single call, an apply and a revert.

/** A column of the table, as the change left it. */
export const current = (table: SQLiteTable) => (name: string) => sql.raw(`"${getTableName(table)}"."${name}"`)

/** The column as it was before the change; NULL if the row is new. A column that the kept row leaves out didn't change. */
export const prior = (table: SQLiteTable) => (name: string) => {
	const { before } = auditStates
	const path = sql.raw(`'$."${name}"'`)
	return sql`CASE WHEN ${before} IS NULL THEN NULL WHEN json_type(${before}, ${path}) IS NULL THEN ${current(table)(name)} ELSE ${before} ->> ${path} END`
}

/** What comes after FROM: the rows of the table that a change touched and that still exist, each with its kept row. */
export function changedRows(audit_id: string, table: SQLiteTable): SQL {
	const key = sql.join(
		keyOf(table).map((column, index) => sql`${column} = ${auditStates.row_key} ->> ${literal(index)}`),
		sql` AND `,
	)
	return sql`${auditStates} JOIN ${table} ON ${key} WHERE ${statesOf(audit_id, table)}`
}

/** The row's id in the vault, in SQL. */
export const vaultRow = (table: SQLiteTable): SQL =>
	sql.join(
		keyOf(table).map((column) => sql`${column}`),
		sql` || ' ' || `,
	)

/** The id in the vault of a row in memory. */
export const vaultRowOf = (table: SQLiteTable, row: Record<string, unknown>): string =>
	keyOf(table)
		.map(({ name }: SQLiteColumn) => row[name] as string)
		.join(' ')
