import { expect, test } from 'vitest'
import { invalidField, isoTime } from '../support/replies.ts'
import { newOrg } from '../support/runs.ts'
import { admin, create, signIn, user, world } from '../support/world.ts'

const period = { current_period_start: '2026-01-01T00:00:00Z', current_period_end: '2126-01-01T00:00:00Z' }
const lapsed = { current_period_start: '2026-01-01T00:00:00Z', current_period_end: '2026-02-01T00:00:00Z' }

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

const [START, END] = ['current_period_start', 'current_period_end']

const WRONG = [
	['an end before the start', END, '2025-12-31T23:59:59Z'],
	['an end equal to the start', END, period.current_period_start],
	['an end that only its offset puts before the start', END, '2026-01-01T01:00:00+02:00'],
	['30 February', START, '2026-02-30T00:00:00Z'],
	['month 13', END, '2026-13-01T00:00:00Z'],
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

test('a subscription that has not begun grants nothing', async () => {
	const org_id = await newOrg()
	const plan = await create.plan({ entitlements: [{ key: 'support.level', value: 'gold', value_type: 'string' }] })
	await create.subscription(org_id, { plan_id: plan.id, current_period_start: '2125-01-01T00:00:00Z' })
	expect(await grantOf(org_id, 'support.level')).toBeUndefined()
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
