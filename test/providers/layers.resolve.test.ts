import { afterEach, expect, test, vi } from 'vitest'
import { runtime } from '../support/admission.ts'
import { counted } from '../support/d1.ts'
import { configAt, emptyPlatform, LLM, MCP, OF_PLATFORM, PLATFORM_KEY, providerAt } from '../support/layers.ts'
import { forgetAll } from '../support/questions.ts'
import { admin, create, deletedOrg, unique, user, world } from '../support/world.ts'

// Whom an org gets: its own, then the platform's.

afterEach(async () => {
	vi.useRealTimers()
	await emptyPlatform()
})

const RESOLVE = `${LLM}/resolve`
const missing = { status: 404, body: { details: { reason: 'routing.model_not_found' } } }
/** Sets an override, or replaces it. */
async function grant(org_id: string, key: string, fields: object = {}) {
	const set = { org_id, key, value: 'true', value_type: 'boolean', ...fields }
	expect([200, 201]).toContain((await (await admin()).post('/v1/entitlement-overrides', set)).status)
}

test("a selector finds the org's own model, then the platform's, each by the exact name and then without case", async () => {
	const { admin: root, owner, member } = await world()
	await providerAt(root, 'platform', 'Acme', { GPT: {}, 'only here': {} })
	await providerAt(owner, 'org', 'mine', { small: {} })
	const scopeOf = async (selector: string) => {
		const { status, body } = await member.post(RESOLVE, { selector })
		return status === 200 ? `${body.scope} ${body.provider_name}^${body.model}` : status
	}
	expect(await scopeOf('acme ^ gpt')).toBe('platform Acme^GPT')
	expect(await scopeOf('MINE^small')).toBe('org mine^small')
	expect(await scopeOf('Acme^nothing')).toBe(404)
	// Whatever its models are, an own provider hides the platform's of the same name.
	const own = await providerAt(owner, 'org', 'ACME')
	expect(await scopeOf('Acme^GPT')).toBe(404)
	expect(await scopeOf('acme^only here')).toBe(404)
	expect((await owner.post(`${own.path}/models`, { model: 'gpt' })).status).toBe(201)
	expect(await scopeOf('Acme^GPT')).toBe('org ACME^gpt')
	expect((await owner.delete(own.path)).status).toBe(200)
	expect(await scopeOf('Acme^GPT')).toBe('platform Acme^GPT')
})

test('without a selector the platform serves only where none of the own models fits, and skipped says what was passed over', async () => {
	const { admin: root, owner, member } = await world()
	await providerAt(root, 'platform', 'Sold', {
		picky: { priority: 9, when: { task: 'search' } },
		dear: { priority: 5, entitlement: 'models.premium' },
		plain: { priority: 1, is_default: true },
	})
	await providerAt(root, 'platform', 'Twice', {
		a: { priority: 50, when: { any: 1 } },
		b: { priority: 60, when: { any: 1 } },
	})
	const skipped = async (context: object) => {
		const { body } = await member.post(RESOLVE, { context })
		return [
			`${body.scope} ${body.model}`,
			...body.skipped.map(
				(one: Record<string, string | null>) => `${one.scope} ${one.provider_name}^${one.model} ${one.reason}`,
			),
		]
	}
	expect(await skipped({ task: 'search' })).toEqual([
		'platform picky',
		'platform Twice^b when',
		'platform Twice^a when',
	])
	expect(await skipped({})).toEqual([
		'platform plain',
		'platform Twice^b when',
		'platform Twice^a when',
		'platform Sold^picky when',
	])
	await providerAt(owner, 'org', 'twice', { own: { when: { never: 1 } } })
	expect(await skipped({})).toEqual([
		'platform plain',
		'org twice^own when',
		'platform Twice^null hidden',
		'platform Sold^picky when',
	])
	// Whoever is served by their own learns nothing of the platform's.
	await providerAt(owner, 'org', 'served', { own: {} })
	expect(await skipped({ task: 'search' })).toEqual(['org own', 'org twice^own when'])
})

test('a model with an entitlement is for orgs whose effective boolean is true, and its selector is 403 for others', async () => {
	const { admin: root, org_id, owner, member } = await world()
	await providerAt(root, 'platform', 'Sold', { best: { entitlement: 'models.premium' }, any: { priority: -1 } })
	const selector = 'sold^BEST'
	const refused = {
		status: 403,
		body: {
			error: 'auth.forbidden',
			details: { reason: 'model.not_entitled', selector, entitlement: 'models.premium' },
		},
	}
	expect(await member.post(RESOLVE, { selector })).toMatchObject(refused)
	expect(await member.post(RESOLVE, {})).toMatchObject({
		body: { model: 'any', skipped: [{ model: 'best', scope: 'platform', reason: 'not_entitled' }] },
	})
	const plan = await create.plan({ entitlements: [{ key: 'models.premium', value: 'true', value_type: 'boolean' }] })
	await create.subscription(org_id, { plan_id: plan.id })
	expect(await member.post(RESOLVE, { selector })).toMatchObject({
		status: 200,
		body: { model: 'best', scope: 'platform' },
	})
	// A value of another type isn't true, whatever its text is.
	await grant(org_id, 'models.premium', { value_type: 'string' })
	expect(await member.post(RESOLVE, { selector })).toMatchObject(refused)
	await grant(org_id, 'models.premium', { value_type: 'integer', value: '1' })
	expect(await member.post(RESOLVE, { selector })).toMatchObject(refused)
	await grant(org_id, 'models.premium')
	expect((await member.post(RESOLVE, { selector })).status).toBe(200)
	// Hiding is judged first.
	await grant(org_id, 'models.premium', { value: 'false' })
	await providerAt(owner, 'org', 'SOLD')
	expect(await member.post(RESOLVE, { selector })).toMatchObject(missing)
})

test("members see neither where nor at what margin the platform's model is called; scope=platform shows both", async () => {
	const { admin: root, owner, member } = await world()
	const fields = { base_url: 'https://sold.example.com/v1', vendor_a_api_mode: 'responses', advanced_json: { a: 1 } }
	await providerAt(
		root,
		'platform',
		'Sold',
		{
			best: { multiplier: 1.5, cost_per_1k_input: 0.1, entitlement: 'x.y' },
			any: { multiplier: 1.5, cost_per_1k_input: 0.1 },
		},
		fields,
	)
	const hidden = { base_url: null, vendor_a_api_mode: null, advanced_json: null, multiplier: null }
	const prices = {
		cost_per_1k_input: null,
		cost_per_1k_output: null,
		cost_per_1k_cache_read: null,
		cost_per_1k_cache_write: null,
	}
	for (const caller of [member, owner, root])
		expect((await caller.post(RESOLVE, { selector: 'sold^any' })).body).toMatchObject({
			scope: 'platform',
			withheld: 'platform',
			...hidden,
			...prices,
		})
	expect((await member.post(RESOLVE, { selector: 'sold^any' })).body.price).toMatchObject({ input: 150_000, output: 0 })
	// Among the platform's alone nobody has to be entitled.
	const { body } = await root.post(`${RESOLVE}${OF_PLATFORM}`, { selector: 'sold^best' })
	expect(body).toMatchObject({ scope: 'platform', ...fields, multiplier: 1.5, cost_per_1k_input: 0.1 })
	expect(body).not.toHaveProperty('withheld')
	await providerAt(root, 'org', unique('own'), { own: {} })
	expect((await root.post(`${RESOLVE}${OF_PLATFORM}`, {})).body).toMatchObject({ scope: 'platform' })
})

test('listMcp gives the own configs, then those of the platform to which the org is entitled', async () => {
	const { admin: root, owner, org_id } = await world()
	await configAt(root, 'platform', 'Shared')
	await configAt(root, 'platform', 'Größe')
	await configAt(root, 'platform', 'sold', { entitlement: 'mcp.sold' })
	const off = await configAt(root, 'platform', 'off')
	await root.patch(`${off.path}${OF_PLATFORM}`, { is_active: false })
	const process = {
		transport: 'stdio',
		url: undefined,
		bearer_token: undefined,
		command: 'run',
		env: { TOKEN: PLATFORM_KEY },
	}
	await configAt(root, 'platform', 'process', process)
	await configAt(owner, 'org', 'own')
	const own = await configAt(owner, 'org', 'SHARED')
	await configAt(owner, 'org', 'own process', process)
	await owner.patch(own.path, { is_active: false })
	const list = await runtime().listMcp(org_id)
	if ('error' in list) throw new Error(list.message)
	expect(list.servers.map(({ scope, name }) => `${scope} ${name}`)).toEqual([
		'org own',
		'platform process',
		'platform Größe',
	])
	expect(list.servers[1]).toMatchObject({ command: 'run', env: { TOKEN: PLATFORM_KEY } })
	expect(list.skipped.map(({ scope, name, reason }) => `${scope} ${name} ${reason}`)).toEqual([
		'org own process not_entitled',
		'platform sold not_entitled',
		'platform Shared hidden',
	])
	await grant(org_id, 'mcp.sold')
	const ids = list.skipped.map(({ id }) => id)
	const picked = await runtime().listMcp(org_id, ids)
	expect('servers' in picked && picked.servers.map(({ name }) => name)).toEqual(['sold'])
})

test('an unknown or deleted org, and platform, get nothing of the platform', async () => {
	const { admin: root } = await world()
	await providerAt(root, 'platform', 'Sold', { any: {} })
	await configAt(root, 'platform', 'shared')
	for (const org_id of ['org_nobody', 'platform', await deletedOrg()]) {
		const none = { error: 'not_found' }
		expect(await runtime().resolveModel(org_id, 'sold^any')).toMatchObject(none)
		expect(await runtime().listMcp(org_id)).toMatchObject(none)
		expect(await runtime().resolveTool(org_id, 'web_search')).toMatchObject(none)
		expect(await root.get(`${LLM}/effective?org_id=${org_id}`)).toMatchObject({ status: 404 })
	}
})

test("all orgs share one copy of the platform's, and a change acts at once in its isolate", async () => {
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
	const { admin: root } = await world()
	const sold = await providerAt(root, 'platform', 'Sold', { any: {} })
	await configAt(root, 'platform', 'shared')
	const [one, other] = [await user(), await user()]
	forgetAll()
	const ask = (org_id: string) => runtime().resolveModel(org_id, 'sold^any')
	expect((await counted(() => ask(one.org_id))).calls).toBe(1)
	expect((await counted(() => ask(one.org_id))).calls).toBe(0)
	expect((await counted(() => ask(other.org_id))).calls).toBe(1)
	expect((await counted(() => runtime().listMcp(one.org_id))).calls).toBe(1)
	expect((await counted(() => runtime().listMcp(one.org_id))).calls).toBe(0)
	expect((await counted(() => one.get(`${LLM}/effective`))).calls).toBeLessThanOrEqual(2)
	expect((await counted(() => one.get(`${LLM}/effective`))).calls).toBe(0)
	await root.patch(`${sold.path}${OF_PLATFORM}`, { name: 'Renamed' })
	expect(await ask(one.org_id)).toMatchObject({ error: 'not_found' })
	expect(await runtime().resolveModel(one.org_id, 'renamed^any')).toMatchObject({ api_key: PLATFORM_KEY })
})

test('the price list has all that is not hidden, in the order in which it would be chosen', async () => {
	const { admin: root, owner, member, stranger, org_id } = await world()
	await providerAt(root, 'platform', 'Sold', {
		best: {
			entitlement: 'models.premium',
			cost_per_1k_input: 0.01,
			cost_per_1k_output: 0.03,
			cost_per_1k_cache_read: 0,
			multiplier: 1.5,
		},
		free: { multiplier: 0, is_default: true },
		unpriced: {},
	})
	await providerAt(root, 'platform', 'Hidden', { any: {} })
	await providerAt(owner, 'org', 'hidden', {
		plain: {},
		searching: { when: { task: 'search' } },
		usual: { is_default: true, cost_per_1k_input: 1 },
	})
	const { body } = await member.get(`${LLM}/effective`)
	expect(
		body.map(({ scope, selector, is_entitled, is_priced }: Record<string, unknown>) => [
			scope,
			selector,
			is_entitled,
			is_priced,
		]),
	).toEqual([
		['org', 'hidden^searching', true, false],
		['org', 'hidden^usual', true, true],
		['org', 'hidden^plain', true, false],
		['platform', 'Sold^free', true, true],
		['platform', 'Sold^best', false, true],
		['platform', 'Sold^unpriced', true, false],
	])
	// 1,000 credits a dollar: $10 per million tokens, times 1.5.
	expect(body[4]).toMatchObject({
		entitlement: 'models.premium',
		price: { input: 15_000, output: 45_000, cache_read: 0, cache_write: null },
	})
	expect([body[3].price.input, body[5].price]).toEqual([0, null])
	expect(JSON.stringify(body)).not.toContain('multiplier')
	const first = await member.get(`${LLM}/effective?limit=4`)
	const second = await member.get(`${LLM}/effective?limit=4&cursor=${first.headers.get('Next-Cursor')}`)
	expect([...first.body, ...second.body]).toEqual(body)
	expect((await root.get(`${LLM}/effective?org_id=${org_id}`)).body).toEqual(body)
	expect(await stranger.get(`${LLM}/effective?org_id=${org_id}`)).toMatchObject({ status: 404 })
	expect((await stranger.get(MCP)).body).toEqual([])
})
