import { getTableColumns, SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'

type Values<T extends SQLiteTable> = {
	[Name in keyof T['$inferInsert']]: T['$inferInsert'][Name] | SQL
}

/**
 * `INSERT … SELECT` with its columns by name: one row of `table` for each row of `from`. `from` is the SQL that follows FROM,
 * with its WHERE. A column that `values` leaves out gets the default of its declaration, or NULL. Generated columns stay out.
 */
export function insertFrom<T extends SQLiteTable>(db: Database['reader'], table: T, values: Values<T>, from: SQL) {
	const columns = Object.entries<SQLiteColumn>(getTableColumns(table)).filter(([, column]) => !column.generated)
	const selected = columns.map(([name, column]) => valueOf(column, (values as Record<string, unknown>)[name]))
	return db.insert(table).select(sql`SELECT ${sql.join(selected, sql`, `)} FROM ${from}`)
}

function valueOf(column: SQLiteColumn, value: unknown): SQL {
	const given = value === undefined ? column.default : value
	if (given === undefined || given === null) return sql`NULL`
	return given instanceof SQL ? given : sql`${sql.param(given, column)}`
}
