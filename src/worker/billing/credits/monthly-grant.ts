import { type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import type { Builder } from '../../ground/db/database.ts'
import type { Place } from '../../ground/write/place.ts'
import { hasStatementBudget } from '../../ground/write/system.ts'
import { write } from '../../ground/write/write.ts'
import { effectiveInteger } from '../../plans/entitlements/effective.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { grantedIn } from './list.ts'
import { moves, postAll } from './post.ts'

// `credits.monthly_grant` (spec 2.5): for each org and UTC month while a subscription is active. The account keeps what it was
// granted in the month, and what is due is the difference, in one statement. So any code that finds a grant due can just grant it.

/**
 * The accounts of those of `orgs` (a subquery of org ids) that aren't deleted, with the `amount` of 0 or more by which this month's
 * grant exceeds what they were granted in it. Materialized, because SQLite would run the look-ups of `amount` again for each use of it.
 */
export const due = (at: string | SQL, orgs: SQL) =>
	sql`(WITH due AS MATERIALIZED (SELECT a.org_id, a.entry_count, a.balance, max(0, ${effectiveInteger(sql`a.org_id`, 'credits.monthly_grant', at)}
			- iif(a.granted_month = ${monthOf(at)}, coalesce(a.granted_amount, ${grantedIn(sql`a.org_id`, monthOf(at))}), 0)) AS amount
		FROM credit_accounts a WHERE a.org_id IN (${orgs}) AND ${isOrgOpen(sql`a.org_id`)} AND coalesce(a.granted_month, '') <= ${monthOf(at)}
		AND EXISTS (SELECT 1 FROM subscriptions s WHERE s.org_id = a.org_id AND s.status = 'active'
			AND s.current_period_start <= ${at} AND s.current_period_end > ${at}))
		SELECT * FROM due)`

export const monthOf = (at: string | SQL) => sql`substr(${at}, 1, 7)`

/** The amount that an org is still due this month, as an expression; NULL if none is. */
export const dueGrant = (org_id: string) =>
	sql<number | null>`(SELECT amount FROM ${due(now(), sql`SELECT ${org_id}`)} WHERE ${moves(sql`amount`)})`

/** The statement that grants those of `orgs` (a subquery of org ids) what they are still due this month. */
export const grantMonthly = (db: Builder, orgs: SQL) =>
	postAll(db, {
		from: due(db.now(), orgs),
		amount: sql`amount`,
		type: 'monthly_grant',
		reference: { type: 'month', id: monthOf(db.now()) },
	})

const CHUNK = 1_000

/**
 * The job: grants all orgs what they are still due this month, in chunks of the active subscriptions. True if some are left.
 */
export async function grantEveryMonth(c: WorkContext, place: Place, chunk = CHUNK): Promise<boolean> {
	let after = await grantChunk(c, place.at ?? '', place, chunk)
	while (after !== null && hasStatementBudget(c)) after = await grantChunk(c, after, place, chunk)
	return after !== null
}

/** Makes the grants of the next orgs after `after`, and returns the last of them; null if there are none. */
async function grantChunk(c: WorkContext, after: string, place: Place, chunk: number): Promise<string | null> {
	const { db } = c.var
	const walked = sql`SELECT org_id FROM subscriptions WHERE status = 'active' AND org_id > ${after} ORDER BY org_id LIMIT ${chunk}`
	const { last } = await write(c, {
		granted: grantMonthly(db, walked),
		moved: place.move(sql`(SELECT max(org_id) FROM (${walked}))`),
		last: db.select({ last: sql<string | null>`max(org_id)` }).from(sql`(${walked})`),
	})
	return last[0]?.last ?? null
}
