import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { WorkContext } from '../../context.ts'
import type { Builder } from '../db/database.ts'
import { exists } from '../db/state.ts'
import { full, type TooMany } from '../http/errors.ts'
import type { Limit } from './configured.ts'
import { guards } from './table.ts'

// Statements that can refuse the whole batch. Then nothing is written, and `write()` throws its `otherwise`.

/** Refuses the whole batch unless `condition` holds at this point. */
export const ensure = (c: Pick<WorkContext, 'var'>, condition: SQL) => guard(c.var.db, condition)

/** The statement of `ensure`, for callers who prepare it. */
export const guard = (db: Builder, condition: SQL) =>
	db.insert(guards).select(sql`SELECT 1 WHERE (${condition}) IS NOT 1`)

/** Refuses the whole batch when the statement before this one changed no row. */
export const ensureChanged = (c: Pick<WorkContext, 'var'>) => ensure(c, sql`changes() > 0`)

/** Refuses the whole batch unless `table` has a row that matches `where`. */
export const ensureExists = (c: Pick<WorkContext, 'var'>, table: SQLiteTable, where: SQL) =>
	ensure(c, exists(table, where))

/** A number of things that has its limit in the code. `count` is how many of them an org has. */
export const atMost = (most: number, table: SQLiteTable, count: (org_id: string) => SQL, reason: TooMany) =>
	({
		reason,
		most,
		table,
		holds: (org_id, more) => sql`${count(org_id)} + ${more} <= ${most}`,
		refusal: () => full(reason, most),
	}) satisfies Limit

/**
 * Refuses the whole batch if it makes a change that takes a trial. It breaks another rule of the table than `ensure`, so that
 * `isUntried` can tell the two refusals apart.
 */
export const ensureTried = (c: Pick<WorkContext, 'var'>, takesTrial: SQL) =>
	c.var.db.insert(guards).select(sql`SELECT NULL WHERE (${takesTrial})`)

/** Whether D1 refused a batch because of `ensureTried`. */
export const isUntried = (message: string) => message.includes('NOT NULL constraint failed: guards.failed')
