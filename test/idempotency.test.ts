import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { declared } from './support/api.ts'
import { withD1 } from './support/d1.ts'
import { admin, create, unique, user, world } from './support/world.ts'

const under = (key: string) => ({ headers: { 'Idempotency-Key': key } })

/** A valid body for each POST that writes, by its path; made anew for each test so that nothing collides. */
async function writingPosts(): Promise<Record<string, () => Promise<{ path: string; body: object }>>> {
	const { org_id } = await user()
	const flag = await create.featureFlag()
	const plan = await create.plan()
	const period = { current_period_start: '2026-01-01T00:00:00Z', current_period_end: '2126-01-01T00:00:00Z' }
	const llm = { name: unique('llm'), provider: 'vendor_b', api_key: 'sk-0123456789abcdef' }
	const provider = (await (await admin()).post('/v1/llm-providers', llm)).body
	const at = (path: string, body: object) => async () => ({ path, body })
	const hook = { url: 'https://hooks.example.com', events: ['*'] }
	const { id: endpoint_id } = (await (await admin()).post('/v1/webhook-endpoints', hook)).body
	const endpoint = `/v1/webhook-endpoints/${endpoint_id}`
	const { id: delivery_id } = (await (await admin()).post(`${endpoint}/test`)).body
	return {
		'/v1/plans': at('/v1/plans', {
			name: unique('plan'),
			display_name: 'Plan',
			entitlements: [{ key: 'a.b', value: '1', value_type: 'integer' }],
		}),
		'/v1/subscriptions': at('/v1/subscriptions', { org_id, plan_id: plan.id, ...period }),
		'/v1/entitlement-overrides': at('/v1/entitlement-overrides', {
			org_id,
			key: 'a.b',
			value: 'true',
			value_type: 'boolean',
		}),
		'/v1/admin/redemption-codes/batch': at('/v1/admin/redemption-codes/batch', {
			count: 3,
			type: 'credits',
			value: '5',
		}),
		'/v1/me/redeem': at('/v1/me/redeem', { code: (await create.redemptionCode()).code }),
		'/v1/admin/credits/adjust': at('/v1/admin/credits/adjust', { org_id, amount: 10 }),
		'/v1/admin/credits/bulk-adjust': at('/v1/admin/credits/bulk-adjust', { amount: 10 }),
		'/v1/admin/credits/reset-all': at('/v1/admin/credits/reset-all', {}),
		'/v1/runtime/runs': at('/v1/runtime/runs', { run_id: unique('run'), org_id, status: 'completed' }),
		'/v1/admin/notifications/broadcasts': at('/v1/admin/notifications/broadcasts', {
			type: 'announcement',
			title: unique('title'),
			body: 'Body',
			target: org_id,
		}),
		'/v1/webhook-endpoints': at('/v1/webhook-endpoints', hook),
		'/v1/webhook-endpoints/:endpoint_id/test': at(`${endpoint}/test`, {}),
		'/v1/webhook-endpoints/:endpoint_id/recover': at(`${endpoint}/recover`, { since: '2026-01-01T00:00:00Z' }),
		'/v1/webhook-endpoints/:endpoint_id/rotate-key': at(`${endpoint}/rotate-key`, {}),
		'/v1/webhook-endpoints/:endpoint_id/deliveries/:delivery_id/redeliver': at(
			`${endpoint}/deliveries/${delivery_id}/redeliver`,
			{},
		),
		'/v1/me/invite-code/reset': at('/v1/me/invite-code/reset', {}),
		'/v1/feature-flags': at('/v1/feature-flags', { key: unique('flag'), default_value: true }),
		'/v1/feature-flags/:key/org-overrides': at(`/v1/feature-flags/${flag.key}/org-overrides`, {
			org_id,
			enabled: true,
		}),
		'/v1/admin/orgs': at('/v1/admin/orgs', { name: unique('org') }),
		'/v1/ip-rules': at('/v1/ip-rules', { type: 'blocklist', cidr: '198.51.100.200' }),
		'/v1/llm-providers': at('/v1/llm-providers', {
			name: unique('llm'),
			provider: 'vendor_a',
			api_key: 'sk-0123456789abcdef',
		}),
		'/v1/llm-providers/:provider_id/models': at(`/v1/llm-providers/${provider.id}/models`, { model: unique('model') }),
		'/v1/mcp-configs': at('/v1/mcp-configs', { name: unique('mcp'), transport: 'stdio', command: 'run' }),
		'/v1/api-keys': at('/v1/api-keys', { name: unique('key'), scopes: ['data.secrets'] }),
	}
}

/** POSTs that change nothing, and so have nothing to replay. */
const ONLY_ASK = [
	'/v1/admin/gateway-config/rehearse',
	'/v1/ip-rules/check',
	'/v1/llm-providers/resolve',
	'/v1/mcp-configs/:config_id/test',
	'/v1/admin/credits/verify',
	'/v1/admin/usage/verify',
	// Needs a server to send to: held to the same in its own tests.
	'/v1/admin/email/test',
]

/** POSTs that make no record of their own, and those that make one that is carried out later. */
const ANSWERS_200 = /^\/v1\/(me\/|runtime\/|admin\/credits\/)|\/(recover|rotate-key)$/
const ANSWERS_202 = /\/(test|redeliver|broadcasts)$/

/** Reports of runs change no setting; there are too many to audit. */
const NOT_AUDITED = ['/v1/runtime/runs']

test('every POST that writes replays its first answer and does nothing twice', async () => {
	const root = await admin()
	const posts = await writingPosts()
	const writing = declared.filter(
		({ method, path }) =>
			method === 'POST' && path.startsWith('/v1/') && !path.startsWith('/v1/auth/') && !ONLY_ASK.includes(path),
	)
	expect(writing.map(({ path }) => path).sort()).toEqual(Object.keys(posts).sort())
	for (const make of Object.values(posts)) {
		const { path, body } = await make()
		const key = unique('key')
		const first = await root.post(path, body, under(key))
		const again = await root.post(path, body, under(key))
		const { key: _shownOnce, ...kept } = path === '/v1/api-keys' ? first.body : { ...first.body, key: undefined }
		const status = ANSWERS_200.test(path) ? 200 : ANSWERS_202.test(path) ? 202 : 201
		expect({ path, status: first.status }).toEqual({ path, status })
		expect({ path, status: again.status }).toEqual({ path, status })
		expect(first.headers.get('Idempotency-Replayed')).toBeNull()
		expect(again.headers.get('Idempotency-Replayed')).toBe('true')
		expect(again.body).toEqual(path === '/v1/api-keys' ? kept : first.body)
		const { results } = await env.DB.prepare('SELECT action FROM audit_logs WHERE trace_id IN (?, ?)')
			.bind(first.headers.get('X-Trace-Id'), again.headers.get('X-Trace-Id'))
			.all()
		expect(results, path).toHaveLength(NOT_AUDITED.includes(path) ? 0 : 1)
	}
})

test('the same key with another body, or another query, is 409', async () => {
	const root = await admin()
	const key = unique('key')
	const body = { key: unique('flag'), default_value: true }
	await root.post('/v1/feature-flags', body, under(key))
	for (const [path, other] of [
		['/v1/feature-flags', { ...body, default_value: false }],
		['/v1/feature-flags?confirm=true', body],
	] as const)
		expect(await root.post(path, other, under(key))).toMatchObject({
			status: 409,
			body: { error: 'conflict', details: { reason: 'idempotency.key_reused' } },
		})
})

test('a key belongs to its caller and its path', async () => {
	const { owner, stranger } = await world()
	const key = unique('key')
	const body = { name: 'same' }
	const [one, two] = [
		await owner.post('/v1/api-keys', body, under(key)),
		await stranger.post('/v1/api-keys', body, under(key)),
	]
	expect([one.status, two.status]).toEqual([201, 201])
	expect(one.body.id).not.toBe(two.body.id)
	const root = await admin()
	expect((await root.post('/v1/admin/orgs', { name: key }, under(key))).status).toBe(201)
	expect((await root.post('/v1/plans', { name: key, display_name: key }, under(key))).status).toBe(201)
})

test('of fifty requests with one key one has its effect; the others replay it or are told of it', async () => {
	const root = await admin()
	const key = unique('key')
	const name = unique('org')
	const answers = await Promise.all(Array.from({ length: 50 }, () => root.post('/v1/admin/orgs', { name }, under(key))))
	const created = answers.filter(({ status }) => status === 201)
	const told = answers.filter(({ status }) => status === 409)
	expect(created.length + told.length).toBe(50)
	expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
	expect(created.filter(({ headers }) => headers.get('Idempotency-Replayed') === null)).toHaveLength(1)
	for (const { body } of told) expect(body.details.reason).toBe('idempotency.in_progress')
	expect((await root.get(`/v1/admin/orgs?q=${name}`)).body).toHaveLength(1)
})

test('a twin at another isolate, which knows nothing of this one, replays what the first one stored', async () => {
	const root = await admin()
	const key = unique('key')
	const body = { name: unique('org') }
	const first = await root.post('/v1/admin/orgs', body, under(key))
	// The first look finds nothing, as it would for a twin that started before the first one ended.
	const { results } = await env.DB.prepare('SELECT * FROM idempotency_keys WHERE body = ?')
		.bind(JSON.stringify(first.body))
		.all<{ id: string }>()
	expect(results).toHaveLength(1)
	const client = Object.getPrototypeOf(env.DB.withSession('first-primary')) as {
		_send: (...args: unknown[]) => Promise<unknown>
	}
	const send = client._send
	let looked = false
	const spy = vi.spyOn(client, '_send').mockImplementation(async function (this: typeof client, ...args) {
		const isLook = !looked && String(args[1]).includes('from "idempotency_keys"')
		if (isLook) looked = true
		return send.apply(this, isLook ? [args[0], args[1], ['nothing', 1], ...args.slice(3)] : args)
	})
	const twin = await root.post('/v1/admin/orgs', body, under(key))
	spy.mockRestore()
	expect(looked).toBe(true)
	expect(twin).toMatchObject({ status: 201, body: first.body })
	expect(twin.headers.get('Idempotency-Replayed')).toBe('true')
	expect((await root.get(`/v1/admin/orgs?q=${body.name}`)).body).toHaveLength(1)
})

test('a refusal is not kept: the same key may be tried again', async () => {
	const root = await admin()
	const key = unique('key')
	const body = { key: unique('flag'), default_value: true }
	expect((await root.post('/v1/feature-flags', { key: 'BAD' }, under(key))).status).toBe(400)
	const lost = await withD1(
		() => Promise.reject(new Error('D1_ERROR: Network connection lost.')),
		() => root.post('/v1/feature-flags', body, under(key)),
	)
	expect(lost.status).toBe(503)
	expect((await root.post('/v1/feature-flags', body, under(key))).status).toBe(201)
})

test('an answer that was lost on its way is replayed after a day no more', async () => {
	const root = await admin()
	const key = unique('key')
	const body = { name: unique('org') }
	const first = await root.post('/v1/admin/orgs', body, under(key))
	const { default: worker } = await import('../src/index.ts')
	vi.useFakeTimers({ now: Date.now() + 86_400_000 + 1_000, toFake: ['Date'] })
	try {
		await env.DB.prepare('DELETE FROM jobs').run()
		await worker.scheduled({} as ScheduledController, env)
	} finally {
		vi.useRealTimers()
	}
	const second = await root.post('/v1/admin/orgs', body, under(key))
	expect(second.status).toBe(201)
	expect(second.body.id).not.toBe(first.body.id)
})

test('a key has 1 to 255 characters', async () => {
	const root = await admin()
	for (const key of ['', 'k'.repeat(256)])
		expect(await root.post('/v1/admin/orgs', { name: unique('org') }, under(key))).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path: 'Idempotency-Key' }] } },
		})
	expect((await root.post('/v1/admin/orgs', { name: unique('org') }, under('k'.repeat(255)))).status).toBe(201)
})

test('signing in stores no answer', async () => {
	const caller = await user()
	await caller.post('/v1/auth/logout', undefined, under(unique('key')))
	const { results } = await env.DB.prepare("SELECT id FROM idempotency_keys WHERE body LIKE '%access_token%'").all()
	expect(results).toEqual([])
})
