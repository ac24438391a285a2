import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import type { Api } from '../support/api.ts'
import { budgetsOf, forgetPlatformBudgets, newBudget, OF_PLATFORM, storedHold } from '../support/budgets.ts'
import { statementsOf } from '../support/d1.ts'
import { runsOf } from '../support/property.ts'
import { revert } from '../support/reverts.ts'
import { admin, type Caller, unique, user } from '../support/world.ts'

afterEach(forgetPlatformBudgets)

const report = async (run: object) => {
	const reported = await (
		await admin()
	).post('/v1/runtime/runs', { run_id: unique('run'), status: 'completed', ...run })
	expect(reported.status, JSON.stringify(reported.body)).toBe(200)
}

const created = async (owner: Caller, fields: object) => {
	const { status, body } = await owner.post(budgetsOf(owner), newBudget(fields))
	expect(status, JSON.stringify(body)).toBe(201)
	return `${budgetsOf(owner)}/${body.id}`
}

const statesOf = async (caller: Caller, path: string) => (await caller.get(`${path}/states?limit=200`)).body

/** The first two pages of a budget's states, by night all of them, and what the last response said of being cut. */
async function pagesOf(caller: Api, path: string) {
	const found: { subject: string; used: number }[] = []
	let cut: string | null = null
	let pages = runsOf(2, 11)
	for (let query: string | null = 'limit=200'; query && pages > 0; pages -= 1) {
		const { body, headers } = await caller.get(`${path}/states?${query}`)
		found.push(...body)
		cut = headers.get('X-Is-Cut')
		const next = headers.get('Next-Cursor')
		query = next && `limit=200&cursor=${next}`
	}
	return { found, cut }
}

const monthOf = (time = new Date()) => `${time.toISOString().slice(0, 7)}-01T00:00:00.000Z`

test('a run that was only reported counts when it ends, for each subject, in each unit and scope', async () => {
	const owner = await user()
	const { org_id } = owner
	const paths = {
		org: await created(owner, { scope: 'org', unit: 'runs' }),
		users: await created(owner, { scope: 'user', unit: 'tokens' }),
		agent: await created(owner, { subject: 'a', window: 'total', limit: 10 }),
		model: await created(owner, { scope: 'model', subject: 'other' }),
	}
	const tokens = { total_input_tokens: 40, total_output_tokens: 2 }
	await report({ org_id, user_id: 'u1', agent_id: 'a', model: 'm', total_cost_usd: 1, ...tokens })
	await report({ org_id, user_id: 'u2', agent_id: 'b', model: 'm', ...tokens })
	await report({ org_id, user_id: 'u2', status: 'failed', ...tokens })
	await report({ org_id, user_id: 'u3', status: 'running', ...tokens })
	const { credits_used } = (await owner.get(`/v1/orgs/${org_id}/runs?agent_id=a`)).body[0]
	const state = {
		org_id,
		window_start: monthOf(),
		resets_at: expect.any(String),
		held: 0,
		raised: 0,
		refused: 0,
		exceeded_at: null,
	}
	expect(await statesOf(owner, paths.org)).toEqual([{ ...state, subject: org_id, used: 3, remaining: 97 }])
	expect(await statesOf(owner, paths.users)).toEqual([
		{ ...state, subject: 'u2', used: 84, remaining: 16 },
		{ ...state, subject: 'u1', used: 42, remaining: 58 },
	])
	expect(credits_used).toBeGreaterThan(0)
	expect(await statesOf(owner, paths.agent)).toEqual([
		{
			...state,
			subject: 'a',
			window_start: null,
			resets_at: null,
			used: credits_used,
			remaining: Math.max(0, 10 - credits_used),
		},
	])
	expect(await statesOf(owner, paths.model)).toEqual([])
})

test('a run belongs to the window in which it began, and only windows that run now are listed', async () => {
	const owner = await user()
	const path = await created(owner, { scope: 'org', unit: 'runs', window: 'month' })
	await report({ org_id: owner.org_id, created_at: '2026-01-31T23:59:59.999Z' })
	await report({ org_id: owner.org_id })
	expect(await statesOf(owner, path)).toMatchObject([{ used: 1, window_start: monthOf() }])
	const { results } = await env.DB.prepare('SELECT window_start, used FROM budget_states WHERE org_id = ? ORDER BY 1')
		.bind(owner.org_id)
		.all()
	// It began before the budget counts.
	expect(results).toEqual([{ window_start: monthOf(), used: 1 }])
})

test('a new budget counts what its window already holds, a deleted one that comes back too', async () => {
	const owner = await user()
	const { org_id } = owner
	await report({ org_id, agent_id: 'a', total_input_tokens: 5 })
	await report({ org_id, agent_id: 'a', total_input_tokens: 6, created_at: '2025-01-01T00:00:00Z' })
	await report({ org_id, agent_id: 'b', total_input_tokens: 7 })
	await storedHold({ org_id, agent_id: 'a', tokens: 30, spent_tokens: 4 })
	const month = await created(owner, { unit: 'tokens', window: 'month' })
	const hour = await created(owner, { unit: 'runs', window: 'hour' })
	const total = await created(owner, { unit: 'tokens', window: 'total', subject: 'a' })
	const amountsOf = async (path: string) =>
		(await statesOf(owner, path)).map(({ subject, used, held }: Record<string, unknown>) => [subject, used, held])
	const all = async () => [await amountsOf(month), await amountsOf(hour), await amountsOf(total)]
	expect(await all()).toEqual([
		[
			['a', 5, 30],
			['b', 7, 0],
		],
		[
			['a', 2, 0],
			['b', 1, 0],
		],
		// The run of 2025 began before the org was made.
		[['a', 5, 30]],
	])
	const deleted = await owner.delete(month)
	expect((await owner.get(`${month}/states`)).status).toBe(404)
	await report({ org_id, agent_id: 'b', total_input_tokens: 100 })
	expect((await revert(owner, deleted)).status).toBe(200)
	expect(await amountsOf(month)).toEqual([
		['b', 107, 0],
		['a', 5, 30],
	])
})

test('a budget of the platform over all orgs counts from its creation, live runs that began since too', async () => {
	const [root, owner] = await Promise.all([admin(), user()])
	const { org_id } = owner
	const agent_id = unique('agent')
	await report({ org_id, agent_id })
	const ahead = new Date(Date.now() + 60_000).toISOString()
	await storedHold({ org_id, agent_id, credits: 9 })
	const began = await storedHold({ org_id, agent_id, credits: 20, run_created_at: ahead })
	const { body } = await root.post(OF_PLATFORM, newBudget({ subject: agent_id, window: 'total' }))
	expect(body.counts_since).toBe(body.created_at)
	const path = `${OF_PLATFORM}/${body.id}`
	expect(await statesOf(root, path)).toMatchObject([{ subject: agent_id, org_id, used: 0, held: 20 }])
	await env.DB.prepare('DELETE FROM holds WHERE run_id = ?').bind(began).run()
	const other = await user()
	await report({ org_id: other.org_id, agent_id, created_at: ahead })
	expect((await owner.get(`${budgetsOf(owner)}/${body.id}/states`)).body).toHaveLength(1)
	expect((await other.get(`${budgetsOf(other)}/${body.id}/states`)).body).toEqual([])
})

test('what has lapsed counts with what its run has spent, by the clock, and what is left is never below 0', async () => {
	const owner = await user()
	const path = await created(owner, { scope: 'org', limit: 10 })
	const at = Date.now()
	await storedHold({
		org_id: owner.org_id,
		credits: 30,
		spent_credits: 4,
		expires_at: new Date(at + 30_000).toISOString(),
	})
	expect(await statesOf(owner, path)).toMatchObject([{ used: 0, held: 30, remaining: 0 }])
	vi.useFakeTimers({ now: at + 31_000, toFake: ['Date'] })
	expect(await statesOf(owner, path)).toMatchObject([{ used: 0, held: 4, remaining: 6 }])
})

test('the states of a budget of runs are the live runs', async () => {
	const owner = await user()
	const { org_id } = owner
	const path = await created(owner, { scope: 'run', window: 'total', limit: 50 })
	const [small, large] = [await storedHold({ org_id, credits: 5 }), await storedHold({ org_id, credits: 60 })]
	const state = { org_id, window_start: null, resets_at: null, used: 0, raised: 0, refused: 0, exceeded_at: null }
	expect(await statesOf(owner, path)).toEqual([
		{ ...state, subject: large, held: 60, remaining: 0 },
		{ ...state, subject: small, held: 5, remaining: 45 },
	])
	expect((await env.DB.prepare('SELECT * FROM budget_states WHERE org_id = ?').bind(org_id).all()).results).toEqual([])
})

test('the live runs of an org are found by an index, and more than 2,000 are paged by run', async () => {
	const owner = await user()
	const root = await admin()
	const { org_id } = owner
	const path = await created(owner, { scope: 'run', window: 'total', limit: 50 })
	const [stem, at] = [unique('run'), new Date(Date.now() + 60_000).toISOString()]
	await env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2001)
		INSERT INTO holds (run_id, org_id, run_created_at, credits, ttl_s, expires_at, begun_by, call_id, touched_at)
		SELECT printf('%s-%04d', ?1, i), ?2, ?3, i % 97, 900, ?3, '', '', ?3 FROM n`,
	)
		.bind(stem, org_id, at)
		.run()
	for (const { sql, params } of (await statementsOf(() => owner.get(`${path}/states`))).filter(({ sql: text }) =>
		text.includes('budget_holds'),
	)) {
		const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
			.bind(...params)
			.all<{ detail: string }>()
		const ofHolds = results.filter(({ detail }) => / h\b/.test(detail)).map(({ detail }) => detail)
		expect(ofHolds.length).toBeGreaterThan(0)
		for (const detail of ofHolds)
			expect(detail).toMatch(/^SEARCH h USING ((COVERING )?INDEX holds_org \(org_id=\?|PRIMARY KEY \(run_id=\?\))/)
	}
	const { body } = await root.post(OF_PLATFORM, { ...newBudget({ scope: 'run', window: 'total' }), org_id })
	for (const [caller, list] of [
		[owner, path],
		[root, `${OF_PLATFORM}/${body.id}`],
	] as const) {
		const { found, cut } = await pagesOf(caller, list)
		expect(cut).toBe('true')
		expect(found.map(({ subject }) => subject)).toEqual(
			Array.from({ length: runsOf(400, 2_001) }, (_, index) => `${stem}-${String(index + 1).padStart(4, '0')}`),
		)
	}
})

test('states are paged, the fullest first; of more than 2,000 subjects by subject, and the response says so', async () => {
	const owner = await user()
	const { org_id } = owner
	const path = await created(owner, { unit: 'runs', window: 'total' })
	const id = path.split('/').at(-1)
	await env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
		INSERT INTO budget_states (budget_id, org_id, subject, window_start, used, changed_at)
		SELECT ?, ?, printf('agent-%04d', i), '', i % 97, '' FROM n`,
	)
		.bind(id, org_id)
		.run()
	const sorted = await pagesOf(owner, path)
	expect(sorted.cut).toBe(null)
	expect(sorted.found).toHaveLength(runsOf(400, 2_000))
	expect(sorted.found.map(({ used }) => used)).toEqual(
		sorted.found.map(({ used }) => used).toSorted((one, other) => other - one),
	)
	await report({ org_id, agent_id: 'agent-one-more' })
	const cut = await pagesOf(owner, path)
	expect(cut.cut).toBe('true')
	expect(cut.found).toHaveLength(runsOf(400, 2_001))
	expect(cut.found.map(({ subject }) => subject)).toEqual(cut.found.map(({ subject }) => subject).toSorted())
})
