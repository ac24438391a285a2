import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test } from 'vitest'
import { budgetsOf, newBudget } from '../support/budgets.ts'
import { admin, type Caller, create, signIn, unique, user, world } from '../support/world.ts'

// The limits on what an org can have. Each is an entitlement that the creating batch reads.

const provider = () => ({ name: unique('acme'), provider: 'vendor_a', api_key: 'sk-live-0123456789abcdef' })
const providerOf = async (owner: Caller): Promise<string> => (await owner.post('/v1/llm-providers', provider())).body.id

/** For each limit, a function that sets up and returns a function that creates one more. */
const CREATIONS: Record<string, (owner: Caller) => Promise<() => Promise<{ status: number; body: unknown }>>> = {
	'limit.llm_providers': (owner) => Promise.resolve(() => owner.post('/v1/llm-providers', provider())),
	'limit.llm_models': async (owner) => {
		// The models of both providers count, because the limit applies to the org.
		const providers = [await providerOf(owner), await providerOf(owner)]
		let next = 0
		return () =>
			owner.post(`/v1/llm-providers/${providers[(next += 1) % 2]}/models`, { model: unique('model'), is_default: true })
	},
	'limit.mcp_configs': (owner) =>
		Promise.resolve(() => owner.post('/v1/mcp-configs', { name: unique('mcp'), transport: 'stdio', command: 'npx' })),
	'limit.budgets': (owner) => Promise.resolve(() => owner.post(budgetsOf(owner), newBudget())),
	'limit.api_keys': (owner) => Promise.resolve(() => owner.post('/v1/api-keys', { name: 'Nightly import' })),
	'limit.invitations': (owner) =>
		Promise.resolve(() =>
			owner.post(`/v1/orgs/${owner.org_id}/invitations`, { email: `${unique('invited')}@example.com`, role: 'member' }),
		),
	'limit.org_members': async (owner) => {
		const root = await admin()
		const guests = await Promise.all(Array.from({ length: 6 }, () => user('guest')))
		return async () => {
			const { status, body } = await root.put(`/v1/admin/orgs/${owner.org_id}/members/${guests.pop()?.user_id}`, {
				role: 'member',
			})
			return { status: status === 200 ? 201 : status, body }
		}
	},
}

const limitTo = (org_id: string, key: string, value: number) =>
	create.override(org_id, { key, value: String(value), value_type: 'integer' })

const reached = (key: string, limit: number) => ({
	status: 409,
	body: { error: 'conflict', details: { reason: 'limit.reached', key, limit } },
})

test('a value of an override says what the org would get without it', async () => {
	const { org_id, get } = await user()
	const of_plan = { key: 'limit.budgets', value: '7', value_type: 'integer' }
	await create.subscription(org_id, { plan_id: (await create.plan({ entitlements: [of_plan] })).id })
	await create.override(org_id, { ...of_plan, value: '9' })
	await create.override(org_id, { key: 'limit.mcp_configs', value: '3', value_type: 'integer' })
	await create.override(org_id, { key: 'some.key', value: 'x', value_type: 'string' })
	const rest = { is_valid: true, unlimited: false }
	const { body } = await get(`/v1/entitlements?org_id=${org_id}`)
	const listed = (key: string) => body.find((one: { key: string }) => one.key === key)
	expect(listed('limit.budgets')).toEqual({
		...of_plan,
		...rest,
		value: '9',
		source: 'override',
		without_override: { ...of_plan, ...rest, source: 'plan' },
	})
	expect(listed('limit.mcp_configs')).toMatchObject({
		value: '3',
		without_override: { value: '100', source: 'default' },
	})
	expect(listed('some.key')).toMatchObject({ source: 'override', without_override: null })
	expect(listed('limit.api_keys')).not.toHaveProperty('without_override')
})

test('a value of the plan says what the org would get without it', async () => {
	const { org_id, get } = await user()
	const entitlements = [
		{ key: 'limit.budgets', value: '7', value_type: 'integer' },
		{ key: 'some.key', value: 'x', value_type: 'string' },
	]
	await create.subscription(org_id, { plan_id: (await create.plan({ entitlements })).id })
	const { body } = await get(`/v1/entitlements?org_id=${org_id}`)
	const listed = (key: string) => body.find((one: { key: string }) => one.key === key)
	expect(listed('limit.budgets')).toMatchObject({ value: '7', without_plan: { value: '50', source: 'default' } })
	expect(listed('some.key')).toMatchObject({ source: 'plan', without_plan: null })
	expect(listed('limit.api_keys')).not.toHaveProperty('without_plan')
})

test('what follows the plan is what a config entry says, before the default of the catalogue', async () => {
	const { org_id, get } = await user()
	const key = 'limit.mcp_configs'
	const plan = await create.plan({ entitlements: [{ key, value: '3', value_type: 'integer' }] })
	await create.subscription(org_id, { plan_id: plan.id })
	const root = await admin()
	const entry = `/v1/admin/config-entries/${key}`
	await root.put(entry, { value: '77' })
	onTestFinished(async () => void (await root.delete(entry)))
	const { body } = await get(`/v1/entitlements?org_id=${org_id}`)
	expect(body.find((one: { key: string }) => one.key === key)).toMatchObject({
		value: '3',
		without_plan: { value: '77' },
	})
})

test.for(Object.entries(CREATIONS))(
	'of 5 concurrent creations %s accepts as many as it allows',
	async ([key, prepare]) => {
		const owner = await user('owner')
		const createOne = await prepare(owner)
		// The owner is already a member.
		const limit = key === 'limit.org_members' ? 3 : 2
		await limitTo(owner.org_id, key, limit)
		const responses = await Promise.all(Array.from({ length: 5 }, createOne))
		const refused = responses.filter(({ status }) => status !== 201)
		expect(refused).toMatchObject(Array.from({ length: 3 }, () => reached(key, limit)))
		await (
			await admin()
		).post('/v1/entitlement-overrides', { org_id: owner.org_id, key, value: '0', value_type: 'integer' })
		expect((await createOne()).status).toBe(201)
	},
)

test('without an override the default applies: the 51st provider returns 409', async () => {
	const owner = await user('owner')
	await env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 49)
		INSERT INTO llm_providers (id, org_id, provider, name, key_prefix, created_at) SELECT 'llm_' || i, ?, 'vendor_a', i, '', '' FROM n`,
	)
		.bind(owner.org_id)
		.run()
	await providerOf(owner)
	expect(await owner.post('/v1/llm-providers', provider())).toMatchObject(reached('limit.llm_providers', 50))
})

test("deleting one makes room for another, and a retry with the same Idempotency-Key doesn't count as a creation", async () => {
	const owner = await user('owner')
	await limitTo(owner.org_id, 'limit.llm_providers', 1)
	const [body, headers] = [provider(), { 'Idempotency-Key': unique('call') }]
	const first = await owner.post('/v1/llm-providers', body, { headers })
	expect(await owner.post('/v1/llm-providers', body, { headers })).toMatchObject({ status: 201, body: first.body })
	expect(await owner.post('/v1/llm-providers', provider())).toMatchObject(reached('limit.llm_providers', 1))
	await owner.delete(`/v1/llm-providers/${first.body.id}`)
	expect((await owner.post('/v1/llm-providers', provider())).status).toBe(201)
})

test('the limit of API keys counts those of one user in one org', async () => {
	const { org_id, owner, member } = await world()
	await limitTo(org_id, 'limit.api_keys', 1)
	const key = { name: 'Nightly import' }
	expect((await owner.post('/v1/api-keys', key)).status).toBe(201)
	expect((await member.post('/v1/api-keys', key)).status).toBe(201)
	expect(await member.post('/v1/api-keys', key)).toMatchObject(reached('limit.api_keys', 1))
	const atHome = await signIn(member.login)
	expect((await atHome.post('/v1/api-keys', key)).status).toBe(201)
})

test('in an org above its limit roles can change and members can leave, and other refusals keep their reasons', async () => {
	const { org_id, owner, member, stranger, admin: root } = await world()
	await limitTo(org_id, 'limit.org_members', 1)
	const path = (user_id: string) => `/v1/admin/orgs/${org_id}/members/${user_id}`
	expect((await root.put(path(member.user_id), { role: 'admin' })).status).toBe(200)
	expect(await root.put(path(stranger.user_id), { role: 'member' })).toMatchObject(reached('limit.org_members', 1))
	expect((await root.put(path('usr_nobody'), { role: 'member' })).status).toBe(404)
	expect(await root.put(path(owner.user_id), { role: 'member' })).toMatchObject({
		status: 409,
		body: { details: { reason: 'orgs.last_owner' } },
	})
	expect((await root.delete(path(member.user_id))).status).toBe(204)
	expect((await root.delete(path(member.user_id))).status).toBe(404)
})

test("a model under another org's provider returns 404, even at the limit", async () => {
	const [owner, other] = [await user('owner'), await user('other')]
	const foreign = await providerOf(other)
	expect((await owner.post(`/v1/llm-providers/${foreign}/models`, { model: 'm' })).status).toBe(404)
	await limitTo(owner.org_id, 'limit.llm_models', 1)
	await owner.post(`/v1/llm-providers/${await providerOf(owner)}/models`, { model: 'm' })
	expect((await owner.post(`/v1/llm-providers/${foreign}/models`, { model: 'm' })).status).toBe(404)
})
