import { expect, test, vi } from 'vitest'
import { rowsOf, runtime, spender, stoppedClock } from '../support/admission.ts'
import { unique } from '../support/world.ts'

// What runs count for in budgets, in which window, and which events follow.

const states = (id: string) =>
	rowsOf(
		'SELECT subject, window_start, used, held, refused FROM budget_states WHERE budget_id = ? ORDER BY window_start, subject',
		id,
	)

test('a run belongs to the window in which it began, with all that it takes', async () => {
	const { org_id, budget } = await spender({ balance: 10_000 })
	const id = await budget({ window: 'hour', limit: 100 })
	const hour = Math.ceil(Date.now() / 3_600_000) * 3_600_000
	stoppedClock(hour + 3_599_000)
	const [early, late] = [unique('run'), unique('run')]
	const begin = (run_id: string, credits: number) =>
		runtime().begin({ run_id, org_id, hold: { credits }, ttl_s: 86_400 })
	expect(await begin(early, 60)).toMatchObject({
		budgets: [{ held: 60, resets_at: new Date(hour + 3_600_000).toISOString() }],
	})
	vi.setSystemTime(hour + 3_600_000)
	expect(await begin(late, 90)).toMatchObject({
		budgets: [{ held: 90, resets_at: new Date(hour + 7_200_000).toISOString() }],
	})
	// A raise is judged in the hour in which the run began, and so is its end.
	expect(await runtime().progress({ run_id: early, org_id, hold: { credits: 101 } })).toMatchObject({
		error: 'budget.exceeded',
	})
	expect(await runtime().progress({ run_id: early, org_id, hold: { credits: 95 } })).toMatchObject({
		budgets: [{ held: 95 }],
	})
	await runtime().reportRuns({ run_id: early, org_id, status: 'completed', total_cost_usd: 0.08 })
	expect(await states(id)).toEqual([
		{ subject: org_id, window_start: new Date(hour).toISOString(), used: 80, held: 0, refused: 1 },
		{ subject: org_id, window_start: new Date(hour + 3_600_000).toISOString(), used: 0, held: 90, refused: 0 },
	])
})

test('in a budget of runs a run counts for good from its beginning, and one at the limit may continue', async () => {
	const move = stoppedClock()
	const { begin, progress, end, budget } = await spender()
	const id = await budget({ unit: 'runs', limit: 2, window: 'total' })
	const [one, two] = [unique('run'), unique('run')]
	await begin({ run_id: one, ttl_s: 30 })
	await begin({ run_id: two, ttl_s: 30 })
	const refused = await begin()
	expect(refused.body.details).toMatchObject({ unit: 'runs', limit: 2, used: 2, held: 0, needed: 1, resets_at: null })
	expect((await progress(one, { total_cost_usd: 0.01 })).status).toBe(200)
	await end(one)
	move(31)
	expect((await begin()).status).toBe(402)
	expect((await begin({ run_id: two })).status).toBe(200)
	expect(await states(id)).toMatchObject([{ used: 2, refused: 2 }])
})

test('a budget of each run bounds the hold and the spending of every run by itself', async () => {
	const { begin, progress, budget, alerts, org_id } = await spender()
	const id = await budget({ scope: 'run', window: 'total', unit: 'tokens', limit: 100, alerts: '[50]' })
	const [run_id, other] = [unique('run'), unique('run')]
	expect((await begin({ run_id, hold: { tokens: 101 } })).body.details).toMatchObject({
		scope: 'run',
		subject: run_id,
		needed: 101,
	})
	expect((await begin({ run_id, hold: { tokens: 90 } })).body.budgets).toMatchObject([
		{ subject: run_id, used: 0, held: 90, remaining: 10 },
	])
	expect((await begin({ run_id: other, hold: { tokens: 40 } })).status).toBe(201)
	expect((await progress(run_id, { total_input_tokens: 60, total_output_tokens: 41 })).body.details).toMatchObject({
		held: 101,
		needed: 11,
	})
	expect(await states(id)).toEqual([])
	expect((await alerts()).map(({ type, data }) => [type, data.subject]).toSorted()).toEqual([
		['budget.exceeded', run_id],
		['budget.threshold', run_id],
	])
	expect(org_id).toMatch(/^org_/)
})

test('a name that only the report brings counts as well, and one of the beginning stays', async () => {
	const { begin, end, budget } = await spender()
	const [user, agent, model] = await Promise.all(
		['user', 'agent', 'model'].map((scope) => budget({ scope, window: 'total' })),
	)
	const run_id = unique('run')
	await begin({ run_id, user_id: 'ann', hold: { credits: 50 } })
	await end(run_id, { user_id: 'bob', agent_id: 'scout', model: 'm-9', total_cost_usd: 0.02 })
	expect(await states(user as string)).toMatchObject([{ subject: 'ann', used: 20, held: 0 }])
	expect(await states(agent as string)).toMatchObject([{ subject: 'scout', used: 20, held: 0 }])
	expect(await states(model as string)).toMatchObject([{ subject: 'm-9', used: 20, held: 0 }])
})

test('a run that was only reported counts as used, by its created_at, and is never refused', async () => {
	const { run, report, budget, begin } = await spender()
	const id = await budget({ window: 'hour', limit: 30 })
	const hour = `${new Date().toISOString().slice(0, 13)}:00:00.000Z`
	const past = new Date(Date.parse(hour) - 1).toISOString()
	await rowsOf("UPDATE budgets SET counts_since = '2026-01-01' WHERE id = ?", id)
	const live = unique('run')
	await report(run({ run_id: live, status: 'running', total_cost_usd: 0.01 }))
	expect(await states(id)).toEqual([])
	await report([run({ run_id: live }), run({ total_cost_usd: 0.03 }), run({ created_at: past, total_cost_usd: 0.5 })])
	expect(await states(id)).toMatchObject([
		{ window_start: new Date(Date.parse(hour) - 3_600_000).toISOString(), used: 500 },
		{ window_start: hour, used: 40, held: 0, refused: 0 },
	])
	expect((await begin()).body.details).toMatchObject({ used: 40, limit: 30, needed: 1 })
})

test('an observing budget counts, alerts, counts what it would have refused, and never refuses', async () => {
	const { begin, progress, budget, alerts } = await spender()
	const id = await budget({ mode: 'observe', limit: 50, alerts: '[100]', window: 'total' })
	const run_id = unique('run')
	expect(await begin({ run_id, hold: { credits: 60 } })).toMatchObject({
		status: 201,
		body: { budgets: [{ mode: 'observe', held: 60, remaining: 0 }] },
	})
	expect((await begin({ hold: { credits: 60 }, accept: 'part' })).body.hold.credits).toBe(60)
	expect((await progress(run_id, { total_cost_usd: 0.2 })).status).toBe(200)
	expect(await states(id)).toMatchObject([{ held: 260, refused: 3 }])
	expect((await alerts()).map(({ type }) => type).toSorted()).toEqual(['budget.exceeded', 'budget.threshold'])
})

test('the first refusal in a window emits budget.exceeded once, and each threshold budget.threshold once', async () => {
	const { begin, progress, budget, alerts, end } = await spender({ balance: 10_000 })
	const id = await budget({ window: 'total', limit: 100, alerts: '[50,80,100]' })
	const run_id = unique('run')
	await begin({ run_id, hold: { credits: 49 } })
	expect(await alerts()).toEqual([])
	// Crossing back and forth tells nothing twice.
	for (const credits of [50, 10, 60, 20, 90]) await progress(run_id, { hold: { credits } })
	for (let index = 0; index < 3; index += 1) await begin({ hold: { credits: 11 } })
	await end(run_id, { total_cost_usd: 0.12 })
	expect((await alerts()).map(({ type, data: { percent } }) => [type, percent])).toEqual([
		['budget.threshold', 50],
		['budget.threshold', 80],
		['budget.exceeded', 90],
		['budget.threshold', 100],
	])
	expect(await states(id)).toMatchObject([{ used: 120, held: 0, refused: 3 }])
})

test('every subject has its own window, and a budget of one subject bounds nobody else', async () => {
	const { begin, budget } = await spender({ balance: 10_000 })
	const [each, ann] = [
		await budget({ scope: 'user', limit: 50 }),
		await budget({ scope: 'user', subject: 'ann', limit: 30 }),
	]
	expect((await begin({ user_id: 'ann', hold: { credits: 31 } })).body.details.budget_id).toBe(ann)
	expect((await begin({ user_id: 'ann', hold: { credits: 30 } })).status).toBe(201)
	expect((await begin({ user_id: 'bob', hold: { credits: 50 } })).body.budgets).toMatchObject([
		{ budget_id: each, subject: 'bob' },
	])
	expect((await begin({ user_id: 'bob' })).body.details).toMatchObject({ budget_id: each, subject: 'bob', needed: 1 })
	expect((await begin({ hold: { credits: 500 } })).body.budgets).toEqual([])
})

test("a budget of the platform bounds each org by itself, and an org's own bounds its runs only", async () => {
	const [one, two] = [await spender(), await spender()]
	const subject = unique('agent')
	const id = await one.budget({ org_id: null, scope: 'agent', subject, limit: 40, window: 'total' })
	await one.budget({ scope: 'agent', subject, limit: 25 })
	expect((await one.begin({ agent_id: subject, hold: { credits: 30 } })).body.details).toMatchObject({ limit: 25 })
	for (const credits of [40, 1]) {
		const { body } = await two.begin({ agent_id: subject, hold: { credits } })
		expect(body.error).toBe(credits === 40 ? undefined : 'budget.exceeded')
	}
	expect(await states(id)).toMatchObject([{ held: 40 }])
})

test('an expired budget refuses nobody and alerts no more, but counts on', async () => {
	const move = stoppedClock()
	const { begin, budget, alerts } = await spender()
	const id = await budget({ limit: 10, alerts: '[50]', expires_at: new Date(Date.now() + 5_000).toISOString() })
	expect((await begin({ hold: { credits: 11 } })).status).toBe(402)
	move(5)
	expect((await begin({ hold: { credits: 11 } })).body.budgets).toEqual([])
	expect(await states(id)).toMatchObject([{ held: 11, refused: 1 }])
	expect((await alerts()).map(({ type }) => type)).toEqual(['budget.exceeded'])
})

test('a budget that is made while runs live counts them, and their ends', async () => {
	const { begin, end, budget, progress } = await spender()
	const [run_id, done] = [unique('run'), unique('run')]
	await begin({ run_id, hold: { credits: 50 } })
	await end(done, { total_cost_usd: 0.02 })
	const id = await budget({ limit: 80, window: 'total' })
	expect(await states(id)).toMatchObject([{ used: 20, held: 50 }])
	expect((await progress(run_id, { hold: { credits: 61 } })).status).toBe(402)
	await end(run_id, { total_cost_usd: 0.04 })
	expect(await states(id)).toMatchObject([{ used: 60, held: 0 }])
})
