import type { Accounts } from './accounts.ts'
import { daysAfter, daysAgo, hashOf, idAt } from './insert.ts'

const INVITED = [
	['ines', 'member', 1],
	['tom', 'admin', 4],
	['late', 'member', 12],
] as const

const MADE_AT = daysAgo(40)
const ROTATED_AT = daysAgo(2)
const PROPOSES_SINCE = daysAgo(9)
const ENDS_AT = daysAfter(ROTATED_AT, 7)

/**
 * What the demo user's org has beside its members: two open invitations and one that expired, and two service accounts. The first
 * key of the first was rotated to its second, and ends in five days; that of the other only proposes. Nobody knows these tokens and
 * keys.
 */
export function team({ users, memberships }: Accounts) {
	const of = { org_id: memberships[0]?.org_id }
	const by = { created_by: users[0]?.id }
	const [runtime, operations] = [idAt('svc', MADE_AT), idAt('svc', PROPOSES_SINCE)]
	const [first, second] = [idAt('sak', MADE_AT), idAt('sak', ROTATED_AT)]
	const account = (id: string, name: string, scope: string, created_at: string) => {
		const scopes = JSON.stringify([scope])
		return { id, ...of, name, scopes, ...by, created_at, updated_at: created_at }
	}
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
			account(runtime, 'Agent runtime', 'runtime.report', MADE_AT),
			account(operations, 'Operations agent', 'org.settings', PROPOSES_SINCE),
		],
		service_account_keys: [
			{ id: first, replaced_by: second, expires_at: ENDS_AT, last_used_at: daysAgo(0.2), created_at: MADE_AT },
			{ id: second, replaced_by: null, expires_at: null, last_used_at: daysAgo(0.1), created_at: ROTATED_AT },
			{
				id: idAt('sak', PROPOSES_SINCE),
				service_account_id: operations,
				name: 'Proposals',
				mode: 'propose',
				replaced_by: null,
				expires_at: null,
				last_used_at: daysAgo(0.1),
				created_at: PROPOSES_SINCE,
			},
		].map((key) => ({
			service_account_id: runtime,
			name: 'Frankfurt',
			mode: 'act',
			...key,
			key_hash: hashOf(key.id),
			key_prefix: `al_${hashOf(key.id).slice(0, 4)}`,
			...by,
		})),
	}
}

export type Team = ReturnType<typeof team>
