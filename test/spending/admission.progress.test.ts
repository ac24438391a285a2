import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { exact, rowsOf, spender, stoppedClock, UNPRICED } from '../support/admission.ts'
import worker from '../support/program.ts'
import { unique } from '../support/world.ts'

// A run continues: what it has spent, what it may take, and where it stops.

/** A run that has begun. */
async function begun(org: Awaited<ReturnType<typeof spender>>, fields: object = {}) {
	const { status, body } = await org.begin(fields)
	expect(status).toBe(201)
	return body.run.run_id as string
}

test('a progress keeps the totals, and answers the run, its hold, what it has spent, its budgets and its price', async () => {
	const move = stoppedClock()
	const org = await spender()
	const id = await org.budget({ unit: 'tokens', window: 'total', limit: 9_000 })
	const run_id = await begun(org, { hold: { credits: 50, tokens: 3_000 }, ttl_s: 60 })
	move(20)
	const totals = { total_cost_usd: 0.021, total_input_tokens: 900, total_output_tokens: 210 }
	const { status, body } = await org.progress(run_id, totals)
	expect(status).toBe(200)
	expect(body).toEqual({
		run: {
			run_id,
			org_id: org.org_id,
			status: 'running',
			total_input_tokens: 900,
			total_output_tokens: 210,
			total_cache_read_tokens: null,
			total_cache_write_tokens: null,
			total_cost_usd: 0.021,
		},
		hold: { credits: 50, tokens: 3_000, expires_at: new Date(Date.now() + 60_000).toISOString() },
		spent: { credits: 21, tokens: 1_110 },
		budgets: [expect.objectContaining({ budget_id: id, used: 0, held: 3_000, remaining: 6_000, resets_at: null })],
		terms: UNPRICED,
	})
	expect(await org.read(run_id)).toMatchObject({ ...totals, status: 'running', credits_used: 0 })
	expect(await exact(org.org_id)).toEqual({ balance: 1_000, held: 50 })
})

test('the hold is a whole: a raise takes the difference, an absent unit stays, and a lower one frees', async () => {
	const org = await spender({ balance: 150 })
	const run_id = await begun(org, { hold: { credits: 100, tokens: 10 } })
	const held = async (hold: object | null) => {
		const { body } = await org.progress(run_id, { hold })
		return [body.hold.credits, body.hold.tokens, (await exact(org.org_id)).held]
	}
	expect(await held({ credits: 150 })).toEqual([150, 10, 150])
	expect((await org.progress(run_id, { hold: { credits: 151 } })).body.details).toMatchObject({ needed: 1, held: 150 })
	expect(await held({ tokens: 99 })).toEqual([150, 99, 150])
	expect(await held({ credits: 20, tokens: null })).toEqual([20, 99, 20])
	expect(await held(null)).toEqual([20, 99, 20])
	expect(await held({ credits: 0 })).toEqual([0, 99, 0])
	expect(await held({ credits: 150 })).toEqual([150, 99, 150])
})

test('a hold below what is spent becomes what is spent', async () => {
	const org = await spender({ balance: 100 })
	const run_id = await begun(org, { hold: { credits: 80, tokens: 500 } })
	const lowered = { total_cost_usd: 0.03, total_input_tokens: 200, hold: { credits: 10, tokens: 1 } }
	const { body } = await org.progress(run_id, lowered)
	expect([body.hold.credits, body.hold.tokens, body.spent]).toEqual([30, 200, { credits: 30, tokens: 200 }])
	expect(await exact(org.org_id)).toEqual({ balance: 100, held: 30 })
})

test('totals are cumulative: a repeat adds nothing, and none of them falls', async () => {
	const org = await spender({ balance: 100 })
	const run_id = await begun(org)
	const totals = { total_cost_usd: 0.05, total_input_tokens: 70, total_output_tokens: 30 }
	for (const less of [totals, totals, { total_cost_usd: 0.01 }, { total_input_tokens: 1 }, {}])
		expect((await org.progress(run_id, { ...totals, ...less })).status).toBe(200)
	expect((await org.progress(run_id, { total_output_tokens: 40 })).body.spent).toEqual({ credits: 50, tokens: 110 })
	expect(await org.read(run_id)).toMatchObject({ ...totals, total_output_tokens: 40 })
	expect(await exact(org.org_id)).toEqual({ balance: 100, held: 50 })
})

test('totals beyond the hold are judged as a raise, and a run that holds nothing is stopped too', async () => {
	const org = await spender({ balance: 100 })
	const [holding, bare] = [await begun(org, { hold: { credits: 40 } }), await begun(org)]
	const raised = await org.progress(holding, { total_cost_usd: 0.06 })
	expect(raised.body).toMatchObject({ hold: { credits: 60 }, spent: { credits: 60 } })
	expect((await org.progress(bare, { total_cost_usd: 0.04 })).status).toBe(200)
	for (const run_id of [bare, holding]) {
		const stopped = await org.progress(run_id, { total_cost_usd: run_id === bare ? 0.041 : 0.062 })
		expect(stopped).toMatchObject({ status: 402, body: { error: 'credits.insufficient' } })
	}
})

test.each(['credits', 'tokens'])(
	'a progress in %s that a budget refuses keeps its totals and leaves the hold as it was',
	async (unit) => {
		const move = stoppedClock()
		const org = await spender()
		const id = await org.budget({ unit, limit: 50 })
		const run_id = await begun(org, { hold: { [unit]: 40 }, ttl_s: 100 })
		const expires_at = new Date(Date.now() + 100_000).toISOString()
		move(10)
		const { status, body } = await org.progress(run_id, { total_cost_usd: 0.07, total_input_tokens: 70, ttl_s: 900 })
		expect(status).toBe(402)
		expect(body.details).toMatchObject({
			budget_id: id,
			unit,
			limit: 50,
			used: 0,
			held: 70,
			needed: 30,
			hold: { credits: 0, tokens: 0, [unit]: 40, expires_at },
		})
		expect(await org.read(run_id)).toMatchObject({ total_cost_usd: 0.07, total_input_tokens: 70 })
		expect((await exact(org.org_id)).held).toBe(70)
		// Its end is charged in full, and frees the rest.
		await org.end(run_id)
		expect(await exact(org.org_id)).toEqual({ balance: 930, held: 0 })
		expect(await rowsOf('SELECT used, held, refused FROM budget_states WHERE budget_id = ?', id)).toEqual([
			{ used: 70, held: 0, refused: 1 },
		])
	},
)

test('a refused progress is refused again when it is repeated, until there is room', async () => {
	const org = await spender({ balance: 1_000 })
	const id = await org.budget({ limit: 50 })
	for (const hold of [undefined, { credits: 20 }]) {
		const run_id = await begun(org, { hold })
		const first = await org.progress(run_id, { total_cost_usd: 0.06 })
		const again = await org.progress(run_id, { total_cost_usd: 0.06 })
		expect([first.status, again.status]).toEqual([402, 402])
		expect(again.body.details).toEqual(first.body.details)
		expect((await org.progress(run_id)).status).toBe(402)
		await rowsOf('UPDATE budgets SET "limit" = "limit" + 10 WHERE id = ?', id)
		expect((await org.progress(run_id)).status).toBe(200)
		await org.end(run_id)
		await rowsOf('UPDATE budgets SET "limit" = "limit" + 50 WHERE id = ?', id)
	}
})

test('a progress that the balance refused is refused again when it is repeated', async () => {
	const org = await spender({ balance: 50 })
	const run_id = await begun(org)
	const first = await org.progress(run_id, { total_cost_usd: 0.06 })
	expect(first.body.details).toEqual({
		balance: 50,
		held: 60,
		overdraft: 0,
		needed: 60,
		hold: expect.objectContaining({ credits: 0, tokens: 0 }),
	})
	expect((await org.progress(run_id, { total_cost_usd: 0.06 })).body.details).toEqual(first.body.details)
	await org.adjust(10)
	expect((await org.progress(run_id)).status).toBe(200)
})

test('ttl_s is by default the last one, and its time begins again', async () => {
	const move = stoppedClock()
	const org = await spender()
	const run_id = await begun(org, { hold: { credits: 5 }, ttl_s: 40 })
	const lapses = async (fields: object) => {
		const { body } = await org.progress(run_id, fields)
		return (Date.parse(body.hold.expires_at) - Date.now()) / 1_000
	}
	move(30)
	expect(await lapses({})).toBe(40)
	move(30)
	expect(await lapses({ ttl_s: 300 })).toBe(300)
	move(200)
	expect(await lapses({})).toBe(300)
})

test('a run whose ID needs encoding continues under it', async () => {
	const org = await spender()
	const run_id = await begun(org, { run_id: `${unique('run')}/ü ?#%2F` })
	const { status, body } = await org.progress(encodeURIComponent(run_id), { total_input_tokens: 3 })
	expect([status, body.run.run_id, body.spent.tokens]).toEqual([200, run_id, 3])
})

test('an unknown run is 404, and one that was only reported 409 run.not_begun', async () => {
	const { progress, report, run } = await spender()
	expect(await progress(unique('run'))).toMatchObject({ status: 404, body: { error: 'not_found' } })
	const run_id = unique('run')
	for (const status of ['queued', 'running']) {
		await report(run({ run_id, status }))
		const refused = await progress(run_id, { total_cost_usd: 0.5 })
		expect(refused).toMatchObject({ status: 409, body: { details: { reason: 'run.not_begun' } } })
	}
	expect(await progress(run_id, { org_id: unique('org') })).toMatchObject({ status: 404 })
})

test('a report of running keeps totals and neither renews nor changes the hold', async () => {
	const move = stoppedClock()
	const org = await spender()
	const run_id = await begun(org, { hold: { credits: 30 }, ttl_s: 60 })
	const stored = await rowsOf('SELECT * FROM holds WHERE run_id = ?', run_id)
	move(20)
	await org.report(
		org.run({ run_id, status: 'running', model: undefined, total_cost_usd: 0.09, total_input_tokens: 12 }),
	)
	expect(await rowsOf('SELECT * FROM holds WHERE run_id = ?', run_id)).toEqual(stored)
	expect(await org.read(run_id)).toMatchObject({ total_cost_usd: 0.09, total_input_tokens: 12 })
})

test('the end charges what the run cost, also beyond its hold, and frees the rest', async () => {
	const org = await spender({ balance: 100 })
	const [under, over, silent] = [
		await begun(org, { hold: { credits: 40 } }),
		await begun(org, { hold: { credits: 30 } }),
		await begun(org, { hold: { credits: 30 } }),
	]
	expect((await org.end(under, { total_cost_usd: 0.01 })).body.runs[0]).toMatchObject({
		credits_used: 10,
		shortfall: 0,
	})
	expect(await exact(org.org_id)).toEqual({ balance: 90, held: 60 })
	await org.end(over, { total_cost_usd: 0.055 })
	expect(await exact(org.org_id)).toEqual({ balance: 35, held: 30 })
	// What a progress said is charged if the last report leaves it out.
	await org.progress(silent, { total_cost_usd: 0.02 })
	expect((await org.end(silent)).body.runs[0]).toMatchObject({ credits_used: 20 })
	expect(await exact(org.org_id)).toEqual({ balance: 15, held: 0 })
	expect(await rowsOf('SELECT 1 FROM holds WHERE org_id = ?', org.org_id)).toEqual([])
})

test('a run that ended keeps no row of its hold, however it ends: one by one, in a list, or through the queue', async () => {
	const org = await spender()
	const runs = await Promise.all(Array.from({ length: 6 }, () => begun(org, { hold: { credits: 5 } })))
	await org.report(runs.slice(0, 4).map((run_id) => org.run({ run_id, model: undefined, status: 'failed' })))
	expect(await exact(org.org_id)).toEqual({ balance: 1_000, held: 10 })
	const late = runs.slice(4).map((run_id) => org.run({ run_id, model: undefined, total_cost_usd: 0.001 }))
	const sent = vi.spyOn(env.RUN_REPORTS, 'sendBatch').mockResolvedValue(undefined as never)
	await org.report(late, { headers: { Prefer: 'respond-async, handling=strict' } })
	const messages = sent.mock.calls.flatMap(([batch]) =>
		[...batch].map(({ body }) => ({ id: unique('message'), timestamp: new Date(), attempts: 1, body })),
	)
	const ctx = createExecutionContext()
	await worker.queue(createMessageBatch('plinth-run-reports', messages), env, ctx)
	await waitOnExecutionContext(ctx)
	expect(await exact(org.org_id)).toEqual({ balance: 998, held: 0 })
})

test('what an earlier report said was spent counts from the next progress on, in credits as in tokens', async () => {
	const org = await spender({ balance: 100 })
	const run_id = unique('run')
	await org.report(
		org.run({ run_id, status: 'running', model: undefined, total_cost_usd: 0.05, total_input_tokens: 70 }),
	)
	await org.begin({ run_id })
	expect((await org.progress(run_id)).body.spent).toEqual({ credits: 50, tokens: 70 })
	expect((await org.progress(run_id, { total_cost_usd: 0.04 })).body.spent).toEqual({ credits: 50, tokens: 70 })
	expect((await exact(org.org_id)).held).toBe(50)
	expect((await org.end(run_id)).body.runs[0]).toMatchObject({ credits_used: 50 })
})
