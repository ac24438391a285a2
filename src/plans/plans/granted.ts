import { eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { now } from '../../db/columns.ts'
import { allOf } from '../../db/state.ts'
import { subscriptions } from './table.ts'

/** Selects the subscription that grants an org its plan now. An org has at most one. */
export function grantsTo(org_id: string | SQLiteColumn): SQL {
	const at = now()
	// The status is a literal, because SQLite doesn't use the partial index for a bound parameter.
	return allOf(
		eq(subscriptions.org_id, org_id),
		sql`${subscriptions.status} = 'active'`,
		lte(subscriptions.current_period_start, at),
		gt(subscriptions.current_period_end, at),
	)
}
