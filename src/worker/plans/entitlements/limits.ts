import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { WorkContext } from '../../context.ts'
import { type ApiError, conflict } from '../../ground/http/errors.ts'
import type { Limit as ConfiguredLimit } from '../../ground/write/configured.ts'
import { ensure } from '../../ground/write/guards.ts'
import type { EntitlementKey } from '../entitlement-keys/catalogue.ts'
import { effectiveInteger } from './effective.ts'

// The limits that Plinth itself enforces on what an org can have. Each is an entitlement with a default in `effective.ts`.

export interface Limit {
	org_id: string
	key: Extract<EntitlementKey, `limit.${string}`>
}

/**
 * Refuses the whole batch unless the org may have one more. `count` is a SQL expression for what it has at this point in the
 * batch, so concurrent creations can't exceed the limit together. 0 or less means no limit.
 */
export const ensureWithinLimit = (c: WorkContext, limit: Limit & { count: SQL }) => ensure(c, isWithinLimit(limit))

/** Whether the org may have one more, as a SQL expression. */
export const isWithinLimit = ({ org_id, key, count }: Pick<Limit, 'key'> & { org_id: string | SQL; count: SQL }): SQL =>
	sql`(SELECT most <= 0 OR ${count} < most FROM (SELECT ${effectiveInteger(org_id, key)} AS most))`

/** The 409 for a batch that `ensureWithinLimit` refused. */
export async function limitReached({ var: { db } }: WorkContext, { org_id, key }: Limit): Promise<ApiError> {
	const { limit } = await db.get<{ limit: number }>(sql`SELECT ${effectiveInteger(org_id, key)} AS "limit"`)
	return reached(key, limit)
}

const reached = (key: Limit['key'], limit: number) => conflict('limit.reached', { key, limit })

/** A limit on a kind of configuration, set by an entitlement. `count` is how many rows of `table` an org has. */
export const limitedBy = (key: Limit['key'], table: SQLiteTable, count: (org_id: string) => SQL): ConfiguredLimit => ({
	most: key,
	table,
	value: (org_id) => effectiveInteger(org_id, key),
	holds: (org_id, more) => isWithinLimit({ org_id, key, count: sql`(${count(org_id)} + ${more} - 1)` }),
	refusal: (c, org_id, most) => (most === undefined ? limitReached(c, { org_id, key }) : reached(key, most)),
})
