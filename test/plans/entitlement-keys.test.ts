import { env, exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { entitlementNames } from '../../src/console/text/en/entitlement-names.ts'
import { configuration, fieldsOf, orgPath, PLATFORM_PATH, secret } from '../support/configuration.ts'
import { counted } from '../support/d1.ts'
import { storeInPlan, storeOverride } from '../support/misfits.ts'
import { forgetTerms } from '../support/program.ts'
import { runsOf } from '../support/property.ts'
import { runner } from '../support/runs.ts'
import { admin, create, unique, user } from '../support/world.ts'

const OVERRIDES = '/v1/entitlement-overrides'
const root = await admin()

const effective = async (org_id: string, key: string) =>
	(await root.get(`/v1/entitlements?org_id=${org_id}`)).body.find((one: { key: string }) => one.key === key)

const RANGE = 'an integer from 0 to 2^53 - 1'

const KEY = 'credits.per_usd'

test.for<[value: string, value_type: string, field: string, message: string]>([
	['1,500', 'string', 'value_type', `Must be integer: ${KEY} takes ${RANGE}`],
	['1000', 'string', 'value_type', `Must be integer: ${KEY} takes ${RANGE}`],
	['true', 'boolean', 'value_type', `Must be integer: ${KEY} takes ${RANGE}`],
	['1,500', 'integer', 'value', 'Must be an integer'],
	['-5', 'integer', 'value', `Must be ${RANGE}`],
])('%s of type %s is no price of a dollar', async ([value, value_type, path, message]) => {
	expect(await root.post(OVERRIDES, { org_id: root.org_id, key: KEY, value, value_type })).toMatchObject({
		status: 400,
		body: { details: { fields: [{ path, message }] } },
	})
})

test('a price below 0 is refused wherever it is entered, and changes no price', async () => {
	const { org_id, run, report } = await runner(10_000)
	const message = `Must be ${RANGE}`
	const value = { value: '-5', value_type: 'integer' }
	const refused = { status: 400, body: { details: { fields: [{ path: 'entitlements.0.value', message }] } } }
	const plan = { name: unique('plan'), display_name: 'Plan' }
	const entitlements = [{ key: KEY, ...value }]
	expect(await root.post('/v1/plans', { ...plan, entitlements })).toMatchObject(refused)
	const { id } = await create.plan()
	expect(await root.patch(`/v1/plans/${id}`, { entitlements })).toMatchObject(refused)
	const org = configuration(root, orgPath({ org_id }))
	const platform = configuration(root, PLATFORM_PATH)
	const overrides = { version: 1, entitlement_overrides: { [KEY]: value } }
	const plans = { version: 1, plans: { [plan.name]: { display_name: 'Plan', entitlements: { [KEY]: value } } } }
	for (const response of [await org.plan(overrides), await org.put(overrides, { mode: 'merge' })])
		expect(fieldsOf(response)).toEqual({ [`entitlement_overrides.${KEY}.value`]: message })
	for (const response of [await platform.plan(plans, { mode: 'merge' }), await platform.put(plans, { mode: 'merge' })])
		expect(fieldsOf(response)).toEqual({ [`plans.${plan.name}.entitlements.${KEY}.value`]: message })
	const charged = await report(run({ total_cost_usd: 0.5 }))
	expect(charged.body.runs).toMatchObject([{ credits_used: 500 }])
})

test('a configuration entry is held to the type of its key, in a call and in a document', async () => {
	const platform = configuration(root, PLATFORM_PATH)
	const wrong = [
		['credits.per_usd', '1,500', `Must be ${RANGE}`],
		['credits.monthly_grant', '-1', `Must be ${RANGE}`],
		['limit.llm_providers', '2 providers', 'Must be an integer from -(2^53 - 1) to 2^53 - 1'],
		['mcp.stdio', 'yes', 'Must be true or false'],
	] as const
	for (const [key, value, message] of wrong) {
		expect(await root.put(`/v1/admin/config-entries/${key}`, { value })).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path: 'value', message }] } },
		})
		const document = { version: 1, config_entries: { [key]: { value } } }
		for (const response of [
			await platform.plan(document, { mode: 'merge' }),
			await platform.put(document, { mode: 'merge' }),
		])
			expect(fieldsOf(response)).toEqual({ [`config_entries.${key}.value`]: message })
	}
	const wrong_quota = { value: 'many' }
	expect((await root.put('/v1/admin/config-entries/quota.runs_per_month', wrong_quota)).status).toBe(400)
	const { org_id } = await runner()
	try {
		await root.put('/v1/admin/config-entries/limit.concurrent_runs', { value: '-1' })
		expect(await effective(org_id, 'limit.concurrent_runs')).toMatchObject({ value: '-1', unlimited: true })
	} finally {
		await root.delete('/v1/admin/config-entries/limit.concurrent_runs')
	}
})

// What SQLite would make a number of, and what an integer may look like.
const TEXTS = '7|007|-0|-7|+7| 7|7 |7x|7.0|1,500|1e3|0x10||-|--7|7-|٧|true'.split('|')
const LONG = ['9007199254740991', '9007199254740992', '-9007199254740991', '99999999999999999', '00000000000000007']

const STORED = [...TEXTS, ...LONG].flatMap((text) => [[text, 'integer'] as const, [text, 'string'] as const])

const BYTES = 'limit.undo_bytes'

/** What a run of half a dollar costs, and what says so: at a price that fits, not the default. */
function expected(value: string, value_type: string, price: string) {
	const fits = value_type === 'integer' && /^(\d{1,16}|-0)$/.test(value) && Number.isSafeInteger(Number(value))
	return [Math.min(Math.max(Math.ceil(Number(price) * 0.5), 1), 1e12), fits]
}

test('a run pays the price and the database keeps the budget in bytes that an org reads, whatever an earlier version has stored', async () => {
	const { org_id, run, report } = await runner(10_000)
	for (const key of [KEY, BYTES]) await storeOverride(org_id, key, '7', 'integer')
	for (const [value, value_type] of STORED) {
		await env.DB.prepare('UPDATE entitlement_overrides SET value = ?, value_type = ? WHERE org_id = ?')
			.bind(value, value_type, org_id)
			.run()
		forgetTerms()
		const { body } = await root.get(`/v1/entitlements?org_id=${org_id}`)
		const [price, bytes] = [KEY, BYTES].map((key) => body.find((one: { key: string }) => one.key === key))
		const [{ credits_used }] = (await report(run({ total_cost_usd: 0.5 }))).body.runs
		expect([value, credits_used, price.source !== 'default']).toEqual([
			value,
			...expected(value, value_type, price.value),
		])
		const kept = await env.DB.prepare('SELECT bytes FROM byte_budgets WHERE owner = ? AND key = ?')
			.bind(org_id, BYTES)
			.first<number | null>('bytes')
		expect([value, value_type, kept]).toEqual([value, value_type, Number(bytes.value) > 0 ? Number(bytes.value) : null])
	}
})

test('a run pays the price that the plan of its org says, whatever an earlier version has stored', async () => {
	const { org_id, run, report } = await runner(10_000)
	const plan_id = await storeInPlan(org_id, KEY, '7', 'integer')
	for (const [value, value_type] of STORED.filter((_, index) => index % runsOf(5, 1) === 0)) {
		await env.DB.prepare('UPDATE plan_entitlements SET value = ?, value_type = ? WHERE plan_id = ?')
			.bind(value, value_type, plan_id)
			.run()
		forgetTerms()
		const price = await effective(org_id, KEY)
		const [{ credits_used }] = (await report(run({ total_cost_usd: 0.5 }))).body.runs
		expect([value, credits_used, price.source !== 'default']).toEqual([
			value,
			...expected(value, value_type, price.value),
		])
	}
})

test('a price in a configuration entry that is no integer counts for nothing, and the entry says so', async () => {
	const { org_id, run, report } = await runner(10_000)
	const key = KEY
	await env.DB.prepare("INSERT INTO config_entries (key, value, updated_at) VALUES (?, '1,500', '')").bind(key).run()
	try {
		expect(await effective(org_id, key)).toMatchObject({ value: '1000', source: 'default' })
		expect((await report(run({ total_cost_usd: 0.5 }))).body.runs).toMatchObject([{ credits_used: 500 }])
		const entry = { key, value: '1,500', is_set: true, is_valid: false }
		expect((await root.get(`/v1/admin/config-entries/${key}`)).body).toEqual(entry)
		expect((await root.get('/v1/admin/config-entries?limit=200')).body).toContainEqual(entry)
		expect((await root.put(`/v1/admin/config-entries/${key}`, { value: '2000' })).body).toEqual({
			...entry,
			value: '2000',
			is_valid: true,
		})
	} finally {
		await root.delete(`/v1/admin/config-entries/${key}`)
		await env.DB.prepare('DELETE FROM config_entries WHERE key = ?').bind(key).run()
	}
})

test('an override that does not fit leaves the plan’s value in force, and the answer says so', async () => {
	const { org_id, run, report } = await runner(10_000)
	const price = { key: 'credits.per_usd', value: '200', value_type: 'integer' }
	await create.subscription(org_id, { plan_id: (await create.plan({ entitlements: [price] })).id })
	await storeOverride(org_id, price.key, '1,500', 'string')
	expect(await effective(org_id, price.key)).toMatchObject({ value: '200', source: 'plan', is_valid: true })
	expect((await report(run({ total_cost_usd: 0.5 }))).body.runs).toMatchObject([{ credits_used: 100 }])
})

test('a limit of LLM providers that fits no integer changes no limit', async () => {
	const owner = await user('owner')
	const provider = () => ({ provider: 'vendor_a', name: unique('provider'), api_key: 'sk-0123456789abcdef' })
	const limit = { key: 'limit.llm_providers', value: '1', value_type: 'integer' }
	await create.subscription(owner.org_id, { plan_id: (await create.plan({ entitlements: [limit] })).id })
	const id = await storeOverride(owner.org_id, limit.key, '2', 'string')
	expect((await owner.post('/v1/llm-providers', provider())).status).toBe(201)
	const reached = { status: 409, body: { details: { reason: 'limit.reached', key: limit.key, limit: 1 } } }
	for (const [value, value_type] of [
		['2', 'string'],
		['2 providers', 'string'],
		['abc', 'string'],
		['false', 'boolean'],
		['0x', 'integer'],
	]) {
		const stored = env.DB.prepare('UPDATE entitlement_overrides SET value = ?, value_type = ? WHERE id = ?')
		await stored.bind(value, value_type, id).run()
		forgetTerms()
		expect([value, await owner.post('/v1/llm-providers', provider())]).toMatchObject([value, reached])
	}
	const { name } = provider()
	const document = configuration(owner, orgPath(owner))
	expect(
		await document.put(
			{ version: 1, llm_providers: { [name]: { provider: 'vendor_a', api_key: secret('sk-0123456789abcdef') } } },
			{ mode: 'merge' },
		),
	).toMatchObject(reached)
})

test('a monthly grant of "5000 credits" grants nothing', async () => {
	const { org_id, credits, run, report } = await runner(100)
	await storeInPlan(org_id, 'credits.monthly_grant', '5000 credits', 'string')
	await report(run({ total_cost_usd: 0.05 }))
	expect((await credits()).balance).toBe(50)
})

test('no org may run commands by the text "true"', async () => {
	const owner = await user('owner')
	await owner.post('/v1/mcp-configs', { name: 'local', transport: 'stdio', command: 'server' })
	await storeOverride(owner.org_id, 'mcp.stdio', 'true', 'string')
	const listed = () => root.get(`/v1/entitlements?org_id=${owner.org_id}`)
	expect((await listed()).body).toContainEqual(expect.objectContaining({ key: 'mcp.stdio', value: 'false' }))
	expect(await exports.Runtime.listMcp(owner.org_id)).toMatchObject({
		servers: [],
		skipped: [{ reason: 'not_entitled' }],
	})
})

test('every entitlement says whether it fits its key, and any other key fits', async () => {
	const { org_id } = await runner()
	const id = await storeOverride(org_id, 'credits.per_usd', '1,500', 'string')
	const free = await create.override(org_id, { key: 'credits.of_our_own', value: 'many', value_type: 'string' })
	expect(free).toMatchObject({ is_valid: true })
	const plan_id = await storeInPlan(org_id, 'limit.org_members', 'many', 'string')
	const rows = (await root.get(`${OVERRIDES}?org_id=${org_id}`)).body
	expect(rows).toMatchObject([
		{ key: 'credits.of_our_own', is_valid: true },
		{ key: 'credits.per_usd', is_valid: false },
	])
	expect((await root.get(`${OVERRIDES}/${id}?org_id=${org_id}`)).body).toMatchObject({ is_valid: false })
	const broken = { key: 'limit.org_members', value: 'many', is_valid: false }
	expect((await root.get(`/v1/plans/${plan_id}`)).body.entitlements).toMatchObject([broken])
	const renamed = await root.patch(`/v1/plans/${plan_id}`, { display_name: 'Renamed' })
	expect(renamed).toMatchObject({ status: 200, body: { entitlements: [broken] } })
	expect((await root.get('/v1/plans?limit=200')).body).toContainEqual(
		expect.objectContaining({ id: plan_id, entitlements: [expect.objectContaining(broken)] }),
	)
	const all = (await root.get(`/v1/entitlements?org_id=${org_id}`)).body
	expect(all.map((one: { is_valid: boolean }) => one.is_valid)).toEqual(all.map(() => true))
})

test('the catalogue lists every key that has a default, with its type, its bounds and its meaning', async () => {
	const caller = await user()
	const { status, body } = await caller.get('/v1/entitlement-keys')
	expect(status).toBe(200)
	const { org_id } = await runner()
	const defaults = (await root.get(`/v1/entitlements?org_id=${org_id}`)).body
	expect(body.map(({ key, value_type, default: value }: Record<string, string>) => [key, value_type, value])).toEqual(
		defaults
			.filter(({ key }: Record<string, string>) => !key?.startsWith('quota.'))
			.map(({ key, value_type, value }: Record<string, string>) => [key, value_type, value]),
	)
	for (const one of body) expect(one.description).toMatch(/^[A-Z].*\.$/)
	expect(body).toContainEqual(
		expect.objectContaining({ key: 'credits.per_usd', min: 0, max: 9_007_199_254_740_991, default: '1000' }),
	)
	expect(body).toContainEqual(
		expect.objectContaining({ key: 'limit.llm_models', min: -9_007_199_254_740_991, zero_means: 'No limit' }),
	)
	expect(body).toContainEqual(
		expect.objectContaining({ key: 'mcp.stdio', value_type: 'boolean', min: null, max: null, zero_means: null }),
	)
	await caller.get('/v1/entitlement-keys')
	expect((await counted(() => caller.get('/v1/entitlement-keys'))).calls).toBe(0)
})

test('the console has a name for every key', async () => {
	const keys: { key: string }[] = (await root.get('/v1/entitlement-keys')).body
	expect(keys.map(({ key }) => key).filter((key) => !(key in entitlementNames))).toEqual([])
})
