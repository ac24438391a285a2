import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test } from 'vitest'
import { budgetsOf, newBudget, OF_PLATFORM } from '../support/budgets.ts'
import { fieldsOf } from '../support/configuration.ts'
import { CreateBudget, simulateBudget, systemContext } from '../support/program.ts'
import { admin, unique, user } from '../support/world.ts'

const HOUR_MS = 3_600_000

const before = (ms: number) => new Date(Date.now() - ms).toISOString()

/** Stores `count` ended runs of the org behind the API's back, a second apart. The last began `age_ms` ago. */
const store = (org_id: string, count: number, { tokens = 1, agent = 'a', age_ms = HOUR_MS } = {}) =>
	env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ? - 1)
		INSERT INTO runs (run_id, org_id, status, agent_id, total_input_tokens, settled_by, created_at, completed_at)
		SELECT ? || printf('%06d', i), ?, 'completed', ?, ?, 'rep_01M8476YN3KNXTZCBZS8652K4J',
			strftime('%Y-%m-%dT%H:%M:%fZ', ?, '-' || i || ' seconds'), ? FROM n`,
	)
		.bind(count, unique('run'), org_id, agent, tokens, before(age_ms), before(age_ms))
		.run()

test('a simulation replays the recorded runs in their order, and a refused one counts nothing', async () => {
	const owner = await user()
	const { org_id } = owner
	// From the oldest: 40, 70 (refused: 110), 60 (exactly the limit), 1 (refused), of another agent 101 (refused).
	for (const [hours, tokens, agent] of [
		[5, 40, 'a'],
		[4, 70, 'a'],
		[3, 60, 'a'],
		[2, 1, 'a'],
		[1, 101, 'b'],
	] as const)
		await store(org_id, 1, { tokens, agent, age_ms: hours * HOUR_MS })
	await store(org_id, 1, { age_ms: 8 * 24 * HOUR_MS })
	await (await admin()).post('/v1/runtime/runs', { run_id: unique('run'), org_id, agent_id: 'a', status: 'running' })
	const path = `${budgetsOf(owner)}/rehearse`
	const budget = { ...newBudget({ unit: 'tokens', window: 'total' }), name: undefined }
	const { status, body } = await owner.post(path, { budget, days: 7 })
	expect(status, JSON.stringify(body)).toBe(200)
	expect(body).toEqual({
		runs: 5,
		would_refuse: 3,
		subjects: [
			{ subject: 'a', would_refuse: 2, peak: 100 },
			{ subject: 'b', would_refuse: 1, peak: 0 },
		],
		is_cut: false,
	})
	const simulated = async (fields: object, days = 7) =>
		(await owner.post(path, { budget: newBudget({ unit: 'tokens', window: 'total', ...fields }), days })).body
	expect(await simulated({ subject: 'b' })).toMatchObject({ runs: 1, would_refuse: 1 })
	expect(await simulated({ window: 'hour' })).toMatchObject({ runs: 5, would_refuse: 1 })
	expect(await simulated({ unit: 'runs', limit: 1 }, 30)).toMatchObject({ runs: 6, would_refuse: 4 })
	expect(await simulated({ scope: 'run', limit: 60 })).toMatchObject({ runs: 5, would_refuse: 2 })
	expect(await simulated({ scope: 'user' })).toEqual({ runs: 0, would_refuse: 0, subjects: [], is_cut: false })
	expect((await owner.get(budgetsOf(owner))).body).toEqual([])
})

test('a simulation looks at the newest runs only, in several queries, and says if there are more', async () => {
	const { org_id } = await user()
	await store(org_id, 50)
	const budget = CreateBudget.parse(newBudget({ unit: 'tokens', window: 'total', limit: 49 }))
	const simulated = () => simulateBudget(systemContext(env), org_id, budget, 2, { runs: 50, at_once: 10 })
	const whole = await simulated()
	expect(whole).toEqual({
		runs: 50,
		would_refuse: 1,
		subjects: [{ subject: 'a', would_refuse: 1, peak: 49 }],
		is_cut: false,
	})
	await store(org_id, 1, { tokens: 5, age_ms: 20 * HOUR_MS })
	expect(await simulated()).toEqual({ ...whole, is_cut: true })
})

test('runs that are archived are left out, and the simulation says so', async () => {
	const owner = await user()
	const day = before(3 * 24 * HOUR_MS)
	await env.DB.prepare(
		`INSERT INTO run_archives (org_id, day, key, sha256, byte_count, run_count, oldest_at, oldest_id, newest_at, newest_id, created_at)
		VALUES (?, ?, ?, '', 0, 1, ?, '', ?, '', ?)`,
	)
		.bind(owner.org_id, day.slice(0, 10), unique('key'), day, day, day)
		.run()
	// Its object doesn't exist, so a list of all orgs' runs would fail in a later test.
	onTestFinished(async () => {
		await env.DB.prepare('DELETE FROM run_archives WHERE org_id = ?').bind(owner.org_id).run()
	})
	const simulated = (days: number) => owner.post(`${budgetsOf(owner)}/rehearse`, { budget: newBudget(), days })
	expect((await simulated(2)).body.is_cut).toBe(false)
	expect((await simulated(4)).body.is_cut).toBe(true)
})

test('a budget of the platform is simulated on the runs of one org, and what is wrong is a 400 or 404', async () => {
	const [root, owner] = await Promise.all([admin(), user()])
	await store(owner.org_id, 3)
	const budget = newBudget({ org_id: owner.org_id, unit: 'runs', limit: 2 })
	expect((await root.post(`${OF_PLATFORM}/rehearse`, { budget, days: 1 })).body).toMatchObject({
		runs: 3,
		would_refuse: 1,
	})
	expect(fieldsOf(await root.post(`${OF_PLATFORM}/rehearse`, { budget: newBudget(), days: 1 }))).toEqual({
		'budget.org_id': expect.any(String),
	})
	const unknown = { ...budget, org_id: 'org_none' }
	expect((await root.post(`${OF_PLATFORM}/rehearse`, { budget: unknown, days: 1 })).status).toBe(404)
	const path = `${budgetsOf(owner)}/rehearse`
	for (const days of [0, 31, 1.5])
		expect(Object.keys(fieldsOf(await owner.post(path, { budget: newBudget(), days })))).toEqual(['days'])
	expect(fieldsOf(await owner.post(path, { budget: newBudget({ scope: 'run' }), days: 1 }))).toEqual({
		'budget.window': 'Must be total for a budget of one run',
	})
})
