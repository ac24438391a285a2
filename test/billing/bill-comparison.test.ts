import { describe, expect, test } from 'vitest'
import { counted } from '../support/d1.ts'
import { PRICES, pricedModel, USED } from '../support/priced.ts'
import { invalidField } from '../support/replies.ts'
import { runner } from '../support/runs.ts'
import { admin, unique, user } from '../support/world.ts'

// A vendor's bill against the runs that really ended. The property test has the arithmetic.

const compare = async (body: object) => (await admin()).post('/v1/admin/usage/compare', body)

test("a bill of the platform's runs adds up, and what only one side knows is named", async () => {
	const { run, report } = await runner()
	const [day, model] = ['2025-06-01', unique('gpt')]
	const at = { completed_at: `${day}T12:00:00Z` }
	await report([
		run({ ...at, model, ...USED, total_cost_usd: 0.123456 }),
		run({ ...at, model: model.toUpperCase(), ...USED, total_cost_usd: 0.2 }),
		run({ ...at, model: `${model}-silent`, ...USED }),
		run({ ...at, model: `${model}-forgotten`, total_cost_usd: 0.5 }),
		run({ ...at, model, completed_at: '2025-06-02T00:00:00Z', total_cost_usd: 9 }),
	])
	const lines = [
		{ date: day, model, cost_usd: 0.3 },
		{ date: day, model: ` ${model} `, cost_usd: 0.0234561 },
		{ date: day, model: `${model}-silent`, cost_usd: 0.4 },
		{ date: day, model: `${model}-else`, cost_usd: 1 },
	]
	const { status, body } = await compare({ start: day, end: day, lines })
	expect(status).toBe(200)
	const about = { date: day, unpriced_run_count: 0, unreported_run_count: 0, uncounted_run_count: 0 }
	expect(body).toEqual({
		start: day,
		end: day,
		totals: { billed_usd: 1.723456, counted_usd: 0.823456, difference_usd: 0.9 },
		lines: [
			{
				...about,
				model,
				billed_usd: 0.323456,
				counted_usd: 0.323456,
				difference_usd: 0,
				run_count: 2,
				unpriced_run_count: 2,
				explained_by: [],
			},
			{
				...about,
				model: `${model}-else`,
				billed_usd: 1,
				counted_usd: 0,
				difference_usd: 1,
				run_count: 0,
				explained_by: ['only_billed'],
			},
			{
				...about,
				model: `${model}-forgotten`,
				billed_usd: 0,
				counted_usd: 0.5,
				difference_usd: -0.5,
				run_count: 1,
				unpriced_run_count: 1,
				explained_by: ['only_counted', 'unpriced'],
			},
			{
				...about,
				model: `${model}-silent`,
				billed_usd: 0.4,
				counted_usd: 0,
				difference_usd: 0.4,
				run_count: 1,
				unreported_run_count: 1,
				unpriced_run_count: 1,
				uncounted_run_count: 1,
				explained_by: ['unreported', 'unpriced'],
			},
		],
		own_models: [],
	})
})

test("runs on an org's own model are listed, and are no difference", async () => {
	const caller = await user('owner')
	await pricedModel(caller, PRICES)
	const { run, report } = await runner()
	const day = '2025-06-03'
	const at = { org_id: caller.org_id, completed_at: `${day}T12:00:00Z` }
	await report([
		run({ ...at, credential_name: 'main', model: 'm', total_cost_usd: 0.75 }),
		run({ ...at, credential_name: 'main', model: 'm', ...USED }),
	])
	const days = { start: day, end: day }
	const own_models = [{ date: day, model: 'm', run_count: 2, cost_usd: 0.75 }]
	const nothing = { billed_usd: 0, counted_usd: 0, difference_usd: 0 }
	expect((await compare({ ...days, lines: [] })).body).toEqual({ ...days, totals: nothing, lines: [], own_models })
	const billed = await compare({ ...days, lines: [{ date: day, model: 'M', cost_usd: 0.75 }] })
	expect(billed.body).toMatchObject({
		totals: { billed_usd: 0.75, counted_usd: 0, difference_usd: 0.75 },
		lines: [{ model: 'm', run_count: 0, explained_by: ['only_billed', 'own_models'] }],
		own_models,
	})
})

test('it stores nothing, and is one D1 call for a known caller', async () => {
	const root = await admin()
	const ask = () =>
		root.post('/v1/admin/usage/compare', {
			start: '2025-06-04',
			end: '2025-06-04',
			lines: [{ date: '2025-06-04', model: 'm', cost_usd: 1 }],
		})
	const first = await ask()
	expect((await counted(async () => expect((await ask()).body).toEqual(first.body))).calls).toBe(1)
})

describe('a bill that is refused', () => {
	const days = { start: '2025-06-01', end: '2025-06-30' }
	const line = { date: '2025-06-01', model: 'm', cost_usd: 1 }

	test.each<[string, object, string]>([
		['a line before the first day', { ...days, lines: [line, { ...line, date: '2025-05-31' }] }, 'lines.1.date'],
		['a line after the last day', { ...days, lines: [{ ...line, date: '2025-07-01' }] }, 'lines.0.date'],
		['a day that does not exist', { ...days, lines: [{ ...line, date: '2025-06-31' }] }, 'lines.0.date'],
		['a day of another calendar', { ...days, lines: [{ ...line, date: '2568-06-01' }] }, 'lines.0.date'],
		['a cost below 0', { ...days, lines: [{ ...line, cost_usd: -0.01 }] }, 'lines.0.cost_usd'],
		['a cost that is no number', { ...days, lines: [{ ...line, cost_usd: Number.NaN }] }, 'lines.0.cost_usd'],
		['a cost as a text', { ...days, lines: [{ ...line, cost_usd: '1' }] }, 'lines.0.cost_usd'],
		['a cost of 30 digits', { ...days, lines: [{ ...line, cost_usd: 1e30 }] }, 'lines.0.cost_usd'],
		[
			'costs above a billion',
			{
				...days,
				lines: [
					{ ...line, cost_usd: 9e8 },
					{ ...line, cost_usd: 2e8 },
				],
			},
			'lines',
		],
		['a line without a model', { ...days, lines: [{ ...line, model: ' ' }] }, 'lines.0.model'],
		['10,001 lines', { ...days, lines: Array.from({ length: 10_001 }, () => line) }, 'lines'],
		['367 days', { start: '2025-01-01', end: '2026-01-02', lines: [] }, 'end'],
		['days the wrong way round', { start: '2025-06-02', end: '2025-06-01', lines: [] }, 'end'],
		['no first day', { end: '2025-06-30', lines: [] }, 'start'],
		['no lines', days, 'lines'],
	])('%s', async (_, body, field) => {
		expect(await compare(body)).toMatchObject(invalidField(field))
	})

	test('of 10,000 wrong lines a hundred fields are named', async () => {
		const { status, body } = await compare({ ...days, lines: Array.from({ length: 10_000 }, () => ({})) })
		expect([status, body.details.fields.length]).toEqual([400, 100])
	})

	test('but 10,000 lines and 366 days are fine', async () => {
		const lines = Array.from({ length: 10_000 }, (_, index) => ({
			date: '2024-02-29',
			model: `a-model-with-a-name-as-long-as-vendors-give-them-2025-08-07-${index}`,
			cost_usd: 0.123456789,
		}))
		const { status, body } = await compare({ start: '2024-01-01', end: '2024-12-31', lines })
		expect(status).toBe(200)
		expect(body.totals.billed_usd).toBe(1234.57)
		expect(body.lines).toHaveLength(10_000)
	})
})

test("of a model on both layers the platform's runs count, under every provider that has it, and the own ones are listed", async () => {
	const [caller, root] = [await user('owner'), await admin()]
	await pricedModel(caller, PRICES)
	const [one, other] = [
		await pricedModel(root, PRICES, unique('one'), '?scope=platform'),
		await pricedModel(root, PRICES, unique('other'), '?scope=platform'),
	]
	const { run, report } = await runner()
	const day = '2025-06-05'
	const at = { org_id: caller.org_id, model: 'm', completed_at: `${day}T12:00:00Z`, ...USED }
	await report([
		run({ ...at, model_id: one.model_id }),
		run({ ...at, model_id: other.model_id, total_cost_usd: 5 }),
		run({ ...at, credential_name: 'main', total_cost_usd: 0.75 }),
	])
	const { body } = await compare({ start: day, end: day, lines: [{ date: day, model: 'M', cost_usd: 0.21 }] })
	expect(body).toMatchObject({
		totals: { billed_usd: 0.21, counted_usd: 0.2, difference_usd: 0.01 },
		lines: [{ model: 'm', run_count: 2, difference_usd: 0.01, explained_by: ['unreported', 'own_models'] }],
		own_models: [{ date: day, model: 'm', run_count: 1, cost_usd: 0.75 }],
	})
	const pricing = await root.get(`/v1/admin/usage/pricing?start=${day}&end=${day}`)
	expect(pricing.body).toMatchObject([
		{
			run_count: 3,
			reported_cost_usd: 5.75,
			priced_cost_usd: 0.3,
			unreported_run_count: 1,
			unpriced_run_count: 0,
			uncounted_run_count: 0,
		},
	])
	for (const { remove } of [one, other]) await remove()
})
