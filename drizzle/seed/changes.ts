import type { Accounts } from './accounts.ts'
import type { catalogue } from './catalogue.ts'
import { below, daysAfter, daysAgo, hashOf, idAt, pick, type Row } from './insert.ts'
import type { Providers } from './providers.ts'
import type { Asked } from './requests.ts'

const NETWORKS = ['192.0.2.14', '192.0.2.77', '198.51.100.9', '2001:db8::14']

const KEYS = [
	['ada', 'Nightly import', ['org.settings'], -60, 0.1, 'act'],
	['ada', 'Reports', [], null, 3, 'act'],
	['ada', 'Old laptop', ['data.secrets', 'org.settings'], 4, 30, 'act'],
	['billing', 'Pricing agent', ['money.write'], null, 0.1, 'propose'],
] as const

type Configured = Accounts & ReturnType<typeof catalogue> & Pick<Providers, 'llm_providers' | 'mcp_configs'>

interface Change {
	action: string
	target_id: unknown
	org_id?: unknown
	before: object | null
	after: object | null
	created_at: string
}

/** The audit rows of what the demo's admins configured. Their states aren't kept, so they can't be reverted. */
export function auditLogs({
	users,
	plans,
	feature_flags,
	subscriptions,
	entitlement_overrides,
	llm_providers,
	mcp_configs,
}: Configured) {
	const changes: Change[] = [
		...plans.map(({ id, created_at, ...after }): Change => created('plans', id, after, created_at)),
		...feature_flags.flatMap(({ id, created_at, ...after }, index): Change[] => {
			const before = { ...after, default_value: !after.default_value }
			const turned_at = daysAfter(created_at, 2 + index)
			const turned = { action: 'feature_flags.update', target_id: id, before, after, created_at: turned_at }
			return [created('feature_flags', id, before, created_at), ...(turned_at < daysAgo(0) ? [turned] : [])]
		}),
		...subscriptions.map(({ id, created_at, ...after }): Change => ({
			...created('subscriptions', id, { ...after, status: 'active', cancelled_at: null }, created_at),
			org_id: after.org_id,
		})),
		...entitlement_overrides.map(({ id, created_at, created_by_user_id: _, ...after }): Change => ({
			...created('entitlement_overrides', id, after, created_at),
			action: 'entitlement_overrides.put',
			org_id: after.org_id,
		})),
		...llm_providers.map(({ id, created_at, ...after }): Change => ({
			...created('llm_providers', id, after, created_at),
			org_id: after.org_id === 'platform' ? null : after.org_id,
		})),
		...mcp_configs.flatMap(({ id, created_at, updated_at, ...after }): Change[] => {
			const isMoved = updated_at !== created_at
			const before = isMoved ? { ...after, url: 'https://tickets.example.net/mcp' } : after
			const moved = { action: 'mcp_configs.redirect', target_id: id, before, after, created_at: updated_at }
			const made = created('mcp_configs', id, before, created_at)
			return [made, ...(isMoved ? [moved] : [])].map((change) => ({ ...change, org_id: after.org_id }))
		}),
	]
	return changes.map((change) => audited(change, users[below(3)]))
}

function audited(
	{ action, target_id, org_id = null, before, after, created_at }: Change,
	actor: Accounts['users'][number] | undefined,
) {
	const id = idAt('aud', created_at)
	return {
		id,
		action,
		actor_user_id: actor?.id,
		org_id,
		target_type: action.slice(0, action.indexOf('.')),
		target_id,
		before: before && JSON.stringify(before),
		after: after && JSON.stringify(after),
		client_address: pick(NETWORKS),
		trace_id: hashOf(id).slice(0, 32),
		proposed_by: null,
		created_at,
	}
}

/** The audit rows of the decisions. A granted change has its own. */
export const decisions = ({ users }: Accounts, asked: Asked[]) =>
	asked.flatMap(({ row: { id, owner, kind, run_id, spend, expires_at }, decided }) => {
		if (!decided || (kind === 'change' && decided.decision === 'granted')) return []
		const { decision, decided_at, decision_reason = null, granted = null } = decided
		const before = { id, kind, run_id, spend: JSON.parse(String(spend)) as Row | null, expires_at }
		return audited(
			{
				action: decision === 'granted' ? 'requests.grant' : 'requests.decline',
				target_id: id,
				org_id: owner,
				before: { ...before, granted: null, decision: null, decision_reason: null },
				after: { ...before, granted, decision, decision_reason },
				created_at: decided_at,
			},
			users[0],
		)
	})

const created = (table: string, target_id: unknown, after: object, created_at: string): Change => ({
	action: `${table}.create`,
	target_id,
	before: null,
	after,
	created_at,
})

/** The demo user's keys, and an operator's that proposes. Nobody knows them, because their hashes don't belong to any real key. */
export const apiKeys = ({ users, memberships }: Accounts) =>
	KEYS.map(([whose, name, scopes, expired, used, mode], index) => {
		const user_id = users.find(({ login }) => login === `${whose}.demo`)?.id
		const created_at = daysAgo(45 - index * 9)
		const id = idAt('key', created_at)
		return {
			id,
			org_id: memberships.find((membership) => membership.user_id === user_id)?.org_id,
			user_id,
			name,
			mode,
			key_hash: hashOf(id),
			key_prefix: `al_${hashOf(name).slice(0, 4)}`,
			has_checksum: true,
			scopes: JSON.stringify(scopes),
			expires_at: expired === null ? null : daysAgo(expired),
			last_used_at: daysAgo(used),
			created_at,
		}
	})
