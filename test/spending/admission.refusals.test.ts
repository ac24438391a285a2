import { expect, test } from 'vitest'
import { exact, rowsOf, spender, stoppedClock } from '../support/admission.ts'
import { unique } from '../support/world.ts'

// Why a run is stopped: in which order, by what, and what a refusal leaves behind.

test('the run itself comes first, then pauses, budgets and the balance', async () => {
	const org = await spender({ balance: 10 })
	const run_id = unique('run')
	await org.begin({ run_id })
	const ended = unique('run')
	await org.end(ended)
	await org.budget({ limit: 5 })
	await org.pause('org', org.org_id)
	const wants = { hold: { credits: 50 } }
	expect((await org.begin({ ...wants, run_id: ended })).body.details.reason).toBe('run.ended')
	expect((await org.begin({ ...wants, hold: { credits: -1 } })).status).toBe(400)
	for (const refused of [await org.begin(wants), await org.progress(run_id, wants)])
		expect(refused).toMatchObject({ status: 403, body: { error: 'run.paused' } })
	await rowsOf('DELETE FROM pauses WHERE owner = ?', org.org_id)
	for (const refused of [await org.begin(wants), await org.progress(run_id, wants)])
		expect(refused).toMatchObject({ status: 402, body: { error: 'budget.exceeded' } })
	await rowsOf('DELETE FROM budgets WHERE owner = ?', org.org_id)
	for (const refused of [await org.begin(wants), await org.progress(run_id, wants)])
		expect(refused).toMatchObject({ status: 402, body: { error: 'credits.insufficient' } })
	expect(await exact(org.org_id)).toEqual({ balance: 10, held: 0 })
	expect(await rowsOf('SELECT run_id FROM runs WHERE org_id = ? AND status = ?', org.org_id, 'running')).toEqual([
		{ run_id },
	])
})

test('a refusal names the widest pause that applies, its reason and its end', async () => {
	const { begin, progress, pause, end, org_id, budget } = await spender()
	const run_id = unique('run')
	const who = { user_id: 'ann', agent_id: 'scout' }
	await begin({ run_id, ...who, hold: { credits: 5 } })
	const id = await budget({ unit: 'runs' })
	const until = new Date(Date.now() + 3_600_000).toISOString()
	for (const [scope, subject] of [
		['agent', 'scout'],
		['user', 'ann'],
		['org', org_id],
	] as const) {
		await pause(scope, subject, { reason: `No ${scope}`, until })
		const details = { scope, subject, reason: `No ${scope}`, until }
		for (const refused of [
			await begin(who),
			await begin({ run_id, ...who }),
			await progress(run_id, { total_cost_usd: 0.001 }),
		])
			expect(refused).toMatchObject({ status: 403, body: { error: 'run.paused', details } })
	}
	await pause('platform', 'all', { owner: 'platform', reason: 'Maintenance' })
	const details = { scope: 'platform', subject: 'all', reason: 'Maintenance', until: null }
	expect((await begin()).body.details).toEqual(details)
	await rowsOf("DELETE FROM pauses WHERE owner = 'platform'")
	// It may report its end, and what it spent while it was paused is charged. No budget counts the refusal.
	expect((await end(run_id)).body.runs[0]).toMatchObject({ status: 'completed', credits_used: 1 })
	expect(await rowsOf('SELECT refused, used FROM budget_states WHERE budget_id = ?', id)).toEqual([
		{ refused: 0, used: 1 },
	])
})

test('a pause ends by the clock, and a pause of someone else stops nobody', async () => {
	const move = stoppedClock()
	const { begin, pause, org_id } = await spender()
	await pause('user', 'ann', { until: new Date(Date.now() + 60_000).toISOString() })
	await pause('org', unique('org'))
	await pause('agent', 'ann')
	await pause('org', org_id, { owner: unique('org') })
	expect((await begin({ user_id: 'bob' })).status).toBe(201)
	expect((await begin({ user_id: 'ann' })).status).toBe(403)
	move(60)
	expect((await begin({ user_id: 'ann' })).status).toBe(201)
})

test('the tightest budget is the one with the smallest part left, then the first by id, and the response names all that refuse', async () => {
	const { begin, budget, org_id } = await spender({ balance: 100_000 })
	const [roomy, tight, zero] = [
		await budget({ id: unique('bud-c'), name: 'Roomy', limit: 1_000, window: 'day' }),
		await budget({ id: unique('bud-b'), name: 'Tight', limit: 400, window: 'total' }),
		await budget({ id: unique('bud-a'), name: 'Observed', limit: 10, mode: 'observe' }),
	]
	const first = await begin({ hold: { credits: 200 } })
	expect(first.body.budgets.map(({ budget_id }: { budget_id: string }) => budget_id)).toEqual([zero, tight, roomy])
	const refused = await begin({ hold: { credits: 900 } })
	expect(refused.status).toBe(402)
	const told = { scope: 'org', subject: org_id, unit: 'credits', used: 0, held: 200, raised: 0, needed: 900 }
	expect(refused.body.details).toEqual({
		...told,
		budget_id: tight,
		name: 'Tight',
		limit: 400,
		resets_at: null,
		budgets: [
			expect.objectContaining({ ...told, budget_id: tight, limit: 400 }),
			expect.objectContaining({ ...told, budget_id: roomy, limit: 1_000 }),
		],
	})
	expect(refused.body.message).toBe('The budget Tight has 200 of 400 credits left, and the run needs 900.')
	// A limit of 0 has the smallest part left, and among equal ones the id decides.
	const [second, one] = [
		await budget({ id: unique('bud-y'), limit: 0 }),
		await budget({ id: unique('bud-x'), limit: 0 }),
	]
	const ids = (await begin()).body.details.budgets.map(({ budget_id }: { budget_id: string }) => budget_id)
	expect(ids).toEqual([one, second])
})

test('all budgets that match hold, or none, and a refusal counts only where it was refused', async () => {
	const { begin, budget, org_id } = await spender()
	const [wide, tight] = [await budget({ limit: 900 }), await budget({ scope: 'user', unit: 'tokens', limit: 10 })]
	expect((await begin({ user_id: 'ann', hold: { credits: 50, tokens: 11 } })).status).toBe(402)
	expect(
		await rowsOf('SELECT budget_id, subject, used, held, refused FROM budget_states WHERE org_id = ?', org_id),
	).toEqual([{ budget_id: tight, subject: 'ann', used: 0, held: 0, refused: 1 }])
	expect((await begin({ user_id: 'bob', hold: { credits: 50, tokens: 10 } })).status).toBe(201)
	expect(await rowsOf('SELECT held FROM budget_states WHERE budget_id = ?', wide)).toEqual([{ held: 50 }])
	expect((await exact(org_id)).held).toBe(50)
})

test('a progress of a run that has not begun is no refusal of a budget', async () => {
	const { progress, budget, report, run, alerts } = await spender()
	const id = await budget({ limit: 0 })
	const run_id = unique('run')
	await report(run({ run_id, status: 'running' }))
	expect([(await progress(unique('run'))).status, (await progress(run_id)).status]).toEqual([404, 409])
	expect(await rowsOf('SELECT 1 FROM budget_states WHERE budget_id = ?', id)).toEqual([])
	expect(await alerts()).toEqual([])
})

test('accept part grants of each unit what is left, and refuses a unit of which nothing is left', async () => {
	const { begin, budget, org_id } = await spender({ balance: 100 })
	await budget({ unit: 'tokens', limit: 1_000 })
	await budget({ scope: 'agent', limit: 70 })
	const part = (hold: object, agent_id: string) => begin({ accept: 'part', hold, agent_id })
	expect((await part({ credits: 500, tokens: 400 }, 'a')).body.hold).toMatchObject({ credits: 70, tokens: 400 })
	expect((await part({ credits: 500, tokens: 999 }, 'b')).body.hold).toMatchObject({ credits: 30, tokens: 600 })
	const [credits, tokens] = [await part({ credits: 5 }, 'c'), await part({ tokens: 5 }, 'c')]
	expect(tokens.body).toMatchObject({ error: 'budget.exceeded', details: { unit: 'tokens', needed: 5 } })
	expect(credits.status).toBe(402)
	expect((await exact(org_id)).held).toBe(100)
	// Without it, all is held or nothing.
	expect((await begin({ accept: 'all', hold: { credits: 1 } })).status).toBe(402)
})

test('credits.overdraft bounds what runs hold beyond the balance, and is no loan', async () => {
	const org = await spender({ balance: 100, overdraft: 50 })
	const run_id = unique('run')
	expect((await org.begin({ run_id, hold: { credits: 151 } })).body.details).toEqual({
		balance: 100,
		held: 0,
		overdraft: 50,
		needed: 151,
	})
	expect((await org.begin({ run_id, hold: { credits: 150 } })).status).toBe(201)
	expect((await org.begin()).status).toBe(402)
	// It ends beyond the balance and leaves a shortfall. The bound is the same for the next.
	expect((await org.end(run_id, { total_cost_usd: 0.15 })).body.runs[0]).toMatchObject({
		credits_used: 150,
		shortfall: 50,
	})
	expect((await org.begin({ hold: { credits: 51 } })).status).toBe(402)
	expect((await org.begin({ hold: { credits: 50 } })).status).toBe(201)
	await org.bound(-1)
	expect((await org.begin({ hold: { credits: 10 ** 12 } })).status).toBe(201)
	await org.bound(0)
	expect((await org.begin()).body.details).toMatchObject({ overdraft: 0, held: 10 ** 12 + 50 })
})

test('by default nothing bounds an org, and its runs hold beyond an empty balance', async () => {
	const { begin, org_id } = await spender({ balance: 0, overdraft: null })
	for (const credits of [10 ** 12, 10 ** 12]) expect((await begin({ hold: { credits } })).status).toBe(201)
	expect(await exact(org_id)).toEqual({ balance: 0, held: 2 * 10 ** 12 })
})

test('a beginning with a wrong field is a 400 that names it, and holds nothing', async () => {
	const { begin, org_id } = await spender()
	for (const [fields, path] of [
		[{ hold: { credits: 10 ** 12 + 1 } }, 'hold.credits'],
		[{ hold: { tokens: 1.5 } }, 'hold.tokens'],
		[{ hold: { credits: '5' } }, 'hold.credits'],
		[{ hold: { credits: 9_007_199_254_740_991 } }, 'hold.credits'],
		[{ hold: { credits: 2 ** 60 } }, 'hold.credits'],
		[{ hold: { tokens: -(2 ** 60) } }, 'hold.tokens'],
		[{ hold: [] }, 'hold'],
		[{ hold: 5 }, 'hold'],
		[{ ttl_s: 29 }, 'ttl_s'],
		[{ ttl_s: 86_401 }, 'ttl_s'],
		[{ ttl_s: Number.MAX_SAFE_INTEGER }, 'ttl_s'],
		[{ user_id: 'u'.repeat(129) }, 'user_id'],
		[{ user_id: '' }, 'user_id'],
		[{ agent_id: {} }, 'agent_id'],
		[{ accept: 'some' }, 'accept'],
		[{ tools: 'web_search' }, 'tools'],
		[{ flags: [1] }, 'flags.0'],
		[{ org_id: 7 }, 'org_id'],
		[{ run_id: 'r'.repeat(129) }, 'run_id'],
		[{ run_id: null }, 'run_id'],
		[{ hold: { credit: 5 } }, 'hold.credit'],
		[{ tll_s: 60 }, 'tll_s'],
	] as const) {
		const { status, body } = await begin(fields)
		const named = body.details.fields.map((field: { path: string }) => field.path)
		expect([status, body.error, named]).toEqual([400, 'validation.error', [path]])
	}
	expect(await rowsOf('SELECT 1 FROM holds WHERE org_id = ?', org_id)).toEqual([])
})

test('a progress with a wrong field is a 400 that names it', async () => {
	const { progress } = await spender()
	for (const [fields, path] of [
		[{ total_cost_usd: -1 }, 'total_cost_usd'],
		[{ total_cost_usd: 1e7 }, 'total_cost_usd'],
		[{ total_input_tokens: 1e11 }, 'total_input_tokens'],
		[{ total_output_tokens: '5' }, 'total_output_tokens'],
		[{ hold: { tokens: -1 } }, 'hold.tokens'],
		[{ ttl_s: 1 }, 'ttl_s'],
		[{ accept: 'part' }, 'accept'],
		[{ total_cost: 1 }, 'total_cost'],
		[{ total_input_tokens: 9, total_cache_read_tokens: 6, total_cache_write_tokens: 4 }, 'total_input_tokens'],
		[{ total_cache_read_tokens: -1 }, 'total_cache_read_tokens'],
	] as const) {
		const { status, body } = await progress(unique('run'), fields)
		expect([status, body.details.fields.map((field: { path: string }) => field.path)]).toEqual([400, [path]])
	}
})
