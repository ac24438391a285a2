import { inArray, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { WrittenTable } from '../section.ts'

/** The values of a JSON array, for `inArray`. */
export const valuesOf = (ids: string): SQL => sql`(SELECT value FROM json_each(${ids}))`

/** A table whose rows have an id of one column. `set` are the columns that a change sets. */
export const byId = (table: SQLiteTable, id: SQLiteColumn, set: string[]): WrittenTable => ({
	table,
	key: [id],
	set,
	remove: (db, _owner, ids) => db.delete(table).where(inArray(id, valuesOf(ids))),
})
