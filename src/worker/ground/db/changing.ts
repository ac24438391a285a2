import { getTableColumns, is, SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'

type Values = Record<string, unknown>

/**
 * What an UPDATE sets, or an upsert where there is a row: the values of `set`, and those of `along`, such as a time, only if one of
 * `set` differs from what is stored, or one of `more` holds. So a repeat changes nothing.
 */
export function changing<S extends Values, A extends Values>(table: SQLiteTable, set: S, along: A, ...more: SQL[]) {
	const columns: Record<string, SQLiteColumn> = getTableColumns(table)
	const differences = Object.entries(set).flatMap(([name, value]) => {
		const column = columns[name]
		return column && value !== undefined ? [sql`${column} IS NOT (${bound(value, column)})`] : []
	})
	const differs = sql.join([sql`0`, ...differences, ...more], sql` OR `)
	const moved = Object.entries(along).map(([name, value]) => {
		const column = columns[name] as SQLiteColumn
		return [name, sql`iif(${differs}, ${bound(value, column)}, ${column})`]
	})
	return { ...set, ...(Object.fromEntries(moved) as Record<keyof A, SQL>) }
}

const bound = (value: unknown, column: SQLiteColumn) => (is(value, SQL) ? value : sql.param(value, column))
