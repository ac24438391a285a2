import { type SQL, sql } from 'drizzle-orm'

/**
 * What the live runs of an org count for in credits, as an expression: the kept sum without what has lapsed at `at` and isn't cleared
 * up yet. `account` is the name of a row of `credit_accounts`.
 */
export const heldBy = (account: string, at: string | SQL): SQL<number> => {
	const { held, org_id } = { held: sql.raw(`${account}.held`), org_id: sql.raw(`${account}.org_id`) }
	return sql`(${held} - coalesce((SELECT sum(h.counted_credits - h.spent_credits) FROM holds h WHERE h.org_id = ${org_id} AND h.expires_at <= ${at}), 0))`
}
