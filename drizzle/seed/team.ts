import type { Accounts } from './accounts.ts'
import { daysAfter, daysAgo, hashOf, idAt } from './insert.ts'

const INVITED = [
	['ines', 'member', 1],
	['tom', 'admin', 4],
	['late', 'member', 12],
] as const

const MADE_AT = daysAgo(40)
const ROTATED_AT = daysAgo(2)
const ENDS_AT = daysAfter(ROTATED_AT, 7)

/**
 * What the demo user's org has beside its members: two open invitations and one that expired, and a service account with two keys.
 * The first was rotated to the second, and ends in five days. Nobody knows these tokens and keys.
 */
export function team({ users, memberships }: Accounts) {
	const of = { org_id: memberships[0]?.org_id }
	const by = { created_by: users[0]?.id }
	const account = idAt('svc', MADE_AT)
	const [first, second] = [idAt('sak', MADE_AT), idAt('sak', ROTATED_AT)]
	const scopes = JSON.stringify(['runtime.report'])
	return {
		invitations: INVITED.map(([name, role, days]) => {
			const created_at = daysAgo(days)
			const id = idAt('ivt', created_at)
			return {
				id,
				...of,
				email: `${name}@example.com`,
				role,
				inviter_user_id: users[0]?.id,
				token_hash: hashOf(id),
				created_at,
				sent_at: created_at,
				expires_at: daysAfter(created_at, 7),
			}
		}),
		service_accounts: [
			{ id: account, ...of, name: 'Agent runtime', scopes, ...by, created_at: MADE_AT, updated_at: MADE_AT },
		],
		service_account_keys: [
			{ id: first, replaced_by: second, expires_at: ENDS_AT, last_used_at: daysAgo(0.2), created_at: MADE_AT },
			{ id: second, replaced_by: null, expires_at: null, last_used_at: daysAgo(0.1), created_at: ROTATED_AT },
		].map((key) => ({
			...key,
			service_account_id: account,
			name: 'Frankfurt',
			key_hash: hashOf(key.id),
			key_prefix: `al_${hashOf(key.id).slice(0, 4)}`,
			...by,
		})),
	}
}
