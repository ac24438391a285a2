import { getTableColumns, is, SQL, StringChunk } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Builder } from './database.ts'
import { literal } from './state.ts'

type Values<T extends SQLiteTable> = {
	[Name in keyof T['$inferInsert']]: T['$inferInsert'][Name] | SQL
}

/**
 * `INSERT … SELECT` with its columns by name: inserts a row into `table` for each row of `from`, which is the SQL after FROM
 * including its WHERE. A column missing from `values` gets its declared default, or NULL. Generated columns are left out.
 */
export function insertFrom<T extends SQLiteTable>(db: Builder, table: T, values: Values<T>, from: SQL) {
	const columns = Object.entries<SQLiteColumn>(getTableColumns(table)).filter(([, column]) => !column.generated)
	const selected = columns.map(([name, column]) => valueOf(column, (values as Record<string, unknown>)[name]))
	return db.insert(table).select(selectionOf(selected, from))
}

type Selected = { text: string } | { part: unknown }

/** Plain text if the value is only text, otherwise a part of a query: SQL, or a value to bind. */
function valueOf(column: SQLiteColumn, value: unknown): Selected {
	const given = value === undefined ? defaultOf(column) : value
	if (given === undefined || given === null) return { text: 'NULL' }
	if (!(given instanceof SQL)) return { part: column.mapToDriverValue(given) }
	const isText = given.queryChunks.every((chunk) => is(chunk, StringChunk))
	return isText ? { text: given.queryChunks.flatMap(({ value: text }) => text).join('') } : { part: given }
}

function defaultOf(column: SQLiteColumn): unknown {
	const given: unknown = column.default
	return typeof given === 'number' || typeof given === 'string' ? literal(given) : given
}

// Drizzle visits each part of a query on every request, and a run report builds seven of these queries. So we join text first.
function selectionOf(selected: Selected[], from: SQL): SQL {
	const parts: unknown[] = []
	let text = 'SELECT '
	for (const [index, value] of selected.entries()) {
		if (index > 0) text += ', '
		if ('text' in value) text += value.text
		else {
			parts.push(new StringChunk(text), value.part)
			text = ''
		}
	}
	return new SQL([...parts, new StringChunk(`${text} FROM `), from] as SQL['queryChunks'])
}
