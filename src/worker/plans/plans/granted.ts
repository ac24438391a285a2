import { eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { now } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { subscriptions } from './table.ts'

/** Selects the subscription that grants an org its plan now, and with `until` those that start until then. An org has at most one at a time. */
export function grantsTo(org_id: string | SQLiteColumn, until?: string): SQL {
	const at = now()
	// The status is a literal, because SQLite doesn't use the partial index for a bound parameter.
	return allOf(
		eq(subscriptions.org_id, org_id),
		sql`${subscriptions.status} = 'active'`,
		lte(subscriptions.current_period_start, until ?? at),
		gt(subscriptions.current_period_end, at),
	)
}
