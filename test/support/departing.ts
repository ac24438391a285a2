import { createHash } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { type Column, getTableColumns } from 'drizzle-orm'
import { type OfOrg } from '../../src/worker/operations/org-rows/decision.ts'
import { encryptionPair } from './encryption.ts'
import { furnish, type Instance } from './instance.ts'
import { NO_PLACE } from './jobs.ts'
import { ORG_TABLES as TABLES, archiveRuns, eraseOrgs, exportOrgs, rowsOfOrg, systemContext } from './program.ts'
import { unique } from './world.ts'

// An org with rows of every kind, and the jobs of its export and its erasure.

const DAY_MS = 86_400_000

export const contextOf = ({ db }: Instance, more: Partial<Env> = {}) => systemContext({ ...env, DB: db, ...more })

export const rowsOf = async (db: D1Database, text: string, ...params: unknown[]) =>
	(
		await db
			.prepare(text)
			.bind(...params)
			.all()
	).results

/** The tables with rows of orgs. */
export const OF_ORG = Object.entries(TABLES).filter((entry): entry is [string, OfOrg] => 'table' in entry[1])

/** How many rows of each table are the org's. */
export async function countsOf(db: D1Database, org_id: string): Promise<Record<string, number>> {
	const counted = await db.batch<{ count: number }>(
		OF_ORG.map(([name, decision]) =>
			db
				.prepare(`SELECT count(*) AS count FROM ${name} WHERE ${rowsOfOrg(decision).replaceAll(':org', '?1')}`)
				.bind(org_id),
		),
	)
	return Object.fromEntries(OF_ORG.map(([name], index) => [name, counted[index]?.results[0]?.count ?? 0]))
}

/** Puts rows of every kind into the org of the instance's admin. Returns the texts that no export may show. */
export async function furnishAll(here: Instance): Promise<{ org_id: string; secrets: string[] }> {
	const { get, post, put, patch, db } = here
	const { org_id, secrets } = await furnish(here)
	await post('/v1/admin/orgs', { name: unique('other'), owner_user_id: (await get('/v1/me')).body.id }, 201)
	await post(
		'/v1/entitlement-overrides',
		{ org_id, key: 'quota.runs_per_month', value: '10', value_type: 'integer', reason: 'a deal' },
		201,
	)
	await post('/v1/feature-flags/a.flag/org-overrides', { org_id, enabled: false }, 201)
	const [plan] = (await get('/v1/plans')).body
	const period = { current_period_start: '2026-01-01T00:00:00Z', current_period_end: '2126-01-01T00:00:00Z' }
	await post('/v1/subscriptions', { org_id, plan_id: plan.id, ...period }, 201)
	const mine = {
		webhook: `whsec_${btoa('the own secret of a webhook endpoint')}`,
		second: 'sk-second-provider-key',
		tool: 'tool-key-0123456789',
		mcp_env: 'mcp-env-value-9',
		mcp_token: 'mcp-token-7',
		oidc: 'oidc-secret-5',
	}
	const hook = { url: 'https://hooks.example.com/b?key=a-token-in-a-query', events: ['*'], secret: mine.webhook }
	const endpoint = (await post('/v1/webhook-endpoints', hook, 201)).body
	const [provider] = (await get('/v1/llm-providers')).body
	await patch(`/v1/llm-providers/${provider.id}`, { api_key: mine.second }, 200)
	const mcp = {
		name: unique('mcp'),
		transport: 'streamable_http',
		url: 'https://mcp.example.com/x?key=a-token-in-a-query',
		bearer_token: mine.mcp_token,
	}
	await post('/v1/mcp-configs', { ...mcp, env: { KEY: mine.mcp_env } }, 201)
	await put('/v1/tool-providers/web_search/keyed/credential?scope=org', { api_key: mine.tool }, 204)
	const { key } = (await post('/v1/api-keys', { name: 'second' }, 201)).body
	const { token } = (await post(`/v1/orgs/${org_id}/invitations`, { email: 'guest@example.com', role: 'member' }, 201))
		.body
	const account = (await post(`/v1/orgs/${org_id}/service-accounts`, { name: 'runtime', role: 'admin' }, 201)).body
	const { key: service_key } = (await post(`/v1/orgs/${org_id}/service-accounts/${account.id}/keys`, {}, 201)).body
	const { publicJwk } = await encryptionPair()
	await put(`/v1/orgs/${org_id}/service-accounts/${account.id}/encryption-keys`, publicJwk, 201)
	const provider_of_people = {
		name: 'Okta',
		issuer: 'https://login.example.com',
		client_id: 'plinth',
		client_secret: mine.oidc,
		domains: ['example.com'],
	}
	const connection = (await post(`/v1/orgs/${org_id}/oidc-connections`, provider_of_people, 201)).body
	await db
		.prepare("INSERT INTO oidc_sign_ins VALUES ('hash-of-a-state', ?, '/', NULL, '9999', '')")
		.bind(connection.id)
		.run()
	await db
		.prepare("INSERT INTO sign_in_requirements VALUES (?, ?, ?, '')")
		.bind(`connection:${connection.id}`, org_id, connection.id)
		.run()
	await post(`/v1/orgs/${org_id}/oidc-connections/${connection.id}/scim-token`, {}, 201)
	await db
		.prepare(
			"INSERT INTO scim_users (connection_id, user_id, user_name, state, role, created_at, updated_at) VALUES (?, ?, 'ada@example.com', 'active', 'member', '', '')",
		)
		.bind(connection.id, (await get('/v1/me')).body.id)
		.run()
	await db.prepare("INSERT INTO leavings VALUES ('usr_gone', ?, '', '9999')").bind(org_id).run()
	await db.prepare('UPDATE oidc_connections SET is_active = 0 WHERE id = ?').bind(connection.id).run()
	await put(`/v1/orgs/${org_id}/pauses/agent/loops`, { reason: 'It loops' }, 201)
	await put(
		`/v1/admin/pauses/org/${org_id}`,
		{ reason: 'Late', until: new Date(Date.now() + 1_000).toISOString() },
		201,
	)
	await db.prepare("DELETE FROM pauses WHERE owner = 'platform'").run()
	const broadcast = { type: 'x', title: 'To the org', body: 'B', target: org_id }
	await post('/v1/admin/notifications/broadcasts', broadcast, 202)
	const [code] = (await post('/v1/admin/redemption-codes/batch', { count: 1, type: 'credits', value: '5' }, 201)).body
	await post('/v1/me/redeem', { code: code.code }, 200)
	await reportOld(here, org_id)
	await writeOddRows(db, org_id, endpoint.id)
	await fillTheRest(db, org_id)
	const { results } = await db.prepare('SELECT password_hash AS text FROM passwords').all<{ text: string }>()
	const hashes = await db
		.prepare(
			'SELECT key_hash AS text FROM api_keys UNION SELECT sealed FROM secrets UNION SELECT token_hash FROM invitations UNION SELECT key_hash FROM service_account_keys',
		)
		.all<{ text: string }>()
	const hidden = [...results, ...hashes.results].map(({ text }) => text)
	const made = [key, service_key, token, 'hash-of-a-document', 'zipped-document', 'a-token-in-a-query']
	return { org_id, secrets: [...secrets, ...Object.values(mine), ...made, ...hidden] }
}

/** Runs of the org and of another one that are old enough for the archive, in the same objects, and moves them there. */
async function reportOld(here: Instance, org_id: string): Promise<void> {
	const other = (await here.post('/v1/admin/orgs', { name: unique('sharing') }, 201)).body.id
	const reports = Array.from({ length: 24 }, (_, index) => {
		const created_at = new Date(Date.now() - (40 + (index % 2)) * DAY_MS + index * 1_000).toISOString()
		return {
			run_id: unique('old'),
			org_id: index % 3 === 0 ? other : org_id,
			status: 'completed',
			created_at,
			completed_at: created_at,
			model: 'old-model',
			thread_id: unique('thread'),
			agent_id: 'an-agent',
			total_cost_usd: 0.001,
		}
	})
	await here.post('/v1/runtime/runs', reports, 200)
	await archiveRuns(contextOf(here), NO_PLACE)
}

const inserting = (db: D1Database) => (table: string, row: Record<string, unknown>) =>
	db
		.prepare(
			`INSERT OR IGNORE INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row).fill('?').join(', ')})`,
		)
		.bind(...Object.values(row))

/** Rows that otherwise need a receiver, a fault or a day. */
async function writeOddRows(db: D1Database, org_id: string, endpoint_id: string): Promise<void> {
	const [{ user_id }] = (await rowsOf(db, 'SELECT user_id FROM memberships WHERE org_id = ?', org_id)) as [
		{ user_id: string },
	]
	const insert = inserting(db)
	const created_at = new Date().toISOString()
	const event_id = unique('evt')
	const mail = { type: 'x', title: 't', body: 'b', payload: '{}' }
	const document = { hash: 'hash-of-a-document', document: 'zipped-document', secret_ids: 'zipped-ids' }
	const revision = { number: 1, kind: 'apply', change_count: 1, ...document }
	await db.batch([
		insert('events', { id: event_id, org_id, type: 'ping', data: '{"a":1}', created_at }),
		insert('webhook_deliveries', { endpoint_id, event_id, status: 'delivered', created_at }),
		insert('webhook_attempts', { endpoint_id, event_id, attempt: 1, latency_ms: 3, response: 'ok', created_at }),
		insert('notifications', { ...mail, user_id, id: unique('ntf'), org_id, created_at }),
		insert('unconfirmed_changes', {
			id: unique('chg'),
			audit_id: 'a',
			action: 'a',
			target_type: 't',
			target_id: 't',
			org_id,
			maker_user_id: user_id,
			status: 'confirmed',
			created_at,
			due_at: created_at,
			rival_count: 0,
		}),
		insert('requests', {
			id: unique('req'),
			owner: org_id,
			org_id,
			kind: 'spend',
			asked_by_kind: 'binding',
			created_at,
			expires_at: created_at,
			run_id: 'r',
			spend: '{"run_id":"r","credits":5,"budgets":[]}',
		}),
		insert('requests', {
			id: unique('req'),
			owner: org_id,
			org_id,
			kind: 'change',
			asked_by_kind: 'user',
			asked_by_id: 'usr_x',
			created_at,
			expires_at: created_at,
			change: JSON.stringify({
				method: 'POST',
				path: '/v1/orgs',
				query: '',
				if_match: null,
				body: { fields: [], bytes: 0 },
				digest: 'x',
				changes: [
					{ target_type: 'sessions', target_id: 'ses_x', before: null, after: { client_address: '192.0.2.9' } },
				],
				events: [],
				effects: [],
			}),
		}),
		insert('configuration_revisions', { ...revision, owner: org_id, created_at }),
	])
}

/** What its own deletion and export write. */
const LATER = new Set(['org_deletions', 'org_exports', 'org_export_parts'])

/** A row of the org in each table that has none yet, as the table's columns ask for it. */
async function fillTheRest(db: D1Database, org_id: string): Promise<void> {
	const counts = await countsOf(db, org_id)
	const rest = OF_ORG.filter(([name]) => counts[name] === 0 && !LATER.has(name))
	const madeUp = rest.map(([name, decision]) => {
		const { table } = decision
		const [, ofOrg] = /(\w+) = :org/.exec(rowsOfOrg(decision)) ?? []
		const needed = Object.values<Column>(getTableColumns(table)).filter(
			(column) => column.name === ofOrg || (column.notNull && !column.hasDefault),
		)
		return inserting(db)(
			name,
			Object.fromEntries(needed.map((column) => [column.name, column.name === ofOrg ? org_id : valueOf(column)])),
		)
	})
	if (madeUp.length > 0) await db.batch(madeUp)
}

function valueOf({ name, dataType, enumValues }: Column): string | number {
	const now = new Date().toISOString()
	if (dataType !== 'string') return dataType === 'json' ? '{}' : 1
	return enumValues?.[0] ?? (name.endsWith('_at') ? now : name === 'day' ? now.slice(0, 10) : 'made-up')
}

/** Runs the export's job until it leaves nothing. */
export async function exported(here: Instance, more: Partial<Env> = {}): Promise<void> {
	while (await exportOrgs(contextOf(here, more), NO_PLACE));
}

/** Runs the erasure's job until it leaves nothing. */
export async function erased(here: Instance, more: Partial<Env> = {}): Promise<void> {
	while (await eraseOrgs(contextOf(here, more), NO_PLACE));
}

/** The lines of an export by their kind, with what the manifest says compared with what the files are. */
export async function linesOf(here: Instance, at: string): Promise<Map<string, Record<string, unknown>[]>> {
	const { manifest } = (await here.get(at)).body
	const lines = new Map<string, Record<string, unknown>[]>()
	for (const { kind, rows, bytes, sha256, url } of manifest.files) {
		const text = (await here.get(url)).body as string
		const raw = new TextEncoder().encode(text)
		const hash = createHash('sha256').update(raw).digest('hex')
		const parsed = text
			.split('\n')
			.slice(0, -1)
			.map((line) => JSON.parse(line) as Record<string, unknown>)
		if (raw.byteLength !== bytes || hash !== sha256 || parsed.length !== rows)
			throw new Error(`${url} isn't as its manifest says`)
		lines.set(kind, [...(lines.get(kind) ?? []), ...parsed])
	}
	return lines
}
