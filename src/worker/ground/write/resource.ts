import { eq, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { stateOf } from '../db/state.ts'

/** A row that a write changes. */
export interface Resource {
	/** The table of the changed row. */
	target: SQLiteTable & { id?: SQLiteColumn }
	/** The row's id. It's SQL if only the database knows it, and D1 evaluates it before the change. */
	target_id: string | SQL
	/** The condition of the row, if its `id` isn't enough. */
	where?: SQL
	/** The state to keep as JSON text, if it's more than the row. */
	state?: SQL
}

/** The audited state as JSON text, or NULL if there's no such row. */
export const stateFor = ({ target, target_id, where, state }: Resource): SQL =>
	state ?? stateOf(target, where ?? eq(target.id as SQLiteColumn, target_id))
