import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { chooseModel, layerOf } from '../support/program.ts'
import { type Caller, user, world } from '../support/world.ts'

const PATH = '/v1/llm-providers'
const RESOLVE = `${PATH}/resolve`
const KEY = 'sk-live-0123456789abcdef'
const nothing = { status: 404, body: { error: 'not_found', details: { reason: 'routing.model_not_found' } } }

async function providerOf(caller: Caller, name: string, fields: object = {}) {
	const response = await caller.post(PATH, { name, provider: 'vendor_a', api_key: KEY, ...fields })
	expect(response.status).toBe(201)
	return response.body
}
async function modelOf(caller: Caller, provider: { id: string }, model: string, fields: object = {}) {
	const response = await caller.post(`${PATH}/${provider.id}/models`, { model, ...fields })
	expect(response.status).toBe(201)
	return response.body
}
const chosen = async (caller: Caller, body: object) => {
	const response = await caller.post(RESOLVE, body)
	expect(response.status).toBe(200)
	return `${response.body.provider_name}^${response.body.model} ${response.body.reason}`
}

test("a selector returns everything a request needs except the key, with the model's settings over its provider's", async () => {
	const { owner, member } = await world()
	const provider = await providerOf(owner, 'acme', {
		base_url: 'https://api.example.com/v1',
		vendor_a_api_mode: 'responses',
		advanced_json: { a: { x: 1 }, b: 1 },
	})
	const model = await modelOf(owner, provider, 'gpt', {
		when: { never: true },
		advanced_json: { a: { y: 2 }, c: null },
		multiplier: 1.5,
		cost_per_1k_input: 0.1,
		cost_per_1k_output: 0.2,
		cost_per_1k_cache_write: 0.3,
	})
	const response = await member.post(RESOLVE, { selector: 'acme^gpt' })
	expect(response.status).toBe(200)
	expect(response.body).toEqual({
		provider_id: provider.id,
		provider_name: 'acme',
		provider: 'vendor_a',
		model_id: model.id,
		model: 'gpt',
		scope: 'org',
		base_url: 'https://api.example.com/v1',
		vendor_a_api_mode: 'responses',
		advanced_json: { a: { y: 2 }, b: 1, c: null },
		multiplier: 1.5,
		cost_per_1k_input: 0.1,
		cost_per_1k_output: 0.2,
		cost_per_1k_cache_write: 0.3,
		cost_per_1k_cache_read: null,
		reason: 'selector',
		skipped: [],
		// 1,000 credits a dollar, times 1.5.
		price: { input: 150_000, output: 300_000, cache_write: 450_000, cache_read: null },
	})
})

test("without a base_url the response has the kind's default, and without advanced_json an empty object", async () => {
	const owner = await user()
	await modelOf(owner, await providerOf(owner, 'a'), 'm')
	await modelOf(owner, await providerOf(owner, 'b', { provider: 'vendor_b' }), 'm')
	const bases = { a: env.VENDOR_A_BASE_URL, b: env.VENDOR_B_BASE_URL }
	for (const [name, base_url] of Object.entries(bases)) {
		const { body } = await owner.post(RESOLVE, { selector: `${name}^m` })
		expect(body).toMatchObject({ base_url, vendor_a_api_mode: null })
		expect(body.advanced_json).toEqual({})
	}
})

test('a selector matches exactly first, then case-insensitively, and splits at its first ^', async () => {
	const owner = await user()
	const [upper, lower] = [await providerOf(owner, 'Acme'), await providerOf(owner, 'acme')]
	await modelOf(owner, upper, 'gpt')
	await modelOf(owner, lower, 'GPT')
	for (const model of ['org^m^v2', '^']) await modelOf(owner, lower, model)
	expect(await chosen(owner, { selector: 'Acme^GPT' })).toBe('Acme^gpt selector')
	expect(await chosen(owner, { selector: ' acme ^ gpt ' })).toBe('acme^GPT selector')
	expect(await chosen(owner, { selector: 'ACME^Gpt' })).toBe('Acme^gpt selector')
	expect(await chosen(owner, { selector: 'acme^ORG^M^v2' })).toBe('acme^org^m^v2 selector')
	expect(await chosen(owner, { selector: 'acme^^' })).toBe('acme^^ selector')
	for (const selector of ['acme^org', 'other^gpt', 'acme^gpt^', 'acme^%', "acme^' OR 1=1"])
		expect([selector, await owner.post(RESOLVE, { selector })]).toMatchObject([selector, nothing])
})

test('an invalid selector returns 400 naming it', async () => {
	const owner = await user()
	for (const selector of ['', 'acme', '^', ' ^gpt', 'acme^  ', '^^', 7, 'a^\u0000', `a^${'m'.repeat(1024)}`])
		expect([selector, await owner.post(RESOLVE, { selector })]).toMatchObject([
			selector,
			{ status: 400, body: { error: 'validation.error', details: { fields: [{ path: 'selector' }] } } },
		])
	for (const context of [[], 'x', 7])
		expect(await owner.post(RESOLVE, { context })).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path: 'context' }] } },
		})
})

test('without a selector, the first conditional model that matches is chosen, else the default, else the highest priority', async () => {
	const owner = await user()
	expect(await owner.post(RESOLVE)).toMatchObject(nothing)
	const [acme, other] = [await providerOf(owner, 'acme'), await providerOf(owner, 'other')]
	expect(await owner.post(RESOLVE, {})).toMatchObject(nothing)
	const search = await modelOf(owner, acme, 'search', { priority: 5, when: { task: 'search' } })
	expect(await owner.post(RESOLVE, {})).toMatchObject(nothing)
	await modelOf(owner, other, 'long', { priority: 9, when: { task: 'search', tokens: { gt: 1000 } } })
	await modelOf(owner, acme, 'low', { priority: 1 })
	expect(await chosen(owner, {})).toBe('acme^low priority')
	await modelOf(owner, other, 'high', { priority: 50 })
	expect(await chosen(owner, {})).toBe('other^high priority')
	const fallback = await modelOf(owner, acme, 'fallback', { priority: 2, is_default: true })
	expect(await chosen(owner, {})).toBe('acme^fallback default')
	expect(await chosen(owner, { context: { task: 'search' } })).toBe('acme^search when')
	expect(await chosen(owner, { context: { task: 'search', tokens: 1001 } })).toBe('other^long when')
	const skipped = async (context: object) => (await owner.post(RESOLVE, { context })).body.skipped
	const long = { provider_name: 'other', model: 'long', scope: 'org', reason: 'when' }
	expect(await skipped({ task: 'search' })).toEqual([long])
	expect(await skipped({})).toEqual([long, { provider_name: 'acme', model: 'search', scope: 'org', reason: 'when' }])
	expect(await skipped({ task: 'search', tokens: 1001 })).toEqual([])
	await owner.patch(`${PATH}/${acme.id}/models/${fallback.id}`, { when: { never: true } })
	await owner.patch(`${PATH}/${acme.id}/models/${search.id}`, { priority: 10 })
	expect(await chosen(owner, {})).toBe('other^high priority')
	expect(await chosen(owner, { context: { task: 'search', tokens: 1001 } })).toBe('acme^search when')
})

test('of models with equal priority the default wins, then the oldest', () => {
	const candidate = (id: string, fields: object = {}) => ({
		id,
		model: id,
		provider_name: 'p',
		priority: 1,
		is_default: false,
		when: {} as Record<string, unknown>,
		scope: 'org' as const,
		entitlement: null,
		...fields,
	})
	const choice = (...candidates: ReturnType<typeof candidate>[]) =>
		chooseModel(
			{ own: layerOf(candidates, []), platform: layerOf<(typeof candidates)[0]>([], []), isEntitled: () => true },
			{ selector: undefined, context: { a: 1 } },
		)?.chosen.id
	expect(choice(candidate('old'), candidate('young'))).toBe('old')
	expect(choice(candidate('old'), candidate('young', { is_default: true }))).toBe('young')
	const when = { a: 1 }
	expect(choice(candidate('old', { when }), candidate('young', { when }))).toBe('old')
	expect(choice(candidate('old', { when }), candidate('young', { when, is_default: true }))).toBe('young')
	expect(choice(candidate('one', { is_default: true }), candidate('two', { is_default: true, priority: 2 }))).toBe(
		'two',
	)
	expect(choice()).toBeUndefined()
})

test('a context cannot reach a prototype', async () => {
	const owner = await user()
	const acme = await providerOf(owner, 'acme')
	await modelOf(owner, acme, 'm', { when: { toString: { exists: true } } })
	expect(await owner.post(RESOLVE, '{"context":{"__proto__":{"toString":1}}}')).toMatchObject(nothing)
	expect(await chosen(owner, { context: { toString: null } })).toBe('acme^m when')
})

test("another org's models are never chosen, with or without a selector", async () => {
	const { owner, stranger } = await world()
	await modelOf(owner, await providerOf(owner, 'acme'), 'm', { is_default: true })
	for (const body of [{}, { selector: 'acme^m' }]) expect(await stranger.post(RESOLVE, body)).toMatchObject(nothing)
})
