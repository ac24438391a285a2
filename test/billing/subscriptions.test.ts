import { afterEach, expect, test, vi } from 'vitest'
import { admin, create, signIn, unique, user, world } from '../support/world.ts'

afterEach(() => vi.useRealTimers())

const invalidField = (path: string) => ({
	status: 400,
	body: { error: 'validation.error', details: { fields: [{ path }] } },
})
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const period = { current_period_start: '2026-01-01T00:00:00Z', current_period_end: '2126-01-01T00:00:00Z' }
const lapsed = { current_period_start: '2026-01-01T00:00:00Z', current_period_end: '2026-02-01T00:00:00Z' }

const newOrg = async () => (await (await admin()).post('/v1/admin/orgs', { name: unique('org') })).body.id as string
const of = async (org_id: string) => (await (await admin()).get(`/v1/subscriptions?org_id=${org_id}`)).body

/** The org's effective entitlement `key`. */
async function grantOf(org_id: string, key: string) {
	const { body } = await (await admin()).get(`/v1/entitlements?org_id=${org_id}`)
	return body.find((entitlement: { key: string }) => entitlement.key === key)
}

test('a created subscription is active, is returned in full, and reads the same', async () => {
	const { admin: root, org_id, member } = await world()
	const plan = await create.plan()
	const response = await root.post('/v1/subscriptions', { org_id, plan_id: plan.id, ...period })
	expect(response.status).toBe(201)
	expect(response.body).toEqual({
		id: expect.any(String),
		org_id,
		plan_id: plan.id,
		status: 'active',
		starts: 'now',
		current_period_start: '2026-01-01T00:00:00.000Z',
		current_period_end: '2126-01-01T00:00:00.000Z',
		cancelled_at: null,
		created_at: isoTime,
	})
	const read = await member.get(`/v1/subscriptions/${response.body.id}`)
	expect(read.status).toBe(200)
	expect(read.body).toEqual(response.body)
	const listed = await member.get('/v1/subscriptions')
	expect(listed.status).toBe(200)
	expect(listed.body).toEqual([response.body])
})

test('times with an offset are stored and returned in UTC', async () => {
	const subscription = await create.subscription(await newOrg(), {
		current_period_start: '2026-01-01T02:00:00+02:00',
		current_period_end: '2125-12-31T19:00:00.1239-05:00',
	})
	expect(subscription).toMatchObject({
		current_period_start: '2026-01-01T00:00:00.000Z',
		current_period_end: '2126-01-01T00:00:00.123Z',
	})
})

const [START, END] = ['current_period_start', 'current_period_end']

const WRONG = [
	['an end before the start', END, '2025-12-31T23:59:59Z'],
	['an end equal to the start', END, period.current_period_start],
	['an end that only its offset puts before the start', END, '2026-01-01T01:00:00+02:00'],
	['a missing start', START, undefined],
	['month 13', START, '2026-13-01T00:00:00Z'],
	['30 February', START, '2026-02-30T00:00:00Z'],
	['29 February of a common year', END, '2027-02-29T00:00:00Z'],
	['a missing offset', END, '2026-12-01T00:00:00'],
	['a date without a time', END, '2026-12-01'],
	['hour 25', END, '2026-12-01T25:00:00Z'],
	['an empty time', START, ''],
	['a number', END, 1_800_000_000],
	['a start whose offset reaches the year 10000', START, '9999-12-31T23:59:59-01:00'],
	['a start whose offset reaches before the year 0', START, '0000-01-01T00:00:00+01:00'],
] as const

test('an impossible time, or an end that is not after the start, is 400 naming its field, and subscribes nobody', async () => {
	const [root, org_id, plan] = [await admin(), await newOrg(), await create.plan()]
	for (const [name, path, time] of WRONG) {
		const response = await root.post('/v1/subscriptions', { org_id, plan_id: plan.id, ...period, [path]: time })
		expect({ name, ...response }).toMatchObject({ name, ...invalidField(path) })
	}
	expect(await of(org_id)).toEqual([])
})

test('an unknown ID in the body returns 400 for its field, and creates no subscription', async () => {
	const [root, org_id, plan] = [await admin(), await newOrg(), await create.plan()]
	const subscribe = (ids: object) => root.post('/v1/subscriptions', { org_id, plan_id: plan.id, ...period, ...ids })
	for (const unknown of ['org_01JD6Z5W3T9V7K2M4N8P0Q1R2S', 'nonsense', 'a\u0000b', '', 7]) {
		expect([unknown, await subscribe({ org_id: unknown })]).toMatchObject([unknown, invalidField('org_id')])
		expect([unknown, await subscribe({ plan_id: unknown })]).toMatchObject([unknown, invalidField('plan_id')])
	}
	const { status, body } = await subscribe({ org_id: plan.id, plan_id: org_id })
	expect({ status, fields: body.details.fields }).toMatchObject({
		status: 400,
		fields: [{ path: 'org_id' }, { path: 'plan_id' }],
	})
	expect(await of(org_id)).toEqual([])
})

test('an org has at most one active subscription at a time: a second returns 409 and the first stays', async () => {
	const org_id = await newOrg()
	const first = await create.subscription(org_id)
	const second = await (
		await admin()
	).post('/v1/subscriptions', { org_id, plan_id: (await create.plan()).id, ...period })
	expect(second).toMatchObject({
		status: 409,
		body: { error: 'conflict', details: { reason: 'subscriptions.overlap' } },
	})
	expect(await of(org_id)).toEqual([first])
})

test('of concurrent subscriptions for one org exactly one is created', async () => {
	const [root, org_id, plan] = [await admin(), await newOrg(), await create.plan()]
	const responses = await Promise.all(
		Array.from({ length: 8 }, () => root.post('/v1/subscriptions', { org_id, plan_id: plan.id, ...period })),
	)
	expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)])
	expect(await of(org_id)).toEqual([responses.find(({ status }) => status === 201)?.body])
})

test('cancelling takes effect immediately: status, time, and the grants end', async () => {
	const [root, org_id] = [await admin(), await newOrg()]
	const plan = await create.plan({ entitlements: [{ key: 'support.level', value: 'gold', value_type: 'string' }] })
	const subscription = await create.subscription(org_id, { plan_id: plan.id })
	expect(await grantOf(org_id, 'support.level')).toMatchObject({ value: 'gold', source: 'plan' })
	const before = Date.now()
	const response = await root.delete(`/v1/subscriptions/${subscription.id}`)
	expect(response.status).toBe(200)
	expect(response.body).toEqual({ ...subscription, status: 'cancelled', cancelled_at: isoTime })
	expect(Date.parse(response.body.cancelled_at)).toBeGreaterThanOrEqual(before)
	expect(Date.parse(response.body.cancelled_at)).toBeLessThanOrEqual(Date.now())
	expect((await root.get(`/v1/subscriptions/${subscription.id}`)).body).toEqual(response.body)
	expect(await grantOf(org_id, 'support.level')).toBeUndefined()
})

test('cancelling again returns the same record', async () => {
	const root = await admin()
	const path = `/v1/subscriptions/${(await create.subscription(await newOrg())).id}`
	vi.useFakeTimers({ now: Date.now() - 60_000, toFake: ['Date'] })
	const cancelled = (await root.delete(path)).body
	vi.useRealTimers()
	expect(await root.delete(path)).toMatchObject({ status: 200, body: cancelled })
	expect((await root.get(path)).body).toEqual(cancelled)
})

test('after a cancel the org can subscribe again', async () => {
	const org_id = await newOrg()
	const first = await create.subscription(org_id)
	await (await admin()).delete(`/v1/subscriptions/${first.id}`)
	const second = await create.subscription(org_id)
	expect(await of(org_id)).toMatchObject([
		{ id: second.id, status: 'active' },
		{ id: first.id, status: 'cancelled' },
	])
})

test('a lapsed subscription reads as expired, grants nothing, and the org can subscribe again', async () => {
	const org_id = await newOrg()
	const plan = await create.plan({ entitlements: [{ key: 'support.level', value: 'gold', value_type: 'string' }] })
	const first = await create.subscription(org_id, { plan_id: plan.id, ...lapsed })
	expect(await of(org_id)).toMatchObject([{ id: first.id, status: 'expired', cancelled_at: null }])
	expect(await grantOf(org_id, 'support.level')).toBeUndefined()
	const second = await create.subscription(org_id, { plan_id: plan.id })
	expect(await of(org_id)).toMatchObject([
		{ id: second.id, status: 'active' },
		{ id: first.id, status: 'expired', cancelled_at: null },
	])
	expect(await grantOf(org_id, 'support.level')).toMatchObject({ value: 'gold', source: 'plan' })
})

test('a subscription expires at the very moment its period ends, and so does its tag', async () => {
	const [root, org_id] = [await admin(), await newOrg()]
	const plan = await create.plan({ entitlements: [{ key: 'support.level', value: 'gold', value_type: 'string' }] })
	const end = Date.now() + 60_000
	const { id } = await create.subscription(org_id, {
		plan_id: plan.id,
		current_period_end: new Date(end).toISOString(),
	})
	const path = `/v1/subscriptions/${id}`
	vi.useFakeTimers({ now: end - 1, toFake: ['Date'] })
	const before = await root.get(path)
	expect(before.body.status).toBe('active')
	expect(await grantOf(org_id, 'support.level')).toMatchObject({ source: 'plan' })
	vi.setSystemTime(end)
	const after = await root.get(path)
	expect(after.body).toMatchObject({ status: 'expired', cancelled_at: null })
	expect(await of(org_id)).toMatchObject([{ id, status: 'expired' }])
	expect(await grantOf(org_id, 'support.level')).toBeUndefined()
	expect(after.headers.get('ETag')).not.toBe(before.headers.get('ETag'))
})

test('cancelling an expired subscription returns 409 and leaves it expired, before and after the job has marked it', async () => {
	const root = await admin()
	const { id, org_id } = await create.subscription((await user()).org_id, lapsed)
	const refusal = { status: 409, body: { error: 'conflict', details: { reason: 'subscription.expired' } } }
	expect(await root.delete(`/v1/subscriptions/${id}`)).toMatchObject(refusal)
	expect((await root.get(`/v1/subscriptions/${id}`)).body).toMatchObject({ status: 'expired', cancelled_at: null })
	// A new subscription writes the expiry of the previous one.
	await create.subscription(org_id)
	expect(await root.delete(`/v1/subscriptions/${id}`)).toMatchObject(refusal)
	expect((await root.delete('/v1/subscriptions/sub_nothing')).status).toBe(404)
})

test('a subscription that has not begun grants nothing', async () => {
	const org_id = await newOrg()
	const plan = await create.plan({ entitlements: [{ key: 'support.level', value: 'gold', value_type: 'string' }] })
	await create.subscription(org_id, { plan_id: plan.id, current_period_start: '2125-01-01T00:00:00Z' })
	expect(await grantOf(org_id, 'support.level')).toBeUndefined()
})

test("members read their own org's subscriptions; another org's return 404 and are in no list", async () => {
	const { org_id, member, owner, stranger } = await world()
	const mine = await create.subscription(org_id)
	const theirs = await create.subscription(stranger.org_id)
	for (const caller of [member, owner]) {
		expect((await caller.get('/v1/subscriptions')).body).toEqual([mine])
		expect(await caller.get(`/v1/subscriptions/${theirs.id}`)).toMatchObject({
			status: 404,
			body: { error: 'not_found' },
		})
	}
	expect((await stranger.get('/v1/subscriptions')).body).toEqual([theirs])
	const other = await stranger.get(`/v1/subscriptions?org_id=${org_id}`)
	expect(JSON.stringify(other.body)).not.toContain(mine.id)
})

test('a user in two orgs reads the subscriptions of the org they act in', async () => {
	const root = await admin()
	const caller = await user()
	const [home, away] = [caller.org_id, await newOrg()]
	await root.put(`/v1/admin/orgs/${away}/members/${caller.user_id}`, { role: 'member' })
	const [atHome, inAway] = [await create.subscription(home), await create.subscription(away)]
	expect((await caller.get('/v1/subscriptions')).body).toEqual([atHome])
	expect((await (await signIn(caller.login, away)).get('/v1/subscriptions')).body).toEqual([inAway])
})

test("a member can't cancel: 403, and the subscription stays active", async () => {
	const { org_id, owner } = await world()
	const subscription = await create.subscription(org_id)
	expect((await owner.delete(`/v1/subscriptions/${subscription.id}`)).status).toBe(403)
	expect((await owner.get(`/v1/subscriptions/${subscription.id}`)).body).toEqual(subscription)
})

test('an unknown or malformed subscription ID returns 404', async () => {
	const root = await admin()
	for (const id of ['sub_01JD6Z5W3T9V7K2M4N8P0Q1R2S', 'x', '%00', "' OR 1=1 --"]) {
		expect([id, await root.get(`/v1/subscriptions/${id}`)]).toMatchObject([
			id,
			{ status: 404, body: { error: 'not_found' } },
		])
		expect([id, await root.delete(`/v1/subscriptions/${id}`)]).toMatchObject([
			id,
			{
				status: 404,
				body: { error: 'not_found' },
			},
		])
	}
})

test('a cancel with an outdated If-Match returns 412 and cancels nothing; with the current one it returns 200', async () => {
	const root = await admin()
	const subscription = await create.subscription(await newOrg())
	const path = `/v1/subscriptions/${subscription.id}`
	const etag = (await root.get(path)).headers.get('ETag') as string
	for (const tag of ['"stale"', `W/${etag}`])
		expect([tag, await root.delete(path, { headers: { 'If-Match': tag } })]).toMatchObject([
			tag,
			{
				status: 412,
				body: { error: 'precondition_failed' },
			},
		])
	expect((await root.get(path)).body).toEqual(subscription)
	expect((await root.delete(path, { headers: { 'If-Match': etag } })).body.status).toBe('cancelled')
	expect((await root.delete(path, { headers: { 'If-Match': etag } })).status).toBe(412)
	expect((await root.delete(path, { headers: { 'If-Match': '*' } })).status).toBe(200)
})

test('If-None-Match with the current tag of a subscription returns 304', async () => {
	const root = await admin()
	const { id } = await create.subscription(await newOrg())
	const etag = (await root.get(`/v1/subscriptions/${id}`)).headers.get('ETag') as string
	const ask = () => root.get(`/v1/subscriptions/${id}`, { headers: { 'If-None-Match': etag } })
	expect(await ask()).toMatchObject({ status: 304, body: '' })
	await root.delete(`/v1/subscriptions/${id}`)
	expect(await ask()).toMatchObject({ status: 200, body: { status: 'cancelled' } })
})
