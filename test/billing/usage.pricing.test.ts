import { env } from 'cloudflare:workers'
import { afterEach, expect, test } from 'vitest'
import { asBefore, configured, PRICES, pricedModel, USED } from '../support/priced.ts'
import { invalidField } from '../support/replies.ts'
import { runner } from '../support/runs.ts'
import { admin, user } from '../support/world.ts'

// What of the usage was reported and what was priced, by day and model.

afterEach(asBefore)

/** An org whose owner has a model `m` with prices and one without, and runs that end on a day. */
async function selling() {
	const caller = await user('owner')
	const { provider_id } = await pricedModel(caller, PRICES)
	const path = `/v1/llm-providers/${provider_id}/models`
	expect((await caller.post(path, { model: 'bare' })).status).toBe(201)
	const root = await admin()
	const { report, run } = await runner()
	const ended = (day: string, fields: object) =>
		run({ org_id: caller.org_id, credential_name: 'main', model: 'm', completed_at: `${day}T10:00:00Z`, ...fields })
	const pricing = async (range: string) => (await root.get(`/v1/orgs/${caller.org_id}/usage/pricing?${range}`)).body
	return { root, caller, report, ended, pricing }
}

test('each run is in the sums of what it reported and what it was priced at, and in the counts that it belongs to', async () => {
	const { report, ended, pricing } = await selling()
	const day = '2025-03-04'
	await report([
		ended(day, { ...USED, total_cost_usd: 0.03 }),
		ended(day, { ...USED, total_cost_usd: 0 }),
		ended(day, USED),
		// Without tokens and without a cost it says nothing.
		ended(day, { status: 'failed' }),
		ended(day, { model: 'bare', ...USED, total_cost_usd: 0.5 }),
		ended(day, { model: 'bare', ...USED }),
		ended(day, { model: 'nobody', ...USED }),
		ended(day, { model: 'nobody', total_cost_usd: 0.25 }),
		ended(day, { status: 'running', ...USED }),
	])
	expect(await pricing(`start=${day}&end=${day}`)).toEqual([
		{
			date: day,
			model: 'bare',
			run_count: 2,
			reported_cost_usd: 0.5,
			priced_cost_usd: 0,
			unreported_run_count: 1,
			unpriced_run_count: 2,
			uncounted_run_count: 1,
		},
		{
			date: day,
			model: 'm',
			run_count: 4,
			reported_cost_usd: 0.03,
			priced_cost_usd: 0.3,
			unreported_run_count: 1,
			unpriced_run_count: 0,
			// An own model's price is only shown.
			uncounted_run_count: 1,
		},
		{
			date: day,
			model: 'nobody',
			run_count: 2,
			reported_cost_usd: 0.25,
			priced_cost_usd: 0,
			unreported_run_count: 1,
			unpriced_run_count: 2,
			uncounted_run_count: 1,
		},
	])
})

test('where own prices count, what is not reported is priced and counted', async () => {
	const { report, ended, pricing } = await selling()
	await configured({ 'billing.own_prices': 'count' })
	await report([ended('2025-03-05', USED), ended('2025-03-05', { ...USED, total_cost_usd: 0.03 })])
	expect(await pricing('start=2025-03-05&end=2025-03-05')).toMatchObject([
		{
			reported_cost_usd: 0.03,
			priced_cost_usd: 0.2,
			unreported_run_count: 1,
			unpriced_run_count: 0,
			uncounted_run_count: 0,
		},
	])
})

test('a model is one however its name is spelt, and the platform has the runs of all orgs', async () => {
	const [one, other] = [await selling(), await selling()]
	const day = '2025-03-06'
	for (const { report, ended } of [one, other])
		await report([ended(day, { ...USED, total_cost_usd: 1 }), ended(day, { model: ' M', ...USED, total_cost_usd: 1 })])
	const range = `start=${day}&end=${day}`
	expect(await one.pricing(range)).toMatchObject([{ run_count: 2, reported_cost_usd: 2, priced_cost_usd: 0.2 }])
	const { body } = await one.root.get(`/v1/admin/usage/pricing?${range}`)
	expect(body).toMatchObject([{ run_count: 4, reported_cost_usd: 4, priced_cost_usd: 0.4, uncounted_run_count: 0 }])
	expect((await one.caller.get(`/v1/orgs/${one.caller.org_id}/usage/pricing?${range}`)).body).toEqual(
		await one.pricing(range),
	)
})

test('what an older version counted is unknown, and stays so when a late run is added', async () => {
	const { caller, report, ended, pricing } = await selling()
	const day = '2025-03-07'
	await env.DB.prepare(
		'INSERT INTO usage_days (scope, day, model, input_tokens, output_tokens, cost_microusd, run_count) VALUES (?, ?, ?, 1, 1, 5, 1)',
	)
		.bind(caller.org_id, day, 'm')
		.run()
	await report(ended(day, { ...USED, total_cost_usd: 1 }))
	expect(await pricing(`start=${day}&end=${day}`)).toEqual([
		{
			date: day,
			model: 'm',
			run_count: 2,
			reported_cost_usd: null,
			priced_cost_usd: null,
			unreported_run_count: null,
			unpriced_run_count: null,
			uncounted_run_count: null,
		},
	])
})

test.each([
	['start=2026-02-01&end=2026-01-31', 'end'],
	['start=2025-01-01&end=2026-01-02', 'end'],
	['start=2025-02-29&end=2025-03-01', 'start'],
	['end=2026-01-02', 'start'],
])('?%s returns 400 naming %s', async (query, field) => {
	expect(await (await admin()).get(`/v1/admin/usage/pricing?${query}`)).toMatchObject(invalidField(field))
})

test('more than 50,000 rows are too many for an answer', async () => {
	const root = await admin()
	const insert = (count: number, from: number) =>
		env.DB.prepare(
			`WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO usage_days (scope, day, model, input_tokens, output_tokens, cost_microusd, run_count)
				SELECT 'platform', '2024-05-01', 'm' || i, 0, 0, 0, 0 FROM n`,
		)
			.bind(from, from + count - 1)
			.run()
	await insert(50_000, 1)
	const days = { start: '2024-05-01', end: '2024-05-01' }
	const [read, asked] = [
		() => root.get(`/v1/admin/usage/pricing?start=${days.start}&end=${days.end}`),
		() => root.post('/v1/admin/usage/compare', { ...days, lines: [] }),
	]
	expect((await read()).body).toHaveLength(50_000)
	expect((await asked()).status).toBe(200)
	await insert(1, 50_001)
	for (const ask of [read, asked]) {
		const refused = await ask()
		expect(refused).toMatchObject(invalidField('end'))
		expect(JSON.stringify(refused.body)).toContain('Narrow the range')
	}
	await env.DB.exec("DELETE FROM usage_days WHERE day = '2024-05-01'")
})
