import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { LENIENT, type Reply } from '../support/api.ts'
import { counted, sendingBy, withD1 } from '../support/d1.ts'
import { operator } from '../support/operators.ts'
import worker from '../support/program.ts'
import { samplesOf } from '../support/samples.ts'
import { SPEC } from '../support/spec.ts'
import { sampleWorld } from '../support/spec/row.ts'
import { admin, unique, user, world } from '../support/world.ts'

const under = (key: string) => ({ headers: { 'Idempotency-Key': key } })

const here = await sampleWorld()
const unkept = SPEC.flatMap((row) =>
	row.method === 'POST' && row.path.startsWith('/v1/') && !row.asks && !row.noSample && row.notReplayed
		? [[row.name, row.notReplayed, row] as const]
		: [],
)

test.each(unkept)('%s replays nothing: %s', async (_name, _why, row) => {
	for (const sample of await samplesOf(row, here)) {
		const { headers } = under(unique('key'))
		await sample.succeed(headers)
		const again = await sample.send(headers)
		expect(again.headers.get('Idempotency-Replayed')).toBeNull()
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

test('an idempotency key belongs to its caller and its path', async () => {
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

test("a caller who may no longer call an operation gets no replay, and their body isn't read", async () => {
	const [root, deputy] = [await admin(), await operator(['admin'])]
	const grant = `/v1/admin/users/${deputy.user_id}/platform-admin`
	const batch = { count: 2, type: 'credits', value: '100' }
	const path = '/v1/admin/redemption-codes/batch'
	const key = unique('key')
	const { body: codes } = await deputy.post(path, batch, under(key))
	expect((await deputy.post(path, batch, under(key))).body).toEqual(codes)
	await root.delete(grant)
	await deputy.get('/v1/plans')
	for (const body of [batch, '{'])
		for (const one of [key, unique('key')]) {
			let response: Reply | undefined
			const { calls } = await counted(async () => {
				response = await deputy.post(path, body, under(one))
			})
			expect(response).toMatchObject({ status: 403, body: { details: { permission: 'money.write' } } })
			expect(response?.headers.get('Idempotency-Replayed')).toBeNull()
			expect(calls).toBe(0)
		}
})

test("a body that isn't JSON is refused as it is without a key", async () => {
	const root = await admin()
	for (const body of ['{', 'null', '[', '[{"org_id":1},null,"x"]', 'a;b\n1;2'])
		for (const path of ['/v1/admin/orgs', '/v1/runtime/runs']) {
			const [without, under_key] = [await root.post(path, body), await root.post(path, body, under(unique('key')))]
			expect(under_key.status, `${path} ${body}`).toBe(without.status)
			expect(under_key.status).toBeOneOf([400, 403, 422])
		}
})

test('a replay makes one D1 call', async () => {
	const root = await admin()
	const key = unique('key')
	const create = () => root.post('/v1/admin/orgs', { name: key }, under(key))
	await create()
	expect((await counted(create)).calls).toBe(1)
})

test("a repeat while the first request runs doesn't affect the first one", async () => {
	const root = await admin()
	const key = unique('key')
	const create = () => root.post('/v1/admin/orgs', { name: key }, under(key))
	await create()
	const responses = await Promise.all(Array.from({ length: 10 }, create))
	expect(responses.map(({ headers }) => headers.get('Idempotency-Replayed'))).toEqual(Array<string>(10).fill('true'))
})

test('of many requests with one key, one has its effect, and the others replay it or are refused', async () => {
	const root = await admin()
	const key = unique('key')
	const name = unique('org')
	const responses = await Promise.all(
		Array.from({ length: 20 }, () => root.post('/v1/admin/orgs', { name }, under(key))),
	)
	const created = responses.filter(({ status }) => status === 201)
	const refused = responses.filter(({ status }) => status === 409)
	expect(created.length + refused.length).toBe(20)
	expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
	expect(created.filter(({ headers }) => headers.get('Idempotency-Replayed') === null)).toHaveLength(1)
	for (const { body } of refused) expect(body.details.reason).toBe('idempotency.in_progress')
	expect((await root.get(`/v1/admin/orgs?q=${name}`)).body).toHaveLength(1)
})

test('a repeat that comes while the first request writes is 409, and leaves the first its effect', async () => {
	const root = await admin()
	const key = unique('key')
	const create = () => root.post('/v1/admin/orgs', { name: key }, under(key))
	const repeats: Reply[] = []
	let isWriting = false
	const first = await sendingBy(
		(send) =>
			async function (...args) {
				if (!isWriting && /insert into \\?"orgs/i.test(JSON.stringify(args))) {
					isWriting = true
					repeats.push(await create())
				}
				return send.apply(this, args)
			},
		create,
	)
	expect(repeats).toMatchObject([{ status: 409, body: { details: { reason: 'idempotency.in_progress' } } }])
	expect(first.status).toBe(201)
	expect(first.headers.get('Idempotency-Replayed')).toBeNull()
	expect((await root.get(`/v1/admin/orgs?q=${key}`)).body).toMatchObject([{ id: first.body.id }])
})

test('a concurrent duplicate in another isolate replays what the first request stored', async () => {
	const root = await admin()
	const key = unique('key')
	const body = { name: unique('org') }
	const first = await root.post('/v1/admin/orgs', body, under(key))
	// The first look finds nothing, as for a duplicate that started before the first request ended.
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
		return send.apply(this, isLook ? [args[0], args[1], ['[]', 'nothing', 1], ...args.slice(3)] : args)
	})
	const duplicate = await root.post('/v1/admin/orgs', body, under(key))
	spy.mockRestore()
	expect(looked).toBe(true)
	expect(duplicate).toMatchObject({ status: 201, body: first.body })
	expect(duplicate.headers.get('Idempotency-Replayed')).toBe('true')
	expect((await root.get(`/v1/admin/orgs?q=${body.name}`)).body).toHaveLength(1)
})

test("a refusal isn't stored, so the same key can be tried again", async () => {
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

test('a stored response is no longer replayed after a day', async () => {
	const root = await admin()
	const key = unique('key')
	const body = { name: unique('org') }
	const first = await root.post('/v1/admin/orgs', body, under(key))
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

test('an idempotency key has 1 to 255 characters', async () => {
	const root = await admin()
	for (const key of ['', 'k'.repeat(256)])
		expect(await root.post('/v1/admin/orgs', { name: unique('org') }, under(key))).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path: 'Idempotency-Key' }] } },
		})
	expect((await root.post('/v1/admin/orgs', { name: unique('org') }, under('k'.repeat(255)))).status).toBe(201)
})

test('signing in stores no response', async () => {
	const caller = await user()
	await caller.post('/v1/auth/logout', undefined, under(unique('key')))
	const { results } = await env.DB.prepare("SELECT id FROM idempotency_keys WHERE body LIKE '%access_token%'").all()
	expect(results).toEqual([])
})

test('what an operation ignores is no org of a stored response, however deep it is nested', async () => {
	const owner = await user()
	const source = `{"name":"k","org_id":${'['.repeat(2_000)}${']'.repeat(2_000)}}`
	const headers = { ...LENIENT.headers, 'Idempotency-Key': unique('key') }
	const { status, body } = await owner.post('/v1/api-keys', source, { headers })
	expect(status).toBe(201)
	expect(await owner.post('/v1/api-keys', source, { headers })).toMatchObject({ status: 201, body: { id: body.id } })
})
