import { createHash } from 'node:crypto'
import type { Accounts } from './accounts.ts'
import { daysAfter, daysAgo, idAt } from './insert.ts'

const INVITED = [
	['ines', 'member', 1],
	['tom', 'admin', 4],
	['late', 'member', 12],
] as const

/** Invitations into the demo user's org: two open ones, and one that expired. Nobody knows their tokens. */
export const team = ({ users, memberships }: Accounts) => ({
	invitations: INVITED.map(([name, role, days]) => {
		const created_at = daysAgo(days)
		const id = idAt('ivt', created_at)
		return {
			id,
			org_id: memberships[0]?.org_id,
			email: `${name}@example.com`,
			role,
			inviter_user_id: users[0]?.id,
			token_hash: createHash('sha256').update(id).digest('hex'),
			created_at,
			sent_at: created_at,
			expires_at: daysAfter(created_at, 7),
		}
	}),
})
