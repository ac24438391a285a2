import { afterEach, beforeAll, expect, test } from 'vitest'
import { spender } from '../support/admission.ts'
import { asBefore, configured, ownPercent, PRICES, pricedModel, USED } from '../support/priced.ts'
import { admin, create, unique, user } from '../support/world.ts'

// What a run costs on a model of the platform, which the platform prices for every org.

afterEach(asBefore)

const root = await admin()
const OF_PLATFORM = '?scope=platform'

let sold: Awaited<ReturnType<typeof pricedModel>>
let name = ''

beforeAll(async () => {
	name = unique('shop')
	sold = await pricedModel(root, PRICES, name, OF_PLATFORM)
})

/** A new org with a balance. */
async function org(balance = 100_000) {
	const made = await spender({ balance, overdraft: null })
	const ended = async (fields: object) => {
		const run = { run_id: unique('run'), org_id: made.org_id, status: 'completed', ...fields }
		expect((await made.report(run)).status).toBe(200)
		return made.read(run.run_id)
	}
	return { ...made, ended }
}

/** An owner with a provider of the platform's name. */
async function hiding() {
	const owner = await user()
	const provider = { name: ` ${name.toUpperCase()} `, provider: 'vendor_a', api_key: 'sk-0123456789abcdef' }
	expect((await owner.post('/v1/llm-providers', provider)).status).toBe(201)
	await root.post('/v1/admin/credits/adjust', { org_id: owner.org_id, amount: 1_000 })
	return owner.org_id
}

const named = () => ({ credential_name: name, model: 'm' })

const PRICED = {
	total_cost_usd: 0.1,
	credits_used: 100,
	cost_source: 'priced',
	reported_cost_usd: null,
	priced_cost_usd: 0.1,
	model_scope: 'platform',
}

test('a run that gives tokens only costs what the price list says, however it names its model', async () => {
	const { ended, begin, end, read, credits } = await org()
	expect(await ended({ ...named(), ...USED })).toMatchObject(PRICED)
	expect(await ended({ persona_model: ` ${name.toUpperCase()} ^ M `, ...USED })).toMatchObject(PRICED)
	expect(await ended({ model_id: sold.model_id, ...USED })).toMatchObject(PRICED)
	const { run } = (await begin({ selector: sold.selector })).body
	expect(await read(run.run_id)).toMatchObject({ model_scope: 'platform', cost_source: null, priced_cost_usd: null })
	await end(run.run_id, USED)
	expect(await read(run.run_id)).toMatchObject(PRICED)
	expect((await credits()).balance).toBe(100_000 - 400)
})

test('a run whose reports name its model by ID alone has the names of the model, and counts as that model', async () => {
	const { ended, report, read, org_id } = await org()
	const names = { credential_name: name, model: 'm' }
	expect(await ended({ model_id: sold.model_id, ...USED })).toMatchObject({ ...PRICED, ...names })
	const run = { run_id: unique('run'), org_id }
	await report({ ...run, status: 'running', model_id: sold.model_id })
	expect(await read(run.run_id)).toMatchObject(names)
	await report({ ...run, status: 'completed', ...USED })
	expect(await read(run.run_id)).toMatchObject({ ...PRICED, ...names })
	const queued = { run_id: unique('run'), org_id }
	await report({ ...queued, status: 'queued' })
	await report({ ...queued, status: 'completed', model_id: sold.model_id, ...USED })
	expect(await read(queued.run_id)).toMatchObject({ ...PRICED, ...names })
	const today = new Date().toISOString().slice(0, 10)
	const { body } = await root.get(`/v1/orgs/${org_id}/usage/pricing?start=${today}&end=${today}`)
	expect(body.items ?? body).toMatchObject([{ model: 'm', run_count: 3, priced_cost_usd: 0.3 }])
})

test("the platform's price counts before what a runtime reports, and a cost without tokens stays", async () => {
	const { ended } = await org()
	const both = { ...PRICED, reported_cost_usd: 0.03 }
	expect(await ended({ ...named(), ...USED, total_cost_usd: 0.03 })).toMatchObject(both)
	const reported = { total_cost_usd: 0.03, credits_used: 30, cost_source: 'reported', priced_cost_usd: null }
	expect(await ended({ ...named(), total_cost_usd: 0.03 })).toMatchObject(reported)
	await configured({ 'billing.cost_source': 'reported' })
	expect(await ended({ ...named(), ...USED, total_cost_usd: 0.03 })).toMatchObject({
		...reported,
		priced_cost_usd: 0.1,
	})
	expect(await ended({ ...named(), ...USED, total_cost_usd: 0 })).toMatchObject({
		credits_used: 0,
		cost_source: 'reported',
	})
	expect(await ended({ ...named(), ...USED })).toMatchObject(PRICED)
})

test.each([
	[0.5, 50],
	[1.2, 120],
	[0, 0],
])("a platform's multiplier of %d counts as it is", async (multiplier, credits_used) => {
	const { ended, org_id } = await org()
	await ownPercent(org_id, '0')
	const other = unique('shop')
	await pricedModel(root, { ...PRICES, multiplier }, other, OF_PLATFORM)
	expect(await ended({ credential_name: other, model: 'm', ...USED })).toMatchObject({ ...PRICED, credits_used })
})

test('a model that is free on purpose has a price, and one without any is refused where that is configured', async () => {
	const { ended, begin } = await org()
	const [free, bare] = [unique('shop'), unique('shop')]
	const { selector } = await pricedModel(root, { multiplier: 0 }, free, OF_PLATFORM)
	const unpriced = await pricedModel(root, {}, bare, OF_PLATFORM)
	expect(await ended({ credential_name: free, model: 'm', ...USED })).toMatchObject({
		cost_source: 'priced',
		credits_used: 0,
		total_cost_usd: 0,
	})
	expect(await ended({ credential_name: bare, model: 'm', ...USED })).toMatchObject({
		cost_source: 'none',
		credits_used: 0,
		model_scope: 'platform',
	})
	expect((await begin({ selector: unpriced.selector })).status).toBe(201)
	await configured({ 'billing.unpriced': 'refuse' })
	expect((await begin({ selector })).status).toBe(201)
	expect((await begin({ selector: unpriced.selector })).body.details).toMatchObject({
		reason: 'model.unpriced',
		model_id: unpriced.model_id,
	})
})

test("by names a provider of the org decides, and by its id the platform's model is what ran", async () => {
	const org_id = await hiding()
	const ran = async (fields: object) => {
		const run = { run_id: unique('run'), org_id, status: 'completed', ...USED, ...fields }
		await root.post('/v1/runtime/runs', run)
		return (await root.get(`/v1/admin/runs/${run.run_id}`)).body
	}
	expect(await ran(named())).toMatchObject({ cost_source: 'none', model_scope: null, priced_cost_usd: null })
	expect(await ran({ ...named(), model_id: sold.model_id })).toMatchObject(PRICED)
})

test('a model that the org may not use is priced all the same where it has run', async () => {
	const { ended, begin } = await org()
	const other = unique('shop')
	const { selector } = await pricedModel(root, { ...PRICES, entitlement: 'models.premium' }, other, OF_PLATFORM)
	expect((await begin({ selector })).body.model).toMatchObject({ error: 'auth.forbidden' })
	expect(await ended({ credential_name: other, model: 'm', ...USED })).toMatchObject(PRICED)
})

test('holds, budgets and the balance count by the price, and the terms say it', async () => {
	const { begin, progress, end, budget, root: by, org_id, read } = await org(150)
	await create.override(org_id, { key: 'credits.overdraft', value: '0', value_type: 'integer' })
	const id = await budget({ unit: 'credits', window: 'total', limit: 120 })
	const { run, terms } = (await begin({ selector: sold.selector, hold: { credits: 100 } })).body
	expect(terms).toEqual({
		credits_per_usd: 1_000,
		multiplier: 1,
		percent: 100,
		model_scope: 'platform',
		cost_source: 'priced',
		price: { input: 2_000, output: 10_000, cache_write: null, cache_read: 200 },
		...PRICES,
		cost_per_1k_cache_write: null,
	})
	expect((await progress(run.run_id, { ...USED, total_cost_usd: 0.01 })).body).toMatchObject({
		spent: { credits: 100 },
		terms,
	})
	const beyond = await progress(run.run_id, { total_output_tokens: 7_000 })
	expect([beyond.status, beyond.body.details]).toMatchObject([402, { budget_id: id, needed: 30 }])
	await end(run.run_id)
	expect(await read(run.run_id)).toMatchObject({ credits_used: 130, total_cost_usd: 0.13, reported_cost_usd: 0.01 })
	expect((await by.get(`/v1/orgs/${org_id}/budgets/${id}/states`)).body).toMatchObject([{ used: 130, held: 0 }])
})

test('of 200 runs that begin while the price changes, each costs what its beginning told', async () => {
	const { begin, end, read } = await org()
	const other = unique('shop')
	const { selector, change } = await pricedModel(root, { cost_per_1k_output: 0.01 }, other, OF_PLATFORM)
	const beginning = Array.from({ length: 204 }, (_, index) => {
		if (index % 50 === 25) return change({ cost_per_1k_output: index > 100 ? 0.01 : 0.02 })
		return begin({ selector })
	})
	const begun = (await Promise.all(beginning)).flatMap((one) => (one ? [one.body] : []))
	expect(begun).toHaveLength(200)
	await change({ cost_per_1k_output: 5 })
	const costs = new Set<number>()
	await Promise.all(
		begun.map(async ({ run, terms }) => {
			await end(run.run_id, { total_output_tokens: 1_000 })
			const { credits_used } = await read(run.run_id)
			costs.add(credits_used)
			expect(credits_used).toBe(terms.price.output / 1_000)
		}),
	)
	expect([...costs].every((cost) => cost === 10 || cost === 20)).toBe(true)
})
