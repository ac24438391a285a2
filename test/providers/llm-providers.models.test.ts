import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { LENIENT } from '../support/api.ts'
import { invalidField, missing } from '../support/replies.ts'
import { admin, type Caller, unique, user, world } from '../support/world.ts'

const PATH = '/v1/llm-providers'

async function providerOf(caller: Caller) {
	const fields = { name: unique('acme'), provider: 'vendor_a', api_key: 'sk-live-0123456789abcdef' }
	const response = await caller.post(PATH, fields)
	expect(response.status).toBe(201)
	return `${PATH}/${response.body.id}`
}
async function modelOf(caller: Caller, provider: string, fields: object = {}) {
	const response = await caller.post(`${provider}/models`, { model: unique('model'), ...fields })
	expect(response.status).toBe(201)
	return response.body
}
interface Listed {
	id: string
	is_default: boolean
	models: Listed[]
}
async function modelsOf(caller: Caller, provider: string) {
	const { body } = (await caller.get(`${PATH}?limit=200`)) as { body: Listed[] }
	return body.find(({ id }) => provider.endsWith(id))?.models ?? []
}

test('creating a model returns all its fields, and its provider lists the same', async () => {
	const { owner, member } = await world()
	const provider = await providerOf(owner)
	const fields = {
		model: 'gpt-5^mini',
		priority: 10,
		is_default: true,
		tags: ['fast', 'schnell 🧮'],
		when: { 'task.kind': 'search', tokens: { gte: 1000, lt: 2.5e3 }, region: { in: ['eu', null, true] } },
		advanced_json: { temperature: 0.1 },
		multiplier: 0.30000000000000004,
		cost_per_1k_input: 0.00025,
		cost_per_1k_output: 1e-7,
		cost_per_1k_cache_write: 0,
		cost_per_1k_cache_read: 99.000000125,
		entitlement: null,
	}
	const response = await owner.post(`${provider}/models`, fields)
	expect(response.status).toBe(201)
	expect(response.body).toEqual({ id: expect.any(String), provider_id: provider.slice(PATH.length + 1), ...fields })
	expect(await modelsOf(member, provider)).toEqual([response.body])
})

test("fields left out get their defaults; a provider's first model isn't its default", async () => {
	const owner = await user()
	const provider = await providerOf(owner)
	const response = await owner.post(`${provider}/models`, { model: ' gpt ' })
	expect(response.body).toEqual({
		id: expect.any(String),
		provider_id: provider.slice(PATH.length + 1),
		model: 'gpt',
		priority: 0,
		is_default: false,
		tags: [],
		when: {},
		advanced_json: {},
		multiplier: 1,
		cost_per_1k_input: 0,
		cost_per_1k_output: 0,
		cost_per_1k_cache_write: null,
		cost_per_1k_cache_read: null,
		entitlement: null,
	})
	expect(await modelsOf(owner, provider)).toEqual([response.body])
})

const badFields: [string, string, object][] = [
	['a missing model', 'model', { model: undefined }],
	['a blank model', 'model', { model: '  ' }],
	['an over-long model', 'model', { model: 'm'.repeat(257) }],
	['a priority with a fraction', 'priority', { priority: 1.5 }],
	['a priority beyond safe integers', 'priority', { priority: 2 ** 53 }],
	['is_default in quotes', 'is_default', { is_default: 'true' }],
	['tags that are not an array', 'tags', { tags: 'fast' }],
	['an empty tag', 'tags.0', { tags: [''] }],
	['an over-long tag', 'tags.1', { tags: ['a', 't'.repeat(65)] }],
	['51 tags', 'tags', { tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }],
	['a when that is an array', 'when', { when: [] }],
	['a when with an unknown operator', 'when.plan.like', { when: { plan: { like: 'x' } } }],
	['a when with a wrong operand', 'when.plan.in', { when: { plan: { in: 'x' } } }],
	['a when with a list for a literal', 'when.plan', { when: { plan: ['x'] } }],
	['advanced_json that is a number', 'advanced_json', { advanced_json: 1 }],
	['a negative multiplier', 'multiplier', { multiplier: -1 }],
	['a multiplier in quotes', 'multiplier', { multiplier: '1' }],
	['a negative cost', 'cost_per_1k_input', { cost_per_1k_input: -0.1 }],
	['a negative cost of cache writes', 'cost_per_1k_cache_write', { cost_per_1k_cache_write: -1 }],
	['a cost of cache reads in quotes', 'cost_per_1k_cache_read', { cost_per_1k_cache_read: '0' }],
]

test('a wrong field returns 400 naming it, on creation and on change, and nothing is stored', async () => {
	const owner = await user()
	const provider = await providerOf(owner)
	const model = await modelOf(owner, provider)
	for (const [what, path, fields] of badFields) {
		const isMissing = Object.values(fields).every((value) => value === undefined)
		const responses = [
			await owner.post(`${provider}/models`, { model: 'gpt', ...fields }),
			...(isMissing ? [] : [await owner.patch(`${provider}/models/${model.id}`, fields)]),
		]
		expect([what, responses]).toMatchObject([what, responses.map(() => invalidField(path))])
	}
	expect(await modelsOf(owner, provider)).toEqual([model])
})

test('numbers out of range and keys that reach a prototype return 400', async () => {
	const owner = await user()
	const provider = await providerOf(owner)
	const bodies: [string, string][] = [
		['multiplier', '{"model":"m","multiplier":1e999}'],
		['cost_per_1k_input', '{"model":"m","cost_per_1k_input":1e999}'],
		['when', '{"model":"m","when":{"__proto__":1}}'],
		['when.a', '{"model":"m","when":{"a":1e999}}'],
		['advanced_json', '{"model":"m","advanced_json":{"a":{"__proto__":{}}}}'],
		['when.a.eq', `{"model":"m","when":{"a":{"eq":${'['.repeat(100_000)}${']'.repeat(100_000)}}}}`],
	]
	for (const [path, body] of bodies)
		expect(await owner.post(`${provider}/models`, body)).toMatchObject(invalidField(path))
	expect(await modelsOf(owner, provider)).toEqual([])
})

test('models are unique under their provider: a second one returns 409, and another provider can have it', async () => {
	const owner = await user()
	const [one, two] = [await providerOf(owner), await providerOf(owner)]
	const model = await modelOf(owner, one, { is_default: true })
	const again = await owner.post(`${one}/models`, { model: model.model, is_default: true })
	expect(again).toMatchObject({ status: 409, body: { error: 'conflict' } })
	expect(await modelsOf(owner, one)).toEqual([model])
	await modelOf(owner, two, { model: model.model })
	const other = await modelOf(owner, one)
	expect(await owner.patch(`${one}/models/${other.id}`, { model: model.model })).toMatchObject({ status: 409 })
})

test('PATCH changes the fields it names, null clears optional costs, and an empty PATCH changes nothing', async () => {
	const owner = await user()
	const provider = await providerOf(owner)
	const fields = { priority: 3, tags: ['a'], when: { a: 1 }, advanced_json: { a: 1 }, cost_per_1k_cache_read: 1 }
	const model = await modelOf(owner, provider, { ...fields, multiplier: 2, is_default: true })
	const path = `${provider}/models/${model.id}`
	for (const body of [{}, undefined, { id: 'x', provider_id: 'y', created_at: 'z' }]) {
		const response = await owner.patch(path, body, LENIENT)
		expect([response.status, response.body]).toEqual([200, model])
	}
	const change = {
		model: unique('new'),
		when: {},
		advanced_json: {},
		cost_per_1k_cache_read: null,
		is_default: false,
	}
	expect((await owner.patch(path, change)).body).toEqual({ ...model, ...change })
	expect(await modelsOf(owner, provider)).toEqual([{ ...model, ...change }])
	for (const name of ['model', 'priority', 'tags', 'when', 'advanced_json', 'multiplier', 'cost_per_1k_output'])
		expect([name, await owner.patch(path, { [name]: null })]).toMatchObject([name, { status: 400 }])
	expect(await modelsOf(owner, provider)).toEqual([{ ...model, ...change }])
})

test('making a model the default replaces the default of the same provider, and of no other', async () => {
	const owner = await user()
	const [here, there] = [await providerOf(owner), await providerOf(owner)]
	const [first, elsewhere] = [
		await modelOf(owner, here, { is_default: true }),
		await modelOf(owner, there, { is_default: true }),
	]
	const second = await modelOf(owner, here, { is_default: true })
	expect(await modelsOf(owner, here)).toEqual([{ ...first, is_default: false }, second])
	await owner.patch(`${here}/models/${first.id}`, { is_default: true })
	expect(await modelsOf(owner, here)).toEqual([first, { ...second, is_default: false }])
	expect(await modelsOf(owner, there)).toEqual([elsewhere])
	const lost = await owner.patch(`${here}/models/${elsewhere.id}`, { is_default: true })
	expect(lost).toMatchObject(missing)
	expect(await modelsOf(owner, here)).toEqual([first, { ...second, is_default: false }])
})

test('when 6 models become the default concurrently exactly one is', async () => {
	const owner = await user()
	const provider = await providerOf(owner)
	const models = await Promise.all(Array.from({ length: 6 }, () => modelOf(owner, provider)))
	const responses = await Promise.all(
		models.map(({ id }) => owner.patch(`${provider}/models/${id}`, { is_default: true })),
	)
	expect(responses.map(({ status }) => status)).toEqual(Array<number>(6).fill(200))
	expect((await modelsOf(owner, provider)).filter(({ is_default }) => is_default)).toHaveLength(1)
})

test('a model that is deleted, unknown or under another provider returns 404, and every change is in the audit log', async () => {
	const owner = await user()
	const [here, there] = [await providerOf(owner), await providerOf(owner)]
	const [gone, kept] = [await modelOf(owner, here), await modelOf(owner, here)]
	await owner.patch(`${here}/models/${gone.id}`, { priority: 1 })
	expect(await owner.delete(`${here}/models/${gone.id}`)).toMatchObject({ status: 200, body: { ok: true } })
	const others = [kept.id, 'llmm_01JD6Z5W3T9V7K2M4N8P0Q1R2S', '%00'].map((id) => `${there}/models/${id}`)
	for (const path of [`${here}/models/${gone.id}`, ...others]) {
		expect(await owner.patch(path, { priority: 1 })).toMatchObject(missing)
		expect(await owner.delete(path)).toMatchObject(missing)
	}
	expect(await modelsOf(owner, here)).toEqual([kept])
	const { body } = await (await admin()).get(`/v1/admin/audit-logs?target_id=${gone.id}`)
	expect(body).toMatchObject([
		{ action: 'llm_models.delete' },
		{ action: 'llm_models.update', org_id: owner.org_id, before: gone, after: { ...gone, priority: 1 } },
		{ action: 'llm_models.create' },
	])
})

test('creating a model while its provider is being deleted returns 404, or the model is deleted too', async () => {
	const owner = await user()
	const provider = await providerOf(owner)
	const creations = Array.from({ length: 10 }, () => owner.post(`${provider}/models`, { model: unique('model') }))
	await Promise.all([...creations.slice(0, 5), owner.delete(provider), ...creations.slice(5)])
	for (const creation of creations) expect([201, 404]).toContain((await creation).status)
	const left = env.DB.prepare('SELECT id FROM llm_models WHERE provider_id = ?')
	expect((await left.bind(provider.slice(PATH.length + 1)).all()).results).toEqual([])
})

test("with If-Match another org can't find out what exists", async () => {
	const { owner, stranger } = await world()
	const provider = await providerOf(owner)
	const model = await modelOf(owner, provider)
	const headers = { 'If-Match': '*' }
	for (const path of [provider, `${provider}/models/${model.id}`, `${PATH}/unknown`, `${provider}/models/unknown`])
		for (const response of [await stranger.patch(path, {}, { headers }), await stranger.delete(path, { headers })])
			expect([path, response.status]).toEqual([path, 412])
	expect((await owner.patch(`${provider}/models/${model.id}`, { priority: 1 }, { headers })).status).toBe(200)
	expect((await owner.delete(provider, { headers })).status).toBe(200)
})
