import { expect, test } from 'vitest'
import { as } from '../support/api.ts'
import { providing, runner } from '../support/runs.ts'
import { create, unique, user } from '../support/world.ts'

// What a run costs its org.

test.each([
	[0, 0],
	[0.0000001, 1],
	[0.001, 1],
	[0.0011, 2],
	[0.3, 300],
	[1.1, 1100],
	[2.675, 2675],
])('%d USD cost %d credits at 1000 a dollar', async (total_cost_usd, credits_used) => {
	const { run, report } = await runner(10_000)
	expect((await report(run({ total_cost_usd }))).body.runs[0]).toMatchObject({ credits_used, shortfall: 0 })
})

/** A runner whose org has the provider `main`, with a function that adds a model to it. */
async function runnerWithModels() {
	const made = await runner(100_000)
	const owner = await user()
	await made.root.put(`/v1/admin/orgs/${made.org_id}/members/${owner.user_id}`, { role: 'owner' })
	const refreshed = await owner.post('/v1/auth/refresh', { org_id: made.org_id }, { headers: { Cookie: owner.cookie } })
	return { ...made, ...(await providing(as(refreshed.body.access_token))) }
}

test("the model's multiplier counts, found by the credential's name or by the selector", async () => {
	const { run, report, addModel } = await runnerWithModels()
	await addModel('dear', 1.1)
	const used = async (fields: object) =>
		(await report(run({ total_cost_usd: 0.3, ...fields }))).body.runs[0].credits_used
	expect(await used({ model: 'dear', credential_name: 'main' })).toBe(330)
	expect(await used({ model: 'dear', persona_model: 'main^dear' })).toBe(330)
	expect(await used({ model: 'dear', credential_name: 'other' })).toBe(300)
	expect(await used({ model: 'dear' })).toBe(300)
})

test('a model costs the same however its name is spelt, and counts as one in budgets and usage', async () => {
	const { run, report, addModel, root, org_id } = await runnerWithModels()
	await addModel('m3', 3)
	const at = `/v1/orgs/${org_id}/budgets`
	const wanted = { name: unique('m'), scope: 'model', subject: ' M3 ', unit: 'runs', limit: 100, window: 'day' }
	const budget = (await root.post(at, wanted)).body
	expect(budget).toMatchObject({ subject: 'm3' })
	const spelt = [
		{ persona_model: 'main^m3' },
		{ persona_model: 'Main^M3' },
		{ persona_model: ' main ^ m3 ' },
		{ credential_name: 'Main', model: 'm3' },
		{ credential_name: 'main', model: 'M3' },
		{ persona_model: '\tmain\u00a0^\u00a0m3\n' },
		{ credential_name: '\ufeffmain\t', model: '\nM3 ' },
	]
	for (const fields of spelt)
		expect((await report(run({ model: null, total_cost_usd: 0.1, ...fields }))).body.runs[0]).toMatchObject({
			credits_used: 300,
		})
	// What an earlier report named is found by the same rule.
	for (const fields of spelt) {
		const { run_id } = run()
		await report({ run_id, org_id, status: 'running', ...fields })
		expect((await report({ run_id, org_id, status: 'completed', total_cost_usd: 0.1 })).body.runs[0]).toMatchObject({
			credits_used: 300,
		})
	}
	expect((await root.get(`${at}/${budget.id}/states`)).body).toMatchObject([{ subject: 'm3', used: 14 }])
	expect((await root.get(`/v1/orgs/${org_id}/usage/by-model`)).body).toMatchObject([{ model: 'm3', run_count: 14 }])
})

test.each([0, 1e-9, 0.5, 1])("an org's multiplier of %d doesn't make a run cheaper", async (multiplier) => {
	const { run, report, addModel } = await runnerWithModels()
	await addModel('cheap', multiplier)
	const cheap = run({ total_cost_usd: 0.3, model: 'cheap', credential_name: 'main' })
	expect((await report(cheap)).body.runs[0].credits_used).toBe(300)
})

test.each([
	['2000', 600],
	['1', 1],
	['0', 1],
])('at %s credits a dollar by its entitlement, an org pays %d for 0.3 USD', async (value, credits_used) => {
	const [overridden, subscribed] = [await runner(10_000), await runner(10_000)]
	const entitlement = { key: 'credits.per_usd', value, value_type: 'integer' }
	await create.override(overridden.org_id, entitlement)
	await create.subscription(subscribed.org_id, { plan_id: (await create.plan({ entitlements: [entitlement] })).id })
	for (const { run, report } of [overridden, subscribed])
		expect((await report(run({ total_cost_usd: 0.3 }))).body.runs[0]).toMatchObject({ credits_used, shortfall: 0 })
})

test('each run of a report is charged at the price of its own org', async () => {
	const [one, two] = [await runner(10_000), await runner(10_000)]
	await create.override(two.org_id, { key: 'credits.per_usd', value: '20' })
	const runs = [one, two, one].map(({ run }) => run({ total_cost_usd: 0.1 }))
	const { body } = await one.report(runs)
	expect(body.runs.map(({ credits_used }: { credits_used: number }) => credits_used)).toEqual([100, 2, 100])
})

test("what the balance doesn't cover becomes the run's shortfall, and the report isn't refused", async () => {
	const { run, report, credits, read } = await runner(100)
	const runs = [0.06, 0.06, 0.01].map((total_cost_usd) => run({ total_cost_usd }))
	expect((await report(runs)).body.runs).toMatchObject([
		{ credits_used: 60, shortfall: 0 },
		{ credits_used: 60, shortfall: 20 },
		{ credits_used: 10, shortfall: 10 },
	])
	const { balance, transactions } = await credits()
	expect(balance).toBe(0)
	expect(transactions).toMatchObject([
		{ type: 'consumption', amount: -40, balance_after: 0, reference_type: 'run', reference_id: runs[1]?.run_id },
		{ type: 'consumption', amount: -60, balance_after: 40, reference_type: 'run', reference_id: runs[0]?.run_id },
		{ type: 'admin_adjustment', amount: 100 },
	])
	expect(await read(runs[1]?.run_id ?? '')).toMatchObject({ credits_used: 60, shortfall: 20, total_cost_usd: 0.06 })
})

test("a run that hasn't ended costs nothing yet", async () => {
	const { run, report, credits } = await runner(100)
	await report(run({ status: 'running', total_cost_usd: 5 }))
	expect((await credits()).balance).toBe(100)
})
