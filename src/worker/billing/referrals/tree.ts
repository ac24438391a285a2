import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../ground/db/database.ts'
import type { openPage } from '../../ground/http/page.ts'
import type { ReferralTreeNode } from './schema.ts'

const MAX_DEPTH = 10

interface Row extends z.infer<typeof ReferralTreeNode> {
	/** The user's referral, empty for the root. It orders the users of one depth. */
	referral_id: string
}

/**
 * A page of the users that a user invited, directly and indirectly: parents first, and the oldest referral first within a depth.
 * Empty for an unknown user. A user has at most one inviter, so only a circle through the root could repeat a user. The tree
 * leaves out the referral that would close the circle.
 *
 * A page starts at the row that its cursor names. So referrals that are created in between neither repeat rows nor hide any.
 */
export async function treePage(db: Database['reader'], user_id: string, page: ReturnType<typeof openPage>) {
	const before = page.before(sql`t.depth`, sql`t.referral_id`)
	const rows = await db.all<Row>(sql`
		WITH RECURSIVE tree (user_id, inviter_id, depth, referral_id) AS (
			SELECT id, (SELECT r.inviter_user_id FROM referrals r WHERE r.invitee_user_id = users.id), 0, '' FROM users WHERE id = ${user_id}
			UNION ALL
			SELECT r.invitee_user_id, r.inviter_user_id, t.depth + 1, r.id
			FROM tree t CROSS JOIN referrals r ON r.inviter_user_id = t.user_id
			WHERE t.depth < ${MAX_DEPTH} AND r.invitee_user_id <> ${user_id}
			ORDER BY 3, 4
		)
		SELECT t.user_id, u.login, t.inviter_id, t.depth, u.created_at, t.referral_id
		FROM tree t CROSS JOIN users u ON u.id = t.user_id ${before && sql`WHERE NOT ${before}`} LIMIT ${page.limit}`)
	const next = rows.at(-1)
	return page.close(rows, () => (next ? [next.depth, next.referral_id] : [])).map(({ referral_id: _, ...node }) => node)
}
