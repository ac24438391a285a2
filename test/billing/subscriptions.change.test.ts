import { expect, test } from 'vitest'
import { invalidField } from '../support/replies.ts'
import { refused } from '../support/reverts.ts'
import { eventsOf, newOrg } from '../support/runs.ts'
import { admin, create, unique } from '../support/world.ts'

// PATCH changes the plan of a subscription, or when it ends, at once.

const END = '2126-01-01T00:00:00.000Z'
const gold = () =>
	create.plan({ entitlements: [{ key: 'support.level', value: unique('gold'), value_type: 'string' }] })

test('changing the plan takes effect at once, with an event and an audit row', async () => {
	const [root, org_id, before, after] = [await admin(), await newOrg(), await gold(), await gold()]
	const subscription = await create.subscription(org_id, { plan_id: before.id })
	const response = await root.patch(`/v1/subscriptions/${subscription.id}`, { plan_id: after.id })
	expect(response).toMatchObject({ status: 200, body: { ...subscription, plan_id: after.id } })
	expect((await root.get(`/v1/subscriptions/${subscription.id}`)).body).toEqual(response.body)
	const { body } = await root.get(`/v1/entitlements?org_id=${org_id}`)
	expect(body.find(({ key }: { key: string }) => key === 'support.level').value).toBe(after.entitlements[0].value)
	expect(await eventsOf(org_id)).toEqual([
		{ type: 'subscription.created', data: subscription },
		{ type: 'subscription.updated', data: response.body },
	])
	const [row] = (await root.get(`/v1/admin/audit-logs?target_id=${subscription.id}&action=subscriptions.update`)).body
	expect(row).toMatchObject({ org_id, before: { plan_id: before.id }, after: { plan_id: after.id } })
	expect(row.id).toBe(response.headers.get('Audit-Id'))
	expect((await root.post(`/v1/admin/audit-logs/${row.id}/revert`)).status).toBe(409)
})

test('the end can be moved both ways, but not before now or the start, and nothing given changes nothing', async () => {
	const [root, org_id] = [await admin(), await newOrg()]
	const subscription = await create.subscription(org_id, { current_period_start: '2125-01-01T00:00:00.000Z' })
	const path = `/v1/subscriptions/${subscription.id}`
	for (const current_period_end of ['2127-01-01T00:00:00.000Z', '2125-06-01T00:00:00.000Z', END])
		expect(await root.patch(path, { current_period_end })).toMatchObject({ status: 200, body: { current_period_end } })
	expect((await root.patch(path, {})).body).toEqual(subscription)
	for (const current_period_end of ['2020-01-01T00:00:00Z', '2125-01-01T00:00:00Z', '2100-01-01T00:00:00Z', 'soon'])
		expect(await root.patch(path, { current_period_end })).toMatchObject(invalidField('current_period_end'))
	expect((await root.get(path)).body).toEqual(subscription)
})

test('prolonging into a later subscription returns 409, also for the first of two that are prolonged at once', async () => {
	const [root, org_id] = [await admin(), await newOrg()]
	const current = await create.subscription(org_id)
	const later = await create.subscription(org_id, {
		current_period_start: END,
		current_period_end: '2127-01-01T00:00:00Z',
	})
	const into = await root.patch(`/v1/subscriptions/${current.id}`, { current_period_end: '2126-01-01T00:00:00.001Z' })
	expect(into).toMatchObject(refused('subscriptions.overlap', { subscription_id: later.id }))
	expect((await root.get(`/v1/subscriptions/${current.id}`)).body).toEqual(current)
})

test('a cancelled or expired subscription, an unknown one, and an unknown plan are refused', async () => {
	const root = await admin()
	const cancelled = await create.subscription(await newOrg())
	await root.delete(`/v1/subscriptions/${cancelled.id}`)
	const expired = await create.subscription(await newOrg(), { current_period_end: '2026-02-01T00:00:00Z' })
	for (const [{ id }, reason] of [
		[cancelled, 'subscription.cancelled'],
		[expired, 'subscription.expired'],
	] as const)
		for (const body of [{}, { current_period_end: END }])
			expect(await root.patch(`/v1/subscriptions/${id}`, body)).toMatchObject(refused(reason))
	expect((await root.patch('/v1/subscriptions/sub_nothing', { current_period_end: END })).status).toBe(404)
	const active = await create.subscription(await newOrg())
	expect(await root.patch(`/v1/subscriptions/${active.id}`, { plan_id: 'nothing' })).toMatchObject(
		invalidField('plan_id'),
	)
})
