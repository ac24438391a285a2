import { type SQL, sql } from 'drizzle-orm'
import { remember } from '../../ground/db/cache.ts'
import type { Builder } from '../../ground/db/database.ts'
import { forgettable } from '../../isolate.ts'
import { effectiveInteger } from '../../plans/entitlements/effective.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { newestOf, postAll } from '../credits/post.ts'
import { referrals } from './table.ts'

// An inviter gets `credit.invite_reward` when the first run with a cost has ended in the org that its invitee registered with,
// and at most `limit.referral_rewards_per_day` times on a UTC day.

// The inviter's reward goes to the org that they joined first of those that aren't deleted.
const orgOf = (user_id: SQL) =>
	sql`(SELECT m.org_id FROM memberships m WHERE m.user_id = ${user_id} AND ${isOrgOpen(sql`m.org_id`)} ORDER BY m.created_at, m.org_id LIMIT 1)`

/** Orgs in which a run with a cost has ended, and when this isolate saw that. */
const decided = forgettable(new Map<string, number>())
/** Not forever, because somebody could restore the database to an earlier time. */
const DECIDED_FOR_MS = 60_000

/** Remembers that a run with a cost has ended in the org. From then on no referral waits for one there. */
export const rememberSettledReferral = (org_id: string) => remember(decided, org_id, Date.now())

/** Whether this isolate knows that no referral is waiting for a run of these orgs. Then `rewardInviters` would change nothing. */
export const areReferralsSettled = (org_ids: string[]) =>
	org_ids.every((org_id) => Date.now() - (decided.get(org_id) ?? 0) < DECIDED_FOR_MS)

/**
 * The statements that decide the referrals which are waiting for a run of `orgs`, a subquery of at most `count` org IDs. `post`
 * writes the rewards to the ledger; `decide` looks for these entries and records in `credited` whether the inviter got one.
 */
export function rewardInviters(db: Builder, orgs: SQL, count: SQL) {
	const at = db.now()
	const awaited = sql`awaited_org_id IN (${orgs})`
	const due = sql`(SELECT f.id AS referral_id, f.inviter_user_id, a.org_id, a.balance, a.entry_count,
			${effectiveInteger(sql`a.org_id`, 'credit.invite_reward', at)} AS amount,
			${effectiveInteger(sql`a.org_id`, 'limit.referral_rewards_per_day', at)} AS most,
			(SELECT count(*) FROM referrals t WHERE t.inviter_user_id = f.inviter_user_id AND t.credited_at >= substr(${at}, 1, 10)) AS earlier
		FROM referrals f JOIN credit_accounts a ON a.org_id = ${orgOf(sql`f.inviter_user_id`)} WHERE f.${awaited})`
	const counted = sql`(SELECT *, earlier + row_number() OVER (PARTITION BY inviter_user_id ORDER BY referral_id) AS nth FROM ${due})`
	const post = postAll(db, {
		from: sql`(SELECT *, row_number() OVER each AS place, sum(amount) OVER each AS so_far FROM ${counted}
			WHERE amount > 0 AND (most <= 0 OR nth <= most)
			WINDOW each AS (PARTITION BY org_id ORDER BY referral_id) ORDER BY org_id, referral_id)`,
		amount: sql`amount`,
		series: { place: sql`place`, sum: sql`so_far` },
		type: 'referral_reward',
		reference: { type: 'referral', id: sql`referral_id` },
	})
	// The entries that `post` wrote are the newest of their org.
	const isPaid = sql`EXISTS (SELECT 1 FROM ${newestOf(sql`credit_accounts`, count, 'referral_reward')}
		AND newest.org_id = ${orgOf(sql`referrals.inviter_user_id`)} AND l.reference_id = referrals.id)`
	const decide = db
		.update(referrals)
		.set({ credited: isPaid, credited_at: sql`iif(${isPaid}, ${at}, NULL)`, awaited_org_id: sql`NULL` })
		.where(awaited)
	return { post, decide }
}
