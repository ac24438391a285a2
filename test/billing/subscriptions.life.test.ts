import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { cutAt } from '../support/cut.ts'
import { counted, withD1 } from '../support/d1.ts'
import { expireSubscriptions, systemContext } from '../support/program.ts'
import { refused } from '../support/reverts.ts'
import { eventsOf, newOrg } from '../support/runs.ts'
import { admin, create, unique } from '../support/world.ts'

// Each change of a subscription emits one event, in the batch of the change.

const period = { current_period_start: '2026-01-01T00:00:00Z', current_period_end: '2126-01-01T00:00:00Z' }
const lapsed = { current_period_start: '2026-01-01T00:00:00Z', current_period_end: '2026-02-01T00:00:00Z' }

const expire = (chunk_size?: number) => expireSubscriptions(systemContext(env), chunk_size)
const readOf = async (id: string) => (await (await admin()).get(`/v1/subscriptions/${id}`)).body
const writtenStatus = (id: string) =>
	env.DB.prepare('SELECT status FROM subscriptions WHERE id = ?').bind(id).first('status')

async function grantOf(org_id: string, key: string) {
	const { body } = await (await admin()).get(`/v1/entitlements?org_id=${org_id}`)
	return body.find((entitlement: { key: string }) => entitlement.key === key)?.value
}

/** A subscription that ends a minute from now, and its org. */
async function ending(fields: object = {}) {
	const [org_id, end] = [await newOrg(), Date.now() + 60_000]
	const subscription = await create.subscription(org_id, { current_period_end: new Date(end).toISOString(), ...fields })
	return { org_id, end, subscription }
}

test('creating emits one event with the record, also for a repeated key, and none for a refusal', async () => {
	const [root, org_id, plan] = [await admin(), await newOrg(), await create.plan()]
	const key = { headers: { 'Idempotency-Key': unique('key') } }
	const body = { org_id, plan_id: plan.id, ...period }
	const [first] = [await root.post('/v1/subscriptions', body, key), await root.post('/v1/subscriptions', body, key)]
	expect((await root.post('/v1/subscriptions', body)).status).toBe(409)
	expect(await eventsOf(org_id)).toEqual([{ type: 'subscription.created', data: first.body }])
})

test('of concurrent cancels all return the same record, and only the one that cancelled emits an event', async () => {
	const [root, org_id] = [await admin(), await newOrg()]
	const subscription = await create.subscription(org_id)
	const path = `/v1/subscriptions/${subscription.id}`
	const responses = await Promise.all(Array.from({ length: 6 }, () => root.delete(path)))
	const [response] = responses
	for (const { status, body } of responses) expect({ status, body }).toEqual({ status: 200, body: response?.body })
	expect((await root.delete(path)).status).toBe(200)
	expect(response?.body).toMatchObject({ status: 'cancelled', cancelled_at: expect.any(String) })
	expect(await eventsOf(org_id)).toEqual([
		{ type: 'subscription.created', data: subscription },
		{ type: 'subscription.cancelled', data: response?.body },
	])
	await expire()
	expect(await readOf(subscription.id)).toEqual(response?.body)
	expect(await eventsOf(org_id)).toHaveLength(2)
})

test('cancelling an expired subscription is 409 and emits nothing, before and after the job emits its expiry', async () => {
	const [root, org_id] = [await admin(), await newOrg()]
	const { id } = await create.subscription(org_id, lapsed)
	const types = async () => (await eventsOf(org_id)).map(({ type }) => type)
	const refusal = refused('subscription.expired')
	expect(await root.delete(`/v1/subscriptions/${id}`)).toMatchObject(refusal)
	expect(await readOf(id)).toMatchObject({ status: 'expired', cancelled_at: null })
	expect(await types()).toEqual(['subscription.created'])
	await expire()
	expect(await root.delete(`/v1/subscriptions/${id}`)).toMatchObject(refusal)
	expect(await types()).toEqual(['subscription.created', 'subscription.expired'])
})

test('entitlements, status and tag change at the moment a period ends; the job writes the row and emits one event', async () => {
	const plan = await create.plan({ entitlements: [{ key: 'support.level', value: 'gold', value_type: 'string' }] })
	const { org_id, end, subscription } = await ending({ plan_id: plan.id })
	const tag = async () => (await (await admin()).get(`/v1/subscriptions/${subscription.id}`)).headers.get('ETag')
	vi.useFakeTimers({ now: end - 1, toFake: ['Date'] })
	const before = await tag()
	await expire()
	expect(await readOf(subscription.id)).toEqual(subscription)
	expect(await grantOf(org_id, 'support.level')).toBe('gold')
	expect(await writtenStatus(subscription.id)).toBe('active')
	vi.setSystemTime(end)
	expect(await grantOf(org_id, 'support.level')).toBeUndefined()
	expect(await readOf(subscription.id)).toEqual({ ...subscription, status: 'expired' })
	expect(await tag()).not.toBe(before)
	expect(await writtenStatus(subscription.id)).toBe('active')
	for (let run = 0; run < 3; run += 1) await expire()
	expect(await writtenStatus(subscription.id)).toBe('expired')
	const expired = { ...subscription, status: 'expired' }
	expect(await readOf(subscription.id)).toEqual(expired)
	expect(await eventsOf(org_id)).toEqual([
		{ type: 'subscription.created', data: subscription },
		{ type: 'subscription.expired', data: expired },
	])
})

test('a new subscription ends an expired one and emits that first; the job emits nothing more', async () => {
	const org_id = await newOrg()
	const first = await create.subscription(org_id, lapsed)
	const second = await create.subscription(org_id)
	const expected = [
		{ type: 'subscription.created', data: first },
		{ type: 'subscription.expired', data: { ...first, status: 'expired' } },
		{ type: 'subscription.created', data: second },
	]
	expect(await eventsOf(org_id)).toEqual(expected)
	await expire()
	expect(await eventsOf(org_id)).toEqual(expected)
	expect(await readOf(second.id)).toEqual(second)
})

test('a refused subscription ends nothing and emits nothing', async () => {
	const [root, org_id] = [await admin(), await newOrg()]
	const first = await create.subscription(org_id, lapsed)
	expect((await root.post('/v1/subscriptions', { org_id, plan_id: 'x', ...period })).status).toBe(400)
	expect(await writtenStatus(first.id)).toBe('active')
	expect(await eventsOf(org_id)).toHaveLength(1)
})

test('concurrent jobs emit each expiry once, even while subscriptions are created', async () => {
	const [root, plan] = [await admin(), await create.plan()]
	const orgs = await Promise.all(Array.from({ length: 8 }, newOrg))
	await Promise.all(orgs.map((org_id) => create.subscription(org_id, { plan_id: plan.id, ...lapsed })))
	const again = orgs
		.slice(0, 4)
		.map((org_id) => root.post('/v1/subscriptions', { org_id, plan_id: plan.id, ...period }))
	const [responses] = await Promise.all([Promise.all(again), expire(), expire(), expire()])
	expect(responses.map(({ status }) => status)).toEqual(Array<number>(4).fill(201))
	for (const org_id of orgs)
		expect((await eventsOf(org_id)).filter(({ type }) => type === 'subscription.expired')).toHaveLength(1)
})

test.each([
	['INSERT', 'events'],
	['UPDATE', 'subscriptions'],
] as const)(
	'a job interrupted at its %s of %s leaves nothing, and the next one emits the events',
	async (verb, table) => {
		const { org_id, end, subscription } = await ending()
		vi.useFakeTimers({ now: end, toFake: ['Date'] })
		await cutAt(verb, table, () => expect(expire()).rejects.toThrow('cut'), 'if there is one')
		expect(await writtenStatus(subscription.id)).toBe('active')
		expect(await eventsOf(org_id)).toHaveLength(1)
		await expire()
		await expire()
		expect((await eventsOf(org_id)).map(({ type }) => type)).toEqual(['subscription.created', 'subscription.expired'])
	},
)

test.each([
	['INSERT', 'events'],
	['UPDATE', 'subscriptions'],
	['INSERT', 'audit_logs'],
] as const)('a cancel and a creation interrupted at their %s of %s leave nothing', async (verb, table) => {
	const [root, org_id, other, plan] = [await admin(), await newOrg(), await newOrg(), await create.plan()]
	const subscription = await create.subscription(org_id)
	const left = await create.subscription(other, lapsed)
	const [cancel, creation] = await cutAt(verb, table, async () => [
		await root.delete(`/v1/subscriptions/${subscription.id}`),
		await root.post('/v1/subscriptions', { org_id: other, plan_id: plan.id, ...period }),
	])
	expect([cancel?.status, creation?.status]).toEqual([500, 500])
	expect(await readOf(subscription.id)).toEqual(subscription)
	expect(await writtenStatus(left.id)).toBe('active')
	expect(await eventsOf(org_id)).toHaveLength(1)
	expect(await eventsOf(other)).toHaveLength(1)
})

/** This many orgs, each with a lapsed subscription. */
async function backlog(count: number) {
	const plan = await create.plan()
	const ids = JSON.stringify(Array.from({ length: count }, () => unique('org_backlog')))
	await env.DB.batch([
		env.DB.prepare(
			"INSERT INTO orgs (id, name, created_at) SELECT value, value, '2026-11-01T00:00:00.000Z' FROM json_each(?)",
		).bind(ids),
		env.DB.prepare(
			`INSERT INTO subscriptions (id, org_id, plan_id, current_period_start, current_period_end, created_at)
			SELECT 'sub_' || value, value, ?, '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '' FROM json_each(?)`,
		).bind(plan.id, ids),
	])
	const expiredAndEmitted = async () =>
		env.DB.prepare(
			`SELECT (SELECT count(*) FROM subscriptions WHERE status = 'expired' AND org_id IN (SELECT value FROM json_each(?1))) AS expired,
			(SELECT count(*) FROM events WHERE type = 'subscription.expired' AND org_id IN (SELECT value FROM json_each(?1))) AS emitted`,
		)
			.bind(ids)
			.first()
	return { expiredAndEmitted }
}

test('a backlog is processed in chunks that only read their own rows, and an idle job makes one read', async () => {
	await expire()
	const { expiredAndEmitted } = await backlog(22)
	expect((await counted(() => expire(10))).calls).toBe(6)
	expect(await expiredAndEmitted()).toEqual({ expired: 22, emitted: 22 })
	expect(await counted(() => expire())).toEqual({ calls: 1, rows_read: 1, rows_written: 0 })
})

test('a job interrupted between chunks keeps the finished ones, and the next job does the rest', async () => {
	await expire()
	const { expiredAndEmitted } = await backlog(12)
	const c = systemContext(env)
	const { writer } = c.var.database
	const send = writer.batch.bind(writer)
	let batches = 0
	vi.spyOn(writer, 'batch').mockImplementation(async (statements) => {
		batches += 1
		if (batches === 1) return send(statements)
		return withD1(
			() => Promise.reject(new Error('D1_ERROR: Network connection lost.')),
			() => send(statements),
		)
	})
	await expect(expireSubscriptions(c, 10)).rejects.toThrow('database.unreachable')
	expect(await expiredAndEmitted()).toEqual({ expired: 10, emitted: 10 })
	await expire()
	expect(await expiredAndEmitted()).toEqual({ expired: 12, emitted: 12 })
})

test('the job ends at most twenty chunks at a time, and reads those rows, not the backlog', async () => {
	await expire()
	const { expiredAndEmitted } = await backlog(401)
	const { rows_read } = await counted(() => expire(10))
	expect(rows_read).toBeLessThan(200 * 13)
	expect(await expiredAndEmitted()).toEqual({ expired: 200, emitted: 200 })
	await expire()
	expect(await expiredAndEmitted()).toEqual({ expired: 401, emitted: 401 })
})
