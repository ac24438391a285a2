import { and, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'

/** Writes a constant into the SQL instead of binding it. Throws if the constant would need escaping. */
export function literal(constant: string | number): SQL {
	if (!/^[\w.-]*$/.test(String(constant))) throw new Error(`${constant} must be bound`)
	return sql.raw(typeof constant === 'number' ? String(constant) : `'${constant}'`)
}

/** Whether `table` has a row that matches `where`, as an expression. */
export const exists = (table: SQLiteTable, where: SQL): SQL => sql`EXISTS (SELECT 1 FROM ${table} WHERE ${where})`

/** The number of rows in `table` that match `where`, as an expression. */
export const countOf = (table: SQLiteTable, where: SQL): SQL => sql`(SELECT count(*) FROM ${table} WHERE ${where})`

/** An assignment that changes nothing, so an empty PATCH is still a valid statement. Choose a column without an index. */
export const noChange = <C extends SQLiteColumn>(column: C) =>
	({ [column.name]: sql`${column}` }) as Record<C['_']['name'], SQL>

/** `and()` for conditions that are all defined. */
export const allOf = (...conditions: [SQL, ...SQL[]]) => and(...conditions) as SQL

/** A column's value for `json_object`: booleans become JSON booleans, and JSON columns are nested instead of quoted. */
function jsonValue({ table, name, dataType }: SQLiteColumn): string {
	const column = `"${getTableName(table)}"."${name}"`
	if (dataType === 'boolean') return `json(CASE ${column} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)`
	return dataType === 'custom' ? `json(${column})` : column
}

/**
 * `json_object(…)` of the given columns under their own names. D1 takes at most 32 arguments, so at most 16 columns. It's a
 * single piece of text because every audited write has two, and Drizzle would visit each column on every request.
 */
export function jsonObject(columns: Record<string, SQLiteColumn>): SQL {
	const pairs = Object.entries(columns).map(([name, column]) => `'${name}', ${jsonValue(column)}`)
	return sql.raw(`json_object(${pairs.join(', ')})`)
}

/** The row of `table` that matches `where` as JSON text, or NULL. The audit log stores it, so it has no hashes, row numbers or second forms of names. */
export function stateOf(table: SQLiteTable, where: SQL): SQL {
	const columns = Object.entries(getTableColumns(table)).filter(([name]) => !/_hash$|_caseless$|^seq$/.test(name))
	return sql`(SELECT ${jsonObject(Object.fromEntries(columns))} FROM ${sql.identifier(getTableName(table))} WHERE ${where})`
}
