import { type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../db/columns.ts'
import type { Builder } from '../../db/database.ts'
import { effectiveInteger } from '../../plans/entitlements/effective.ts'
import { write } from '../../write/write.ts'
import { moves, postAll } from './post.ts'

// `credits.monthly_grant` (spec 2.5): once per org and UTC month while a subscription is active. The account keeps the month it
// was last granted, and the database refuses a second grant in that month. So any code that finds a grant due can just grant it.

/**
 * The accounts of `orgs` (a subquery of org ids) that are due this month's grant, with its `amount` of 0 or more. Materialized,
 * because SQLite would run the three look-ups of `amount` again for each use of it.
 */
const due = (at: string | SQL, orgs: SQL) =>
	sql`(WITH due AS MATERIALIZED (SELECT a.org_id, a.entry_count, a.balance, max(0, ${effectiveInteger(sql`a.org_id`, 'credits.monthly_grant', at)}) AS amount
		FROM credit_accounts a WHERE a.org_id IN (${orgs}) AND coalesce(a.granted_month, '') < ${monthOf(at)}
		AND EXISTS (SELECT 1 FROM subscriptions s WHERE s.org_id = a.org_id AND s.status = 'active'
			AND s.current_period_start <= ${at} AND s.current_period_end > ${at}))
		SELECT * FROM due)`

const monthOf = (at: string | SQL) => sql`substr(${at}, 1, 7)`

/** The amount that an org is due this month, as an expression; NULL if none is. */
export const dueGrant = (org_id: string) =>
	sql<number | null>`(SELECT amount FROM ${due(now(), sql`SELECT ${org_id}`)} WHERE ${moves(sql`amount`)})`

/** The statement that makes this month's grants to those of `orgs` (a subquery of org ids) that are due one. */
export const grantMonthly = (db: Builder, orgs: SQL) =>
	postAll(db, {
		from: due(db.now(), orgs),
		amount: sql`amount`,
		type: 'monthly_grant',
		reference: { type: 'month', id: monthOf(db.now()) },
	})

const CHUNK = 1_000

/** The job: makes this month's grants to all orgs, in chunks of the active subscriptions. */
export async function grantEveryMonth(c: WorkContext): Promise<void> {
	for (let after: string | null = ''; after !== null;) after = await grantChunk(c, after)
}

/** Makes the grants of the next orgs after `after`, and returns the last of them; null if there are none. */
async function grantChunk(c: WorkContext, after: string): Promise<string | null> {
	const { db } = c.var
	const orgs = sql`SELECT org_id FROM subscriptions WHERE status = 'active' AND org_id > ${after} ORDER BY org_id LIMIT ${CHUNK}`
	const { walked } = await write(c, {
		granted: grantMonthly(db, orgs),
		walked: db.select({ last: sql<string | null>`max(org_id)` }).from(sql`(${orgs})`),
	})
	return walked[0]?.last ?? null
}
