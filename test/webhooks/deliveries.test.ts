import { env } from 'cloudflare:workers'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { type EventType } from '../../src/worker/webhooks/endpoints/event-names.ts'
import { budgetsOf, newBudget } from '../support/budgets.ts'
import { EVENT_TYPES } from '../support/program.ts'
import {
	fakeReceivers,
	headersOf,
	holds,
	LATER_EVENTS,
	type Received,
	receiver,
	run,
	signal,
} from '../support/receiver.ts'
import { create, unique, user, world } from '../support/world.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

beforeEach(fakeReceivers)

describe('a delivery', () => {
	test('is the event, signed, under one id', async () => {
		const caller = await user()
		const hook = await receiver(caller, { secret: SECRET })
		await run(caller, { total_input_tokens: 7, model: 'größer 🧮' })
		await signal(hook.id)
		expect(hook.received).toHaveLength(1)
		const [one] = hook.received as [Received]
		expect(headersOf(one)).toMatchObject({
			'content-type': 'application/json',
			'webhook-id': expect.stringMatching(/^evt_/),
			'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
			'webhook-signature': expect.stringMatching(/^v1a,\S+ v1,\S+$/),
		})
		expect(holds(one, hook.created.public_key)).toBe(true)
		expect(holds({ ...one, body: one.body.replace('7', '8') }, hook.created.public_key)).toBe(false)
		expect(new Webhook(SECRET).verify(one.body, headersOf(one))).toEqual(JSON.parse(one.body))
		const { type, timestamp, data } = JSON.parse(one.body)
		expect({ type, timestamp }).toEqual({ type: 'run.completed', timestamp: expect.stringMatching(/Z$/) })
		expect(data).toMatchObject({ total_input_tokens: 7, model: 'größer 🧮' })
		expect(await hook.deliveries()).toMatchObject([
			{
				id: expect.stringMatching(/^dlv_/),
				event_id: one.headers.get('webhook-id'),
				type: 'run.completed',
				status: 'delivered',
				attempt_count: 1,
				next_attempt_at: null,
				attempts: [{ attempt: 1, status_code: 204, error: null, response: '' }],
			},
		])
		const [{ attempts }] = await hook.deliveries()
		const { 'Content-Type': content, 'User-Agent': agent, ...own } = attempts[0].request_headers
		expect([content, agent]).toEqual([one.headers.get('content-type'), one.headers.get('user-agent')])
		expect(headersOf(one)).toMatchObject(own)
		expect(Object.keys(own)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
		expect((await hook.read()).success_rate).toBe(1)
	})

	test('goes only to the endpoints of its org that subscribe to it', async () => {
		const [caller, other] = [await user(), await user()]
		const hooks = await Promise.all([
			receiver(caller, { events: ['run.failed', 'run.completed'] }),
			receiver(caller, { events: ['run.failed'] }),
			receiver(caller, { events: ['*'] }),
			receiver(other),
		])
		await run(caller)
		for (const { id } of hooks) await signal(id)
		const counts = await Promise.all(hooks.map(async ({ deliveries }) => (await deliveries()).length))
		expect(counts).toEqual([1, 0, 1, 0])
	})

	test('matches its schema, for every type that takes more than one write', async () => {
		const { owner: caller, org_id, admin: root } = await world()
		const hook = await receiver(caller)
		const received = new Map<string, unknown>()
		hook.state.reply = ({ body }) => {
			const { type, data } = JSON.parse(body)
			received.set(type, data)
			return new Response(null, { status: 204 })
		}
		await root.post('/v1/admin/credits/adjust', { org_id, amount: 150 })
		await caller.post(budgetsOf(caller), newBudget({ scope: 'org', unit: 'runs', limit: 1, alerts: [100] }))
		await run(caller, { total_cost_usd: 0.06 })
		await root.post('/v1/runtime/runs/begin', { run_id: unique('run'), org_id, ask: { reason: 'One more' } })
		await run(caller, { total_cost_usd: 1, status: 'failed' })
		await run(caller, { status: 'cancelled' })
		const ended = { current_period_start: '2020-01-01T00:00:00Z', current_period_end: '2020-02-01T00:00:00Z' }
		await create.subscription(org_id, ended)
		await create.subscription(org_id)
		const gone = await receiver(caller, { events: ['run.failed'] }, () => new Response(null, { status: 410 }))
		await caller.post(`${gone.path}/test`)
		await signal(gone.id)
		// Only a job of the platform emits this one: `operations/alerts.test.ts`.
		const types = Object.keys(EVENT_TYPES).filter((type) => LATER_EVENTS.test(type) && type !== 'platform.alert')
		await signal(hook.id)
		expect([...received.keys()].filter((type) => LATER_EVENTS.test(type)).sort()).toEqual(types.sort())
		for (const [type, data] of received) expect(EVENT_TYPES[type as EventType].data.parse(data), type).toEqual(data)
	})
})

describe('a disabled endpoint', () => {
	test('gets nothing; what it missed is kept and can be recovered from a given time', async () => {
		const caller = await user()
		const hook = await receiver(caller)
		await caller.patch(hook.path, { enabled: false })
		await run(caller)
		await run(caller)
		await signal(hook.id)
		expect(hook.received).toEqual([])
		expect(await hook.deliveries()).toMatchObject([{ status: 'skipped', next_attempt_at: null }, { status: 'skipped' }])
		const recover = (since: string) => caller.post(`${hook.path}/recover`, { since })
		expect(await recover('2026-01-01T00:00:00Z')).toMatchObject({
			status: 409,
			body: { details: { reason: 'webhook_endpoints.disabled' } },
		})
		expect((await caller.post(`${hook.path}/test`)).status).toBe(409)
		await caller.patch(hook.path, { enabled: true })
		expect((await recover('2999-01-01T00:00:00Z')).body).toEqual({ recovered: 0, has_more: false })
		expect((await recover('2026-01-01T00:00:00Z')).body).toEqual({ recovered: 2, has_more: false })
		await signal(hook.id)
		expect(hook.received).toHaveLength(2)
		expect((await recover('2026-01-01T00:00:00Z')).body.recovered).toBe(0)
		expect(await caller.post(`${hook.path}/recover`, {})).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path: 'since' }] } },
		})
	})

	test('continues with what was waiting when it is enabled again', async () => {
		const caller = await user()
		const hook = await receiver(caller, {}, () => new Response(null, { status: 500 }))
		await run(caller)
		await signal(hook.id)
		expect(hook.received).toHaveLength(1)
		await caller.patch(hook.path, { enabled: false })
		await hook.hurry()
		await signal(hook.id)
		expect(hook.received).toHaveLength(1)
		hook.state.reply = () => new Response(null, { status: 200 })
		await caller.patch(hook.path, { enabled: true })
		await signal(hook.id)
		expect((await hook.deliveries())[0].status).toBe('delivered')
	})
})

describe('rotation', () => {
	test('for a day both keys and both secrets sign, then only the new ones', async () => {
		const caller = await user()
		const hook = await receiver(caller, { secret: SECRET })
		const newer = `whsec_${btoa('n'.repeat(32))}`
		await caller.patch(hook.path, { secret: newer })
		const { public_key, previous_public_key } = (await caller.post(`${hook.path}/rotate-key`)).body
		expect(previous_public_key).toBe(hook.created.public_key)
		const next = async () => {
			const before = hook.received.length
			await run(caller)
			await signal(hook.id)
			expect(hook.received.length).toBe(before + 1)
			return hook.received.at(-1) as Received
		}
		const during = await next()
		for (const key of [public_key, previous_public_key]) expect(holds(during, key)).toBe(true)
		for (const secret of [SECRET, newer])
			expect(new Webhook(secret).verify(during.body, headersOf(during))).toBeTruthy()
		const yesterday = new Date(Date.now() - 1000).toISOString()
		await env.DB.prepare(
			'UPDATE webhook_endpoints SET previous_key_until = ?1, previous_secret_until = ?1 WHERE id = ?2',
		)
			.bind(yesterday, hook.id)
			.run()
		const after = await next()
		expect([holds(after, public_key), holds(after, previous_public_key)]).toEqual([true, false])
		expect(new Webhook(newer).verify(after.body, headersOf(after))).toBeTruthy()
		expect(() => new Webhook(SECRET).verify(after.body, headersOf(after))).toThrow('No matching signature')
		await caller.patch(hook.path, { secret: null })
		await env.DB.prepare('UPDATE webhook_endpoints SET previous_secret_until = ?1 WHERE id = ?2')
			.bind(yesterday, hook.id)
			.run()
		expect((await next()).headers.get('webhook-signature')).toMatch(/^v1a,\S+$/)
	})
})

test('a ping goes only to the tested endpoint, whatever it subscribes to', async () => {
	const caller = await user()
	const [hook, other] = [await receiver(caller, { events: ['run.failed'] }), await receiver(caller)]
	const reply = await caller.post(`${hook.path}/test`)
	expect(reply).toMatchObject({ status: 202, body: { type: 'ping', status: 'pending', attempts: [] } })
	await signal(hook.id)
	await signal(other.id)
	expect(hook.received).toHaveLength(1)
	expect(JSON.parse(hook.received[0]?.body ?? '{}')).toMatchObject({ type: 'ping', data: { endpoint_id: hook.id } })
	expect(await other.deliveries()).toEqual([])
})

test('deliveries page by cursor and filter by status, without reading the others', async () => {
	const caller = await user()
	const hook = await receiver(caller)
	await caller.patch(hook.path, { enabled: false })
	for (let i = 0; i < 5; i += 1) await run(caller)
	const first = await caller.get(`${hook.path}/deliveries?limit=3`)
	const second = await caller.get(`${hook.path}/deliveries?limit=3&cursor=${first.headers.get('Next-Cursor')}`)
	const ids = [...first.body, ...second.body].map(({ event_id }: { event_id: string }) => event_id)
	expect(ids).toEqual([...new Set(ids)].sort().toReversed())
	expect(ids).toHaveLength(5)
	expect(await hook.deliveries('?status=delivered')).toEqual([])
	expect((await caller.get(`${hook.path}/deliveries?status=lost`)).status).toBe(400)
	expect((await caller.post(`${hook.path}/deliveries/dlv_none/redeliver`)).status).toBe(409)
	await caller.patch(hook.path, { enabled: true })
	expect((await caller.post(`${hook.path}/deliveries/dlv_none/redeliver`)).status).toBe(404)
})
