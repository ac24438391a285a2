import { symbols } from '../../src/worker/billing/redemption-codes/code.ts'
import type { Accounts } from './accounts.ts'
import { REWARDED_SINCE } from './catalogue.ts'
import { below, daysAfter, idAt, pick } from './insert.ts'

const MAX_DEPTH = 4

/** Invite codes for a third of the users, and the referrals of those who used one: trees at most 4 levels deep. */
export function invitations({ users }: Accounts) {
	const invite_codes = users
		.filter((_, index) => index % 3 === 0)
		.map(({ id: user_id, created_at: since }) => {
			const created_at = daysAfter(since, 0.02)
			const max_uses = pick([0, 0, 0, 5, 10])
			return {
				id: idAt('inv', created_at),
				user_id,
				code: symbols(8),
				max_uses,
				use_count: 0,
				is_active: true,
				created_at,
			}
		})
	const depths = new Map<string, number>()
	const depthOf = (user_id: string) => depths.get(user_id) ?? 0
	// The first codes are used most, so Ada's tree is a broad one.
	const referrals = users.flatMap(({ id: invitee_user_id, created_at }) => {
		const open = invite_codes.filter(
			(code) =>
				code.created_at < created_at &&
				depthOf(code.user_id) < MAX_DEPTH &&
				(code.max_uses === 0 || code.use_count < code.max_uses),
		)
		const code = below(5) < 2 ? open[Math.min(below(12), below(12))] : undefined
		if (!code) return []
		code.use_count += 1
		depths.set(invitee_user_id, depthOf(code.user_id) + 1)
		return [
			{
				id: idAt('ref', created_at),
				inviter_user_id: code.user_id,
				invitee_user_id,
				invite_code_id: code.id,
				credited: created_at >= REWARDED_SINCE,
				created_at,
			},
		]
	})
	// Deactivated since then, whether they were used or not.
	for (const code of invite_codes.filter((_, index) => index % 9 === 8)) code.is_active = false
	return { invite_codes, referrals }
}

export type Invitations = ReturnType<typeof invitations>
