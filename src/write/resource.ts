import { eq, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { stateOf } from '../db/state.ts'

/** A row that a write changes. */
export interface Resource {
	/** The table of the changed row. */
	target: SQLiteTable & { id?: SQLiteColumn }
	/** The row's id. SQL where only the database knows it. D1 evaluates it before the change. */
	target_id: string | SQL
	/** The condition of the row, when its `id` is not enough. */
	where?: SQL
	/** The state to keep as JSON text, when it is more than the row. */
	state?: SQL
}

/** The audited state as JSON text, or NULL while there is no such row. */
export const stateFor = ({ target, target_id, where, state }: Resource): SQL =>
	state ?? stateOf(target, where ?? eq(target.id as SQLiteColumn, target_id))
