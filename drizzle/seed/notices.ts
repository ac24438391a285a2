import type { D1Database } from '@cloudflare/workers-types'
import { noticeOf } from '../../src/worker/messages/notices/catalogue.ts'
import type { Accounts } from './accounts.ts'
import { idAt } from './insert.ts'
import type { Providers } from './providers.ts'
import type { Webhooks } from './webhooks.ts'

const hostOf = (url: string | null) => URL.parse(url ?? '')?.host

/** The statement for the notices about keys that go elsewhere and about the deleted endpoint, as they were sent at the time. */
export function notices(
	db: D1Database,
	{ memberships }: Accounts,
	{ mcp_configs }: Providers,
	{ webhook_endpoints }: Webhooks,
) {
	const ofOrg = (org_id: string, role: string) => memberships.find((it) => it.org_id === org_id && it.role === role)
	const redirected = mcp_configs
		.filter(({ updated_at, created_at }) => updated_at > created_at)
		.map(({ id: config_id, org_id, name, url, updated_at }) => ({
			id: idAt('ntf', updated_at),
			org_id,
			roles: ['owner'],
			type: 'security.key_redirected',
			title: 'A stored key now goes to another address',
			body: `The stored key of the MCP config ${name} now goes to ${hostOf(url)}.`,
			payload: {
				code: 'key_redirected',
				values: { keys: [{ holder: 'mcp_config', name, host: hostOf(url) }], more: 0 },
				config_id,
				actor_user_id: (ofOrg(org_id, 'admin') ?? ofOrg(org_id, 'owner'))?.user_id,
			},
			created_at: updated_at,
		}))
	const disabled = webhook_endpoints
		.filter(({ enabled }) => !enabled)
		.map(({ id: endpoint_id, org_id, url, disabled_reason, last_failure, created_at }) => ({
			id: idAt('ntf', last_failure?.at ?? created_at),
			org_id,
			roles: ['owner', 'admin'],
			...noticeOf({ code: 'webhook_endpoint_gone', values: { url } }),
			payload: { code: 'webhook_endpoint_gone', values: { url }, endpoint_id, reason: disabled_reason },
			created_at: last_failure?.at ?? created_at,
		}))
	const told = ['org_id', 'type', 'title', 'body'].map((column) => `n.value ->> '${column}'`).join(', ')
	return db
		.prepare(
			`INSERT INTO notifications SELECT u.id, n.value ->> 'id' || '_' || u.seq, NULL, ${told}, n.value -> 'payload',
				iif(u.last_login_at > n.value ->> 'created_at' AND u.seq % 2 > 0, u.last_login_at, NULL), n.value ->> 'created_at'
				FROM json_each(?) n JOIN memberships m ON m.org_id = n.value ->> 'org_id' JOIN users u ON u.id = m.user_id
				WHERE m.role IN (SELECT value FROM json_each(n.value -> 'roles')) AND m.created_at <= n.value ->> 'created_at'
				AND u.status = 'active'`,
		)
		.bind(JSON.stringify([...redirected, ...disabled]))
}
