import { afterEach, expect, test, vi } from 'vitest'
import { spender, stoppedClock } from '../support/admission.ts'
import { as } from '../support/api.ts'
import { asBefore, configured, ownPercent, PRICES, pricedModel, USED } from '../support/priced.ts'
import { admin, unique, user } from '../support/world.ts'

// What a run costs by the price of a model of its own org, and what of it counts.

afterEach(async () => {
	vi.useRealTimers()
	await asBefore()
})

/** An org with a balance, whose owner prices its models. */
async function ownOrg() {
	const [org, owner] = [await spender({ balance: 100_000, overdraft: null }), await user()]
	await org.root.put(`/v1/admin/orgs/${org.org_id}/members/${owner.user_id}`, { role: 'owner' })
	const { body } = await owner.post('/v1/auth/refresh', { org_id: org.org_id }, { headers: { Cookie: owner.cookie } })
	const ended = async (fields: object) => {
		const run = { run_id: unique('run'), org_id: org.org_id, status: 'completed', ...fields }
		expect((await org.report(run)).status).toBe(200)
		return org.read(run.run_id)
	}
	return { ...org, owner: as(body.access_token as string), ended }
}

const NAMED = { credential_name: 'main', model: 'm' }

test("an org's own price is shown and counts nothing, however the run is reported", async () => {
	const { owner, ended, begin, end, read, credits } = await ownOrg()
	const { model_id, selector } = await pricedModel(owner)
	const shown = {
		total_cost_usd: 0,
		credits_used: 0,
		cost_source: 'none',
		reported_cost_usd: null,
		priced_cost_usd: 0.1,
		model_scope: 'org',
	}
	expect(await ended({ ...NAMED, ...USED })).toMatchObject(shown)
	expect(await ended({ persona_model: ' MAIN^M ', ...USED })).toMatchObject(shown)
	expect(await ended({ model_id, ...USED })).toMatchObject(shown)
	const { run } = (await begin({ selector })).body
	await end(run.run_id, USED)
	expect(await read(run.run_id)).toMatchObject(shown)
	const reported = {
		...shown,
		total_cost_usd: 0.03,
		credits_used: 30,
		cost_source: 'reported',
		reported_cost_usd: 0.03,
	}
	expect(await ended({ ...NAMED, ...USED, total_cost_usd: 0.03 })).toMatchObject(reported)
	expect(await ended({ ...NAMED, ...USED, total_cost_usd: 0 })).toMatchObject({
		...reported,
		total_cost_usd: 0,
		credits_used: 0,
		reported_cost_usd: 0,
	})
	expect(await ended({ model: 'nobody', ...USED })).toMatchObject({
		...shown,
		priced_cost_usd: null,
		model_scope: null,
	})
	expect((await credits()).balance).toBe(100_000 - 30)
})

test('where own prices count, they count for what nothing was reported of', async () => {
	const { owner, ended, begin, progress, end, read } = await ownOrg()
	const { selector } = await pricedModel(owner, { ...PRICES, multiplier: 1.5 })
	await configured({ 'billing.own_prices': 'count' })
	const priced = {
		total_cost_usd: 0.1,
		credits_used: 150,
		cost_source: 'priced',
		reported_cost_usd: null,
		priced_cost_usd: 0.1,
	}
	expect(await ended({ ...NAMED, ...USED })).toMatchObject(priced)
	expect(await ended({ ...NAMED, ...USED, total_cost_usd: 0.03 })).toMatchObject({
		credits_used: 45,
		cost_source: 'reported',
	})
	expect(await ended({ ...NAMED })).toMatchObject({ credits_used: 0, cost_source: 'none', priced_cost_usd: null })
	const begun = (await begin({ selector, hold: { credits: 10 } })).body
	expect(begun.terms).toEqual({
		credits_per_usd: 1_000,
		multiplier: 1.5,
		percent: 100,
		model_scope: 'org',
		cost_source: 'reported',
		price: { input: 3_000, output: 15_000, cache_write: null, cache_read: 300 },
		...PRICES,
		cost_per_1k_cache_write: null,
	})
	const { run_id } = begun.run
	const step = await progress(run_id, { ...USED, hold: { credits: 200 } })
	expect(step.body).toMatchObject({
		spent: { credits: 150, tokens: 34_000 },
		hold: { credits: 200 },
		terms: begun.terms,
	})
	expect((await progress(run_id, { total_output_tokens: 8_000, hold: { credits: 150 } })).body.spent.credits).toBe(210)
	await end(run_id)
	expect(await read(run_id)).toMatchObject({
		...priced,
		total_cost_usd: 0.14,
		priced_cost_usd: 0.14,
		credits_used: 210,
	})
})

test('parts of the input from the cache cost what they cost, and never more than the input says', async () => {
	const { owner, ended, report, run, read } = await ownOrg()
	await pricedModel(owner, { ...PRICES, cost_per_1k_cache_write: 0.0025 })
	await configured({ 'billing.own_prices': 'count' })
	const cached = { ...NAMED, ...USED, total_cache_read_tokens: 20_000, total_cache_write_tokens: 4_000 }
	// 6,000 × 0.002 + 20,000 × 0.0002 + 4,000 × 0.0025 + 4,000 × 0.01, each per 1,000.
	expect(await ended(cached)).toMatchObject({
		total_cost_usd: 0.066,
		total_cache_read_tokens: 20_000,
		total_cache_write_tokens: 4_000,
	})
	const beyond = await report(run({ ...cached, total_cache_read_tokens: 26_001 }))
	expect([beyond.status, beyond.body.details.fields[0].path]).toEqual([400, 'total_input_tokens'])
	// What is said in two reports is priced as far as it fits, and kept as it was said.
	const later = run({ ...NAMED, status: 'running', total_cache_read_tokens: 50_000 })
	await report(later)
	await report({
		...later,
		...USED,
		status: 'completed',
		total_cache_read_tokens: 40_000,
		total_input_tokens: 40_000,
		total_output_tokens: 0,
	})
	expect(await read(later.run_id)).toMatchObject({ total_cache_read_tokens: 50_000, total_cost_usd: 0.008 })
})

test('a run keeps the price that its beginning told, whatever happens to the model', async () => {
	const { owner, begin, progress, end, read } = await ownOrg()
	await configured({ 'billing.own_prices': 'count' })
	const { selector, change, remove } = await pricedModel(owner)
	const [one, two] = [(await begin({ selector })).body, (await begin({ selector })).body]
	await change({ model: 'renamed', cost_per_1k_input: 1, multiplier: 3 })
	expect((await progress(one.run.run_id, USED)).body).toMatchObject({ spent: { credits: 100 }, terms: one.terms })
	expect((await begin({ run_id: one.run.run_id, selector: 'main^renamed' })).body.terms).toEqual(one.terms)
	await remove()
	for (const { run } of [one, two]) {
		await end(run.run_id, { ...USED, model: 'other', credential_name: 'other' })
		expect(await read(run.run_id)).toMatchObject({
			total_cost_usd: 0.1,
			credits_used: 100,
			model_scope: 'org',
			model: 'm',
		})
	}
})

test('a repeat after its hold has lapsed keeps the price that the beginning told', async () => {
	const { owner, begin, end, read } = await ownOrg()
	await configured({ 'billing.own_prices': 'count' })
	const { selector, change } = await pricedModel(owner)
	const move = stoppedClock()
	const { run, terms } = (await begin({ selector, hold: { credits: 5 }, ttl_s: 30 })).body
	move(31)
	await change({ cost_per_1k_input: 1, multiplier: 3 })
	const again = await begin({ run_id: run.run_id, selector, hold: { credits: 5 }, ttl_s: 30 })
	expect(again).toMatchObject({ status: 200, body: { hold: { credits: 5 }, terms } })
	await end(run.run_id, USED)
	expect(await read(run.run_id)).toMatchObject({ total_cost_usd: 0.1, credits_used: 100 })
})

test("a model that a report names by its id is priced, and another org's is named in X-Ignored", async () => {
	const { owner, org_id, ended, report, run, begin, progress, end, read } = await ownOrg()
	await configured({ 'billing.own_prices': 'count' })
	const { model_id } = await pricedModel(owner)
	const { model_id: theirs } = await pricedModel(await user())
	expect(await ended({ model_id, ...USED })).toMatchObject({ credits_used: 100 })
	expect(await ended({ model_id: theirs, ...NAMED, ...USED })).toMatchObject({ credits_used: 100 })
	const ignored = async (body: unknown) => (await report(body)).headers.get('X-Ignored')
	expect(await ignored(run({ model_id }))).toBeNull()
	expect(await ignored(run({ model_id: theirs }))).toBe('model_id')
	expect(await ignored([run({ model_id }), run({ model_id: theirs })])).toBe('1.model_id')
	// A progress names it, and the end doesn't.
	const { run_id } = (await begin()).body.run
	const named = await progress(run_id, { model_id, total_input_tokens: 10 })
	expect([named.headers.get('X-Ignored'), named.body.terms.model_scope]).toEqual([null, 'org'])
	expect((await progress(run_id, { model_id: theirs })).headers.get('X-Ignored')).toBe('model_id')
	await end(run_id, { ...USED, org_id })
	expect(await read(run_id)).toMatchObject({ credits_used: 100 })
})

test.each([
	['100', 30],
	['50', 15],
	['1', 1],
	['0', 0],
])('an org that pays %s percent for its own models pays %d of 30 credits', async (percent, credits_used) => {
	const { owner, org_id, ended, begin, progress } = await ownOrg()
	const { selector } = await pricedModel(owner)
	await ownPercent(org_id, percent)
	expect(await ended({ ...NAMED, total_cost_usd: 0.03 })).toMatchObject({ credits_used, total_cost_usd: 0.03 })
	expect(await ended({ model: 'nobody', total_cost_usd: 0.03 })).toMatchObject({ credits_used: 30 })
	const { run } = (await begin({ selector })).body
	expect((await progress(run.run_id, { total_cost_usd: 0.03 })).body).toMatchObject({
		spent: { credits: credits_used },
		terms: { percent: Number(percent) },
	})
})

test('an entry that decides what counts takes its values only, and another stored one is as good as none', async () => {
	const root = await admin()
	for (const [key, good, message] of [
		['billing.cost_source', 'reported', 'Must be priced or reported'],
		['billing.own_prices', 'count', 'Must be show or count'],
		['billing.unpriced', 'refuse', 'Must be allow or refuse'],
	]) {
		const at = `/v1/admin/config-entries/${key}`
		expect((await root.put(at, { value: 'often' })).body.details.fields).toMatchObject([{ path: 'value', message }])
		expect((await root.put(at, { value: good })).status).toBe(200)
		expect((await root.delete(at)).status).toBe(204)
	}
	const bound = await root.put('/v1/admin/config-entries/credits.own_models_percent', { value: '101' })
	expect(bound.body.details.fields).toMatchObject([{ path: 'value', message: 'Must be an integer from 0 to 100' }])
	const { owner, ended } = await ownOrg()
	await pricedModel(owner)
	await configured({ 'billing.own_prices': 'often' })
	expect(await ended({ ...NAMED, ...USED })).toMatchObject({ credits_used: 0, cost_source: 'none' })
})

test('a model without a price is refused where the configuration says so, and a run that has begun is not', async () => {
	const { owner, begin, org_id } = await ownOrg()
	const { selector, model_id, change } = await pricedModel(owner, {})
	const { run } = (await begin({ selector })).body
	await configured({ 'billing.unpriced': 'refuse' })
	expect((await begin({ selector })).status).toBe(201)
	await configured({ 'billing.own_prices': 'count' })
	const refused = await begin({ selector, hold: { credits: 5 } })
	expect([refused.status, refused.body.details]).toEqual([
		409,
		{ reason: 'model.unpriced', provider_name: 'main', model: 'm', model_id },
	])
	expect((await begin({ run_id: run.run_id, selector })).status).toBe(200)
	expect((await begin()).status).toBe(201)
	await change({ cost_per_1k_output: 0.01 })
	expect((await begin({ selector, org_id })).status).toBe(201)
})

test('a price is a number from 0 to a hundred dollars per 1,000 tokens', async () => {
	const owner = await user()
	const { provider_id, change } = await pricedModel(owner, { cost_per_1k_input: 100 })
	for (const cost of [-0.001, 100.1, '1', 1e30]) {
		const made = await owner.post(`/v1/llm-providers/${provider_id}/models`, {
			model: 'n',
			cost_per_1k_cache_read: cost,
		})
		expect([made.status, made.body.details.fields[0].path]).toEqual([400, 'cost_per_1k_cache_read'])
	}
	await change({ cost_per_1k_input: 0 })
})

test('the event of an end has what its run shows', async () => {
	const { owner, ended, events } = await ownOrg()
	await pricedModel(owner)
	const { hold: _, ...shown } = await ended({ ...NAMED, ...USED, total_cache_read_tokens: 7, total_cost_usd: 0.03 })
	expect((await events()).find(({ type }) => type === 'run.completed')?.data).toEqual(shown)
})

test('a run uses a trillion credits at most, so all runs of an org can be added up', async () => {
	const [owner, root] = [await user(), await admin()]
	await pricedModel(owner, { multiplier: 1e12 })
	const ended = {
		org_id: owner.org_id,
		status: 'completed',
		credential_name: 'main',
		model: 'm',
		total_cost_usd: 1_000_000,
	}
	const hundred = () => Array.from({ length: 100 }, () => ({ ...ended, run_id: unique('run') }))
	for (let reported = 0; reported < 11; reported += 1) {
		const { body } = await root.post('/v1/runtime/runs', hundred())
		expect(body.runs[0].credits_used).toBe(1_000_000_000_000)
	}
	const budget = { name: 'All', scope: 'org', unit: 'credits', limit: 1, window: 'total' }
	const { status, body } = await owner.post(`/v1/orgs/${owner.org_id}/budgets`, budget)
	expect(status).toBe(201)
	const [state] = (await owner.get(`/v1/orgs/${owner.org_id}/budgets/${body.id}/states`)).body
	expect(state.used).toBe(1_100_000_000_000_000)
})
