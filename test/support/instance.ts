import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { type Reply, send } from './api.ts'
import worker, { COPIED, quoted } from './program.ts'
import { unique } from './world.ts'

// An instance as its first admin and cron use it, on the file's database or on another one.

const asleep = { send: () => Promise.resolve(), sendBatch: () => Promise.resolve() }

type Call = (path: string, body?: object, status?: number) => Promise<Reply>

export interface Instance extends Record<'get' | 'post' | 'put' | 'patch' | 'delete', Call> {
	db: D1Database
	/** A dry run. */
	dry: (method: string, path: string) => Promise<Reply>
	/** The same instance after a new login. */
	again: () => Promise<Instance>
	/** Runs cron with every job due. */
	tick: (other?: Partial<Env>) => Promise<void>
}

/** The API and cron of an instance on `db`, called by its first admin. */
export async function instanceOn(db = env.DB, more: Partial<Env> = {}): Promise<Instance> {
	const variables = { DB: db, BROADCAST_QUEUE: asleep, WEBHOOK_QUEUE: asleep, ...more } as unknown as Partial<Env>
	const credentials = { login: 'root', password: 'bootstrap-password-1' }
	const signedIn = await send('POST', '/v1/auth/login', { body: credentials, env: variables })
	expect(signedIn.status).toBe(200)
	const headers = { Authorization: `Bearer ${signedIn.body.access_token}` }
	const call =
		(method: string) =>
		async (path: string, body?: object, status?: number): Promise<Reply> => {
			const response = await send(method, path, { headers, env: variables, ...(body ? { body } : {}) })
			if (status) expect(response, JSON.stringify(response.body)).toMatchObject({ status })
			return response
		}
	return {
		db,
		get: call('GET'),
		post: call('POST'),
		put: call('PUT'),
		patch: call('PATCH'),
		delete: call('DELETE'),
		dry: (method: string, path: string): Promise<Reply> =>
			send(method, path, { headers: { ...headers, 'Dry-Run': 'true' }, env: variables }),
		again: () => instanceOn(db, more),
		tick: async (other: Partial<Env> = {}) => {
			await db.prepare("UPDATE jobs SET next_run_at = '', leased_until = ''").run()
			await worker.scheduled({} as ScheduledController, { ...env, ...variables, ...other })
		},
	}
}

/** Puts something into most tables, through the API. Returns the texts that no backup may show. */
export async function furnish({ get, post, put }: Instance): Promise<{ org_id: string; secrets: string[] }> {
	const { org_id } = (await get('/v1/me')).body
	const secrets = ['sk-plain-provider-key-1', 'plain-mcp-token-2', 'bootstrap-password-1']
	const [provider] = [
		(await post('/v1/llm-providers', { provider: 'vendor_a', name: 'main', api_key: secrets[0] }, 201)).body,
	]
	await post(`/v1/llm-providers/${provider.id}/models`, { model: 'm', multiplier: 1.25, cost_per_1k_input: 0.1 }, 201)
	await post('/v1/mcp-configs', {
		name: 'm',
		transport: 'http',
		url: 'https://mcp.example.com/',
		auth_token: secrets[1],
	})
	await post('/v1/webhook-endpoints', { url: 'https://hooks.example.com/', events: ['run.completed'] }, 201)
	const plan = (await post('/v1/plans', { name: 'pro', display_name: 'Pro "ü" 😀' }, 201)).body
	await post('/v1/subscriptions', { org_id, plan_id: plan.id })
	await post('/v1/feature-flags', { key: 'a.flag', default_value: true }, 201)
	await post('/v1/admin/redemption-codes/batch', { count: 3, type: 'credits', value: 5 })
	await post('/v1/admin/notifications/broadcasts', { type: 'x', title: 'T', body: 'B', target: 'all' }, 202)
	await post('/v1/ip-rules?confirm=true', { type: 'blocklist', cidr: '192.0.2.0/24' })
	await put('/v1/admin/config-entries/vendor_b.base_url', { value: 'https://x.example.com' })
	await post('/v1/api-keys', { name: 'k', scopes: ['runtime.report'] })
	await get('/v1/me/invite-code')
	await post('/v1/admin/credits/adjust', { org_id, amount: 100_000, note: 'start' }, 200)
	const ids = Array.from({ length: 60 }, () => unique('run'))
	const reports = ids.map((run_id, index) => ({
		run_id,
		org_id,
		status: index % 7 === 0 ? 'running' : 'completed',
		model: `model-${index % 3}`,
		duration_ms: index * 37,
		total_cost_usd: index / 1_000,
	}))
	await post(
		'/v1/admin/budgets',
		{ name: 'all', scope: 'model', unit: 'tokens', limit: 9, window: 'total', org_id },
		201,
	)
	const agents = { name: 'agents', scope: 'agent', unit: 'credits', limit: 60, window: 'day', alerts: [50] }
	await post(`/v1/orgs/${org_id}/budgets`, agents, 201)
	await post('/v1/runtime/runs', reports, 200)
	const begun = { run_id: unique('run'), org_id, agent_id: 'a', hold: { credits: 40, tokens: 5 } }
	await post('/v1/runtime/runs/begin', begun, 201)
	return { org_id, secrets }
}

/** All rows of a table, in the order of its key. */
export async function rowsOf(db: D1Database, table: string): Promise<string[]> {
	const { results } = await db.prepare(`SELECT * FROM ${quoted(table)}`).all()
	return results.map((row) => JSON.stringify(row)).toSorted()
}

// The backup's source may raise an alert after its notifications were copied.
const isNoAlert = (row: string) => !row.includes('"platform.alert"')

/** Expects the same rows in every copied table and in the balances of two databases. Returns how many tables have rows. */
export async function expectSame(one: D1Database, other: D1Database): Promise<number> {
	let filled = 0
	for (const table of [...COPIED, 'credit_accounts']) {
		const rows = (await rowsOf(one, table)).filter(isNoAlert)
		expect({ table, rows: (await rowsOf(other, table)).filter(isNoAlert) }).toEqual({ table, rows })
		if (rows.length > 0) filled += 1
	}
	const counters = 'SELECT name, day, value FROM counters WHERE value <> 0 ORDER BY name, day'
	expect((await other.prepare(counters).all()).results).toEqual((await one.prepare(counters).all()).results)
	return filled
}
