import { expect, test, vi } from 'vitest'
import { exact, freshAdmin, rowsOf, runtime, spender, stoppedClock } from '../support/admission.ts'
import { create, unique } from '../support/world.ts'

// A hold ends by the clock. No job runs in these tests.

test('a hold of 30 s is there at 29 s, and free at 30 s without any job', async () => {
	const move = stoppedClock()
	const { begin, budget, org_id } = await spender({ balance: 10 })
	await budget({ limit: 15 })
	const run_id = unique('run')
	await begin({ run_id, hold: { credits: 10 }, ttl_s: 30 })
	move(29)
	expect((await begin({ hold: { credits: 1 } })).status).toBe(402)
	expect((await exact(org_id)).held).toBe(10)
	move(1)
	expect((await exact(org_id)).held).toBe(0)
	expect((await begin({ hold: { credits: 10 } })).body).toMatchObject({ budgets: [{ held: 10, remaining: 5 }] })
	expect((await exact(org_id)).held).toBe(10)
})

test('after a lapse what was spent still counts, until the end', async () => {
	const move = stoppedClock()
	const { begin, progress, budget, end, org_id } = await spender({ balance: 100 })
	const id = await budget({ limit: 90 })
	const run_id = unique('run')
	await begin({ run_id, hold: { credits: 80 }, ttl_s: 30 })
	await progress(run_id, { total_cost_usd: 0.03 })
	move(31)
	const refused = await begin({ hold: { credits: 61 } })
	expect(refused.body.details).toMatchObject({ budget_id: id, used: 0, held: 30, needed: 61 })
	expect((await begin({ hold: { credits: 60 } })).status).toBe(201)
	expect(await exact(org_id)).toEqual({ balance: 100, held: 90 })
	await end(run_id, { total_cost_usd: 0.035 })
	expect(await exact(org_id)).toEqual({ balance: 65, held: 60 })
})

test('a progress after the lapse holds the same amount again, and is decided on like a beginning', async () => {
	const move = stoppedClock()
	const { begin, progress, org_id, adjust } = await spender({ balance: 100 })
	const [late, quick] = [unique('run'), unique('run')]
	await begin({ run_id: late, hold: { credits: 60, tokens: 5 }, ttl_s: 30 })
	move(31)
	await begin({ run_id: quick, hold: { credits: 70 } })
	const refused = await progress(late, { total_cost_usd: 0.01 })
	expect(refused.body.details).toMatchObject({ held: 80, needed: 60 })
	await adjust(30)
	expect((await progress(late)).body.hold).toMatchObject({ credits: 60, tokens: 5 })
	expect(await exact(org_id)).toEqual({ balance: 130, held: 130 })
})

test('a run without a hold that lapsed needs something left to continue', async () => {
	const move = stoppedClock()
	const { begin, progress } = await spender({ balance: 10 })
	const run_id = unique('run')
	await begin({ run_id, ttl_s: 30 })
	await begin({ hold: { credits: 10 } })
	expect((await progress(run_id)).status).toBe(200)
	move(31)
	expect((await progress(run_id)).body.details).toMatchObject({ needed: 1, held: 10 })
})

test('300 holds lapse at once, and every reading is right, whether they are cleared up or not', async () => {
	const move = stoppedClock()
	const { begin, end, budget, org_id } = await spender({ balance: 1_000 })
	const ids = [
		await budget({ limit: 1_000 }),
		await budget({ scope: 'agent', limit: 500 }),
		await budget({ unit: 'runs', limit: 310 }),
	]
	const at = new Date().toISOString()
	await rowsOf(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
		INSERT INTO holds (run_id, org_id, agent_id, run_created_at, credits, spent_credits, ttl_s, expires_at, begun_by, call_id, touched_at)
		SELECT ?1 || i, ?1, 'a' || (i % 2), ?2, 3, i % 2, 30, ?3, '', '', ?2 FROM n`,
		org_id,
		at,
		new Date(Date.now() + 30_000).toISOString(),
	)
	expect(await exact(org_id)).toEqual({ balance: 1_000, held: 900 })
	move(30)
	const kept = () =>
		rowsOf<{ n: number }>('SELECT count(*) AS n FROM holds WHERE org_id = ? AND expires_at IS NULL', org_id)
	// 150 of them have spent 1 credit each, all of them of the agent a1.
	const held = { org: 150, a0: 0, a1: 150 }
	for (const [cleared, agent_id] of [
		[100, 'a0'],
		[200, 'a1'],
		[300, 'a0'],
		[300, 'a1'],
	] as const) {
		const { status, body } = await begin({ agent_id, hold: { credits: 10 }, ttl_s: 60 })
		held.org += 10
		held[agent_id] += 10
		expect(status).toBe(201)
		const standing = new Map(body.budgets.map((one: { budget_id: string }) => [one.budget_id, one]))
		expect(ids.map((id) => standing.get(id))).toMatchObject([
			{ held: held.org },
			{ subject: agent_id, held: held[agent_id] },
			{ used: 300 + (held.org - 150) / 10 },
		])
		expect(await kept()).toEqual([{ n: cleared }])
		expect(await exact(org_id)).toEqual({ balance: 1_000, held: held.org })
	}
	await end(unique('run'))
	expect((await begin({ hold: { credits: 1_000 - held.org + 1 } })).status).toBe(402)
})

test('a grant of the month that is due comes before the decision, and a refusal keeps it', async () => {
	const { org_id, bound } = await spender({ balance: 0 })
	const plan = await create.plan({
		entitlements: [{ key: 'credits.monthly_grant', value: '40', value_type: 'integer' }],
	})
	await create.subscription(org_id, { plan_id: plan.id })
	await bound(0)
	const next = new Date()
	stoppedClock(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 2))
	const refused = await runtime().begin({ run_id: unique('run'), org_id, hold: { credits: 81 } })
	expect(refused).toMatchObject({ error: 'credits.insufficient', details: { balance: 80, needed: 81 } })
	expect((await exact(org_id)).balance).toBe(80)
	vi.setSystemTime(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 2, 2))
	expect(await runtime().begin({ run_id: unique('run'), org_id, hold: { credits: 120 } })).toMatchObject({
		hold: { credits: 120 },
	})
	expect(await exact(org_id)).toEqual({ balance: 120, held: 120 })
})

test('a hold lapses for whoever reads the balance', async () => {
	const move = stoppedClock()
	const by = await freshAdmin()
	const { begin, org_id } = await spender({ balance: 100, by })
	await begin({ hold: { credits: 30 }, ttl_s: 30 })
	const shown = async () => (await by.get(`/v1/admin/credits?org_id=${org_id}`)).body
	expect(await shown()).toMatchObject({ balance: 100, held: 30, available: 70 })
	move(30)
	expect(await shown()).toMatchObject({ balance: 100, held: 0, available: 100 })
})

test('a lapsed hold is shown as one that holds nothing, cleared up or not', async () => {
	const move = stoppedClock()
	const { begin, progress } = await spender({ balance: 100 })
	const root = await freshAdmin()
	const run_id = unique('run')
	const shown = async () => (await root.get(`/v1/admin/runs/${run_id}`)).body.hold
	await begin({ run_id, hold: { credits: 60, tokens: 7 }, ttl_s: 30 })
	await progress(run_id, { total_cost_usd: 0.005 })
	const spent = { credits: 5, tokens: 0 }
	expect(await shown()).toEqual({ credits: 60, tokens: 7, expires_at: expect.any(String), spent })
	const lapsed = { credits: 0, tokens: 0, expires_at: null, spent }
	move(40)
	expect(await shown()).toEqual(lapsed)
	await begin({})
	expect(await shown()).toEqual(lapsed)
	expect((await progress(run_id)).body.hold).toMatchObject({ credits: 60, tokens: 7 })
})
