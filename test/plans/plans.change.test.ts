import { expect, test } from 'vitest'
import { invalidField } from '../support/replies.ts'
import { admin, create, world } from '../support/world.ts'

const entitlement = (value: unknown) => ({ entitlements: [{ key: 'some.key', value, value_type: 'integer' }] })

/** The given number of entitlements, with distinct keys. */
const many = (length: number) =>
	Array.from({ length }, (_, i) => ({ key: `limit.number_${i}`, value: `${i}`, value_type: 'integer' }))

test('PATCH changes the display name and replaces the entitlements; keys that stay keep their ids', async () => {
	const { admin: root, member, org_id } = await world()
	const plan = await create.plan({ entitlements: [...entitlement('1').entitlements, ...many(2)] })
	await create.subscription(org_id, { plan_id: plan.id })
	const path = `/v1/plans/${plan.id}`
	expect((await root.patch(path, {})).body).toEqual(plan)
	expect((await root.patch(path, { display_name: ' Renamed ' })).body).toEqual({ ...plan, display_name: 'Renamed' })
	const wanted = [
		{ key: 'some.key', value: 'true', value_type: 'boolean' },
		{ key: 'another.key', value: 'x', value_type: 'string' },
	]
	const { status, body } = await root.patch(path, { entitlements: wanted })
	expect({ status, body }).toEqual({
		status: 200,
		body: {
			...plan,
			display_name: 'Renamed',
			entitlements: [
				{ id: expect.any(String), ...wanted[1], is_valid: true },
				{
					...wanted[0],
					is_valid: true,
					id: plan.entitlements.find(({ key }: { key: string }) => key === 'some.key').id,
				},
			],
		},
	})
	expect((await member.get(path)).body).toEqual(body)
	const effective = (await member.get(`/v1/entitlements?org_id=${org_id}`)).body
	expect(effective).toContainEqual({
		...wanted[0],
		is_valid: true,
		source: 'plan',
		unlimited: false,
		without_plan: null,
	})
	expect(effective.some(({ key }: { key: string }) => key === 'limit.number_0')).toBe(false)
	const [row] = (await root.get(`/v1/admin/audit-logs?target_id=${plan.id}`)).body
	expect(row).toMatchObject({
		action: 'plans.update',
		before: { entitlements: plan.entitlements.map(({ key }: { key: string }) => ({ key })) },
		after: { display_name: 'Renamed', entitlements: [wanted[1], wanted[0]] },
	})
	expect((await root.patch(path, { entitlements: [] })).body.entitlements).toEqual([])
})

test('PATCH follows the rules of the creation, and an unknown plan returns 404', async () => {
	const root = await admin()
	const { id } = await create.plan()
	for (const [body, path] of [
		[{ display_name: ' ' }, 'display_name'],
		[{ display_name: null }, 'display_name'],
		[{ entitlements: null }, 'entitlements'],
		[{ entitlements: [...many(1), ...many(1)] }, 'entitlements.1.key'],
		[entitlement('x'), 'entitlements.0.value'],
	] as const)
		expect(await root.patch(`/v1/plans/${id}`, body)).toMatchObject(invalidField(path))
	for (const body of [{}, { display_name: 'x' }, entitlement('1')])
		expect((await root.patch('/v1/plans/nothing', body)).status).toBe(404)
	const { name } = (await root.patch(`/v1/plans/${id}`, { name: 'taken' })).body
	expect(name).not.toBe('taken')
})

test("deleting a plan deletes its entitlements; a plan with subscriptions can't be deleted, active or ended", async () => {
	const { admin: root, org_id } = await world()
	const unused = await create.plan({ entitlements: many(3) })
	expect(await root.delete(`/v1/plans/${unused.id}`)).toMatchObject({ status: 200, body: { ok: true } })
	for (const response of [await root.get(`/v1/plans/${unused.id}`), await root.delete(`/v1/plans/${unused.id}`)])
		expect(response.status).toBe(404)
	const sold = await create.plan()
	const subscription = await create.subscription(org_id, { plan_id: sold.id })
	const refused = { status: 409, body: { details: { reason: 'plans.subscribed' } } }
	expect(await root.delete(`/v1/plans/${sold.id}`)).toMatchObject(refused)
	await root.delete(`/v1/subscriptions/${subscription.id}`)
	expect(await root.delete(`/v1/plans/${sold.id}`)).toMatchObject(refused)
	expect((await root.get(`/v1/plans/${sold.id}`)).body).toEqual(sold)
})

test('subscriber counts only count active subscriptions, and are paginated like the plans', async () => {
	const { admin: root, org_id, stranger } = await world()
	const [first, second] = [await create.plan(), await create.plan()]
	const countOf = async (plan_id: string) =>
		(await root.get(`/v1/plans/subscriber-counts?plan_id=${plan_id}`)).body[0].subscriber_count
	expect(await countOf(first.id)).toBe(0)
	const subscription = await create.subscription(org_id, { plan_id: first.id })
	// The period has ended, although the row still says active.
	const current_period_end = '2026-01-02T00:00:00Z'
	await create.subscription(stranger.org_id, { plan_id: first.id, current_period_end })
	expect(await countOf(first.id)).toBe(1)
	await root.delete(`/v1/subscriptions/${subscription.id}`)
	expect([await countOf(first.id), await countOf(second.id)]).toEqual([0, 0])
	const page = await root.get('/v1/plans/subscriber-counts?limit=1')
	const plans = await root.get('/v1/plans?limit=1')
	expect(page.body[0].plan_id).toBe(plans.body[0].id)
	const cursor = page.headers.get('Next-Cursor')
	const next = (await root.get(`/v1/plans/subscriber-counts?limit=1&cursor=${cursor}`)).body
	expect(next[0].plan_id).toBe((await root.get('/v1/plans?limit=2')).body[1].id)
	expect((await root.get('/v1/plans/subscriber-counts?plan_id=nothing')).body).toEqual([])
})
