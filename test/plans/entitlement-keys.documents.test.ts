import { expect, test } from 'vitest'
import { configuration, fieldsOf, orgPath, PLATFORM_PATH } from '../support/configuration.ts'
import { storeInPlan, storeOverride } from '../support/misfits.ts'
import { runner } from '../support/runs.ts'
import { admin, create, unique } from '../support/world.ts'

// Entitlement keys in configuration documents, reverts and restores.

const OVERRIDES = '/v1/entitlement-overrides'
const root = await admin()

test('an export applies again, its misfits too, and the plan tells them from what changes', async () => {
	const { org_id } = await runner()
	const org = configuration(root, orgPath({ org_id }))
	await storeOverride(org_id, 'credits.per_usd', '1,500', 'string')
	const document = await org.get()
	expect((await org.plan(document)).body).toMatchObject({ changes: [], warnings: [] })
	document.entitlement_overrides['limit.api_keys'] = { value: '7', value_type: 'integer' }
	expect((await org.put(document)).body.changes).toMatchObject([{ key: 'limit.api_keys' }])
	document.entitlement_overrides['credits.per_usd'].reason = 'Pilot'
	expect(fieldsOf(await org.put(document))).toEqual({
		'entitlement_overrides.credits.per_usd.value_type':
			'Must be integer: credits.per_usd takes an integer from 0 to 2^53 - 1',
	})
})

test('a plan can be renamed in the document with the misfits that it has', async () => {
	const { org_id } = await runner()
	const id = await storeInPlan(org_id, 'credits.per_usd', '1,500', 'string')
	const { name } = (await root.get(`/v1/plans/${id}`)).body
	const platform = configuration(root, PLATFORM_PATH)
	const { [name]: plan } = (await platform.get()).plans
	const renamed = { version: 1, plans: { [name]: { ...plan, display_name: 'Renamed' } } }
	expect(await platform.put(renamed, { mode: 'merge' })).toMatchObject({ status: 200, body: { warnings: [] } })
	expect((await root.get(`/v1/plans/${id}`)).body).toMatchObject({
		display_name: 'Renamed',
		entitlements: [{ value: '1,500', is_valid: false }],
	})
})

test('a revert and a restore bring a misfit back as it was, and it counts as absent', async () => {
	const { org_id, run, report } = await runner(10_000)
	const org = configuration(root, orgPath({ org_id }))
	const id = await storeOverride(org_id, 'credits.per_usd', '1,500', 'string')
	const misfit = { key: 'credits.per_usd', value: '1,500', value_type: 'string', is_valid: false }
	const listed = async () => (await root.get(`${OVERRIDES}?org_id=${org_id}`)).body
	const removed = await root.delete(`${OVERRIDES}/${id}?org_id=${org_id}`)
	expect((await root.post(`/v1/admin/audit-logs/${removed.headers.get('Audit-Id')}/revert`)).status).toBe(200)
	expect(await listed()).toMatchObject([{ id, ...misfit }])
	// The apply keeps the state that it found as a revision.
	await org.put({ version: 1, entitlement_overrides: {} })
	expect(await listed()).toEqual([])
	const [, found] = await org.revisions()
	const restored = await org.restore(found.number)
	expect(restored).toMatchObject({
		status: 200,
		body: {
			warnings: [
				{
					reason: 'entitlement_key',
					key: 'credits.per_usd',
					message: "The value of credits.per_usd doesn't fit its key, so it counts as absent.",
				},
			],
		},
	})
	expect(await listed()).toMatchObject([misfit])
	expect((await report(run({ total_cost_usd: 0.5 }))).body.runs).toMatchObject([{ credits_used: 500 }])
})

test("a document's plan says that a plan grants something new only if it does, and of which plan", async () => {
	const { org_id } = await runner()
	const grants = { key: 'limit.api_keys', value: '7', value_type: 'integer' }
	const { id, name } = await create.plan({ entitlements: [grants] })
	await create.subscription(org_id, { plan_id: id })
	await create.subscription((await runner()).org_id, { plan_id: id, current_period_start: '2125-01-01T00:00:00Z' })
	const planned = async (fields: object) => {
		const entry = { display_name: 'A plan', entitlements: { 'limit.api_keys': { value: '7', value_type: 'integer' } } }
		const document = { version: 1, plans: { [name]: { ...entry, ...fields } } }
		return (await configuration(root, PLATFORM_PATH).plan(document, { mode: 'merge' })).body
	}
	const renamed = await planned({ display_name: 'Another' })
	expect(renamed).toMatchObject({ changes: [{ key: name, action: 'update' }], warnings: [] })
	const { warnings } = await planned({ entitlements: { 'limit.api_keys': { value: '8', value_type: 'integer' } } })
	const message = `1 active subscription has the plan ${name} and gets its new entitlements at once.`
	expect(warnings).toEqual([{ reason: 'subscription', section: 'plans', key: name, message }])
})

const merge = { mode: 'merge' } as const

test("a document's plan asks about keys that are almost those of the catalogue, and about no other", async () => {
	const org = configuration(root, orgPath({ org_id: (await runner()).org_id }))
	for (const [key, meant] of [
		['credits.initial_grant', 'credit.initial_grant'],
		['credit.per_usd', 'credits.per_usd'],
		['limit.api_kyes', 'limit.api_keys'],
		['limit.apikeys', 'limit.api_keys'],
		['mcp.stdo', 'mcp.stdio'],
		['limit.seats', undefined],
	] as const) {
		const document = { version: 1, entitlement_overrides: { [key]: { value: '1', value_type: 'integer' } } }
		const message = `Plinth doesn't read the key ${key}. Did you mean ${meant}?`
		expect((await org.plan(document, merge)).body.warnings).toMatchObject(meant ? [{ message }] : [])
	}
})

test("a document's plan asks about such a key in every section, and an apply takes it", async () => {
	const { org_id } = await runner()
	const key = 'limit.api_kyes'
	const value = { value: '1', value_type: 'integer' }
	const asked = (section: string, entry: string) => [
		{
			reason: 'entitlement_key',
			section,
			key: entry,
			message: `Plinth doesn't read the key ${key}. Did you mean limit.api_keys?`,
		},
	]
	const org = configuration(root, orgPath({ org_id }))
	const platform = configuration(root, PLATFORM_PATH)
	const name = unique('plan')
	const plans = { version: 1, plans: { [name]: { display_name: 'Plan', entitlements: { [key]: value } } } }
	const entries = { version: 1, config_entries: { [key]: { value: '1' } } }
	expect((await platform.plan(plans, merge)).body.warnings).toEqual(asked('plans', name))
	expect((await platform.plan(entries, merge)).body.warnings).toEqual(asked('config_entries', key))
	const overrides = { version: 1, entitlement_overrides: { [key]: value } }
	expect((await org.put(overrides, merge)).body.warnings).toEqual(asked('entitlement_overrides', key))
})

test('an integer is stored in one spelling wherever it is entered, and another spelling of it changes nothing', async () => {
	const { org_id } = await runner()
	const [org, platform] = [configuration(root, orgPath({ org_id })), configuration(root, PLATFORM_PATH)]
	const key = unique('seats')
	const integer = (value: string) => ({ value, value_type: 'integer' })

	expect((await root.post(OVERRIDES, { org_id, key, ...integer('007') })).body).toMatchObject({ value: '7' })
	expect((await root.get(`${OVERRIDES}?org_id=${org_id}`)).body).toMatchObject([{ key, value: '7' }])
	const text = { version: 1, entitlement_overrides: { [key]: { value: '007', value_type: 'string' } } }
	await org.put(text)
	expect((await org.get()).entitlement_overrides).toMatchObject({ [key]: { value: '007' } })
	const document = (value: string) => ({ version: 1, entitlement_overrides: { [key]: integer(value) } })
	await org.put(document('-0'))
	expect((await org.get()).entitlement_overrides).toMatchObject({ [key]: { value: '0' } })
	expect((await org.plan(document('00'))).body.changes).toEqual([])

	const plan = await create.plan({ entitlements: [{ key, ...integer('-012') }] })
	expect(plan.entitlements).toMatchObject([{ key, value: '-12' }])
	const patched = await root.patch(`/v1/plans/${plan.id}`, { entitlements: [{ key, ...integer('-0012') }] })
	expect(patched.headers.has('Audit-Id')).toBe(false)
	const plans = { version: 1, plans: { [plan.name]: { display_name: 'Plan', entitlements: { [key]: integer('05') } } } }
	await platform.put(plans, { mode: 'merge' })
	expect((await root.get(`/v1/plans/${plan.id}`)).body.entitlements).toMatchObject([{ key, value: '5' }])

	const entry = '/v1/admin/config-entries/limit.mcp_configs'
	expect((await root.put(entry, { value: '00100' })).body).toMatchObject({ value: '100' })
	expect((await root.put(entry, { value: '0100' })).headers.has('Audit-Id')).toBe(false)
	await platform.put({ version: 1, config_entries: { 'limit.mcp_configs': { value: '0101' } } }, { mode: 'merge' })
	expect((await root.get(entry)).body).toMatchObject({ value: '101' })
	await root.delete(entry)
})

test('an integer that an earlier version stored in another spelling exports in the one that applies again', async () => {
	const { org_id } = await runner()
	const org = configuration(root, orgPath({ org_id }))
	await storeOverride(org_id, 'limit.api_keys', '007', 'integer')
	const document = await org.get()
	expect(document.entitlement_overrides).toMatchObject({ 'limit.api_keys': { value: '7' } })
	expect((await org.plan(document)).body).toMatchObject({ changes: [], warnings: [] })
})
