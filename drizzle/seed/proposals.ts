import { hashOfCall } from '../../src/worker/changes/requests/proposal.ts'
import { seal } from '../../src/worker/ground/secrets/vault.ts'
import { bodyPlace } from '../../src/worker/spending/requests/body.ts'
import type { Accounts } from './accounts.ts'
import type { apiKeys, auditLogs } from './changes.ts'
import { daysAfter, daysAgo, hashOf, idAt, type Row } from './insert.ts'
import { type Asked, requestRow } from './requests.ts'
import type { Team } from './team.ts'

interface By {
	asked_by_kind: 'user' | 'service_account'
	asked_by_id: unknown
	key_id: unknown
	key_root_id: unknown
}

interface Proposal {
	owner: string
	/** The org in which the key acts. */
	org_id: string
	by: By
	created_at: string
	method: string
	path: string
	body: Row | null
	changed: { target_type: string; target_id: unknown; before: Row | null; after: Row | null }
}

function propose({ owner, org_id, by, created_at, method, path, body: sent, changed }: Proposal) {
	const body = sent ? JSON.stringify(sent) : ''
	const call = { method, path, query: '', if_match: null, digest: hashOf(body) }
	const kept = { fields: Object.keys(sent ?? {}), bytes: body.length }
	// A row that the call makes was not there, and of those that are decided nobody compares.
	const states = JSON.stringify([changed.target_type, null, null, [[changed.target_type, null, null]]])
	const row = requestRow(owner, created_at, daysAfter(created_at, 7), {
		org_id,
		kind: 'change',
		...by,
		change: JSON.stringify({ ...call, body: kept, changes: [changed], events: [], effects: [] }),
		hash: hashOfCall(org_id, { ...call, body: kept }, states, { count: 0, amount: 0 }),
	})
	return { row, body }
}

/** The proposal of a new budget, which anybody who may decide it can grant. */
function newBudget(by: By, org_id: string, owner: string, asked: Row) {
	const at = daysAgo(0.06)
	const id = idAt('bud', at)
	const body = { scope: 'agent', subject: null, unit: 'credits', window: 'day', ...asked }
	const whose = { id, owner, org_id: owner === 'platform' ? null : owner }
	const rest = { mode: 'enforce', alerts: [], expires_at: null, counts_since: at, created_at: at, updated_at: at }
	return propose({
		owner,
		org_id,
		by,
		created_at: at,
		method: 'POST',
		path: owner === 'platform' ? '/v1/admin/budgets' : `/v1/orgs/${owner}/budgets`,
		body,
		changed: { target_type: 'budgets', target_id: id, before: null, after: { ...whose, ...body, ...rest } },
	})
}

interface Made {
	audit_logs: ReturnType<typeof auditLogs>
	budgets: Row[]
	api_keys: ReturnType<typeof apiKeys>
}

/**
 * What the first org's agent for operations proposed: one waits, one was granted, which the audit log has, and one was declined. One
 * proposal of an operator's key waits for the platform.
 */
export function proposals(
	{ orgs, users }: Accounts,
	made: Made,
	{ service_accounts, service_account_keys }: Team,
): Asked[] {
	const org_id = String(orgs[0]?.id)
	const [, agent] = service_accounts
	const key = service_account_keys.at(-1)?.id
	const by = { asked_by_kind: 'service_account' as const, asked_by_id: agent?.id, key_id: key, key_root_id: key }
	const ofAgent = { owner: org_id, org_id, by }

	const redirect = made.audit_logs.find((row) => row.action === 'mcp_configs.redirect' && row.org_id === org_id)
	if (!redirect) throw new Error('The demo user has granted nothing')
	const { target_type, target_id, created_at: granted_at } = redirect
	Object.assign(redirect, { actor_user_id: users[0]?.id, proposed_by: agent?.id })
	const [before, after] = [redirect.before, redirect.after].map((state) => JSON.parse(state ?? '') as Row) as [Row, Row]
	const { row: moved } = propose({
		...ofAgent,
		created_at: daysAfter(granted_at, -0.1),
		method: 'PATCH',
		path: `/v1/mcp-configs/${String(target_id)}`,
		body: { url: after.url, bearer_token: '' },
		changed: { target_type, target_id, before, after },
	})

	const { owner: _, ...each } = made.budgets.find(({ name }) => name === 'Each run') ?? {}
	const { row: removed } = propose({
		...ofAgent,
		created_at: daysAgo(1.2),
		method: 'DELETE',
		path: `/v1/orgs/${org_id}/budgets/${String(each.id)}`,
		body: null,
		changed: { target_type: 'budgets', target_id: each.id, before: { ...each, alerts: [] }, after: null },
	})

	const operator = made.api_keys.at(-1)
	const ofOperator = {
		asked_by_kind: 'user' as const,
		asked_by_id: operator?.user_id,
		key_id: operator?.id,
		key_root_id: operator?.id,
	}
	return [
		newBudget(by, org_id, org_id, { name: 'Researcher', subject: 'researcher-agent', limit: 300 }),
		newBudget(ofOperator, String(operator?.org_id), 'platform', { name: 'All of an org', scope: 'org', limit: 20_000 }),
		{ row: moved, decided: { decision: 'granted', decided_at: granted_at } },
		{
			row: removed,
			decided: {
				decision: 'declined',
				decided_at: daysAgo(1),
				decision_reason: 'It has stopped two loops this month. It stays.',
			},
		},
	]
}

/** The sealed bodies of those that wait. */
export const bodiesOf = (env: Env, asked: Asked[]) =>
	Promise.all(
		asked.flatMap(({ row, body }) => (body === undefined ? [] : [seal(env, bodyPlace(String(row.id)), body)])),
	)
