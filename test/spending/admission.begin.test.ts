import { expect, onTestFinished, test } from 'vitest'
import { exact, rowsOf, spender, stoppedClock, UNPRICED } from '../support/admission.ts'
import { as } from '../support/api.ts'
import { missing } from '../support/replies.ts'
import { admin, deletedOrg, unique } from '../support/world.ts'

// A run begins: what it gets, what a repeat changes, and what it counts for from then on.

test('a run that begins holds what it asked for, and the response says what it may take and at what price', async () => {
	stoppedClock()
	const { begin, budget, org_id } = await spender({ balance: 500 })
	const id = await budget({ name: 'Research', window: 'day', limit: 300 })
	const run_id = unique('run')
	const { status, body } = await begin({ run_id, hold: { credits: 50, tokens: 2_000 } })
	expect(status).toBe(201)
	expect(body).toEqual({
		run: { run_id, org_id, status: 'running' },
		hold: { credits: 50, tokens: 2_000, expires_at: new Date(Date.now() + 900_000).toISOString() },
		budgets: [
			{
				budget_id: id,
				name: 'Research',
				scope: 'org',
				subject: org_id,
				unit: 'credits',
				mode: 'enforce',
				limit: 300,
				used: 0,
				held: 50,
				raised: 0,
				remaining: 250,
				resets_at: new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 + 86_400_000).toISOString(),
			},
		],
		terms: UNPRICED,
	})
	expect(await exact(org_id)).toEqual({ balance: 500, held: 50 })
})

test("a run that names no org begins in its caller's org", async () => {
	const root = await admin()
	const { status, body } = await root.post('/v1/runtime/runs/begin', { run_id: unique('run') })
	expect([status, body.run.org_id]).toEqual([201, root.org_id])
	const progress = await root.post(`/v1/runtime/runs/${body.run.run_id}/progress`, { total_input_tokens: 7 })
	expect([progress.status, progress.body.spent.tokens]).toEqual([200, 7])
})

test('each run shows its own hold, in lists and on its own, and one without any shows none', async () => {
	const [first, second, ended] = [unique('run'), unique('run'), unique('run')]
	const { begin, org_id } = await spender()
	await begin({ run_id: first, hold: { credits: 3 } })
	await begin({ run_id: second, hold: { credits: 5 } })
	const root = await admin()
	await root.post('/v1/runtime/runs', { run_id: ended, org_id, status: 'completed' })
	const credits = ({ run_id, hold }: { run_id: string; hold: { credits: number } | null }) => [run_id, hold?.credits]
	const expected = [
		[first, 3],
		[second, 5],
		[ended, undefined],
	].toSorted()
	for (const path of [`/v1/admin/runs?org_id=${org_id}`, `/v1/admin/runs?org_id=${org_id}&from=2020-01-01T00:00:00Z`])
		expect((await root.get(path)).body.map(credits).toSorted()).toEqual(expected)
	for (const [run_id, held] of expected)
		expect(credits((await root.get(`/v1/admin/runs/${run_id}`)).body)).toEqual([run_id, held])
	expect((await root.get(`/v1/admin/runs?org_id=${org_id}&status=running`)).body.map(credits).toSorted()).toEqual(
		expected.filter(([, held]) => held !== undefined),
	)
})

test('a run that begins is running, with its names, and can be read as any run', async () => {
	const { begin, read } = await spender()
	const run_id = unique('run')
	const names = { thread_id: 'thread-1', persona_id: 'persona-1', user_id: 'u'.repeat(128), agent_id: '🧪 agent' }
	expect((await begin({ run_id, ...names })).status).toBe(201)
	expect(await read(run_id)).toMatchObject({ run_id, status: 'running', ...names, credits_used: 0, model: null })
})

test('a repeat is 200 with the state of now, holds nothing more and changes nothing', async () => {
	const move = stoppedClock()
	const { begin, progress, budget, org_id, bound } = await spender({ balance: 100 })
	await budget({ unit: 'runs', limit: 1 })
	const run_id = unique('run')
	const first = await begin({ run_id, user_id: 'one', hold: { credits: 60, tokens: 10 }, ttl_s: 60 })
	const stored = await rowsOf('SELECT * FROM holds WHERE org_id = ?', org_id)
	move(10)
	// Neither the balance nor the budget has anything left for a run that isn't there yet.
	await bound(-60 + 20)
	const again = await begin({ run_id, user_id: 'two', agent_id: 'late', hold: { credits: 90 }, ttl_s: 3_600 })
	expect(again.status).toBe(200)
	expect(again.body).toEqual(first.body)
	expect(await rowsOf('SELECT * FROM holds WHERE org_id = ?', org_id)).toEqual(stored)
	await bound(0)
	await progress(run_id, { total_cost_usd: 0.07, hold: { credits: 80 } })
	const later = await begin({ run_id })
	expect(later).toMatchObject({ status: 200, body: { hold: { credits: 80, tokens: 10 } } })
	expect(await exact(org_id)).toEqual({ balance: 100, held: 80 })
})

test('a repeat after the hold has lapsed makes a new hold, is decided on again, and is no second run', async () => {
	const move = stoppedClock()
	const { begin, budget, org_id, adjust } = await spender({ balance: 100 })
	await budget({ name: 'Runs', unit: 'runs', limit: 1 })
	const run_id = unique('run')
	expect((await begin({ run_id, hold: { credits: 60 }, ttl_s: 30 })).status).toBe(201)
	move(31)
	expect((await begin({ run_id, hold: { credits: 101 } })).body).toMatchObject({
		error: 'credits.insufficient',
		details: { balance: 100, held: 0, overdraft: 0, needed: 101 },
	})
	await adjust(1)
	const again = await begin({ run_id, hold: { credits: 101 }, ttl_s: 30 })
	expect(again).toMatchObject({ status: 200, body: { hold: { credits: 101 }, budgets: [{ used: 1, remaining: 0 }] } })
	expect(await exact(org_id)).toEqual({ balance: 101, held: 101 })
})

test.each(['queued', 'running'])(
	'a run that was only reported as %s is taken over in the window of its creation',
	async (status) => {
		const { begin, report, run, budget, read, org_id } = await spender()
		const [run_id, created_at] = [unique('run'), new Date(Date.now() - 2 * 86_400_000).toISOString()]
		await rowsOf("UPDATE orgs SET created_at = '2026-01-01T00:00:00.000Z' WHERE id = ?", org_id)
		await report(run({ run_id, status, created_at, user_id: 'first', model: 'model-z' }))
		await budget({ name: 'Day', window: 'day', limit: 60 })
		await begin({ hold: { credits: 40 } })
		await rowsOf("UPDATE budgets SET counts_since = '2026-01-01' WHERE org_id = ?", org_id)
		await budget({ name: 'Total', window: 'total', limit: 95 })
		await budget({ name: 'User', scope: 'user', window: 'total', limit: 80 })
		const begun = await begin({ run_id, user_id: 'second', agent_id: 'mine', hold: { credits: 50 } })
		expect(begun.status).toBe(201)
		// Today's runs don't count against it, and what the report named stays.
		const standing = begun.body.budgets.map(({ name, subject, held }: Record<string, unknown>) => [name, subject, held])
		expect(standing).toContainEqual(['User', 'first', 50])
		expect(standing).toContainEqual(['Day', org_id, 50])
		expect(standing).toContainEqual(['Total', org_id, 90])
		const states = await rowsOf('SELECT window_start, held FROM budget_states WHERE org_id = ? ORDER BY 1', org_id)
		expect(states).toContainEqual({ window_start: `${created_at.slice(0, 10)}T00:00:00.000Z`, held: 50 })
		expect(await read(run_id)).toMatchObject({
			status: 'running',
			user_id: 'first',
			agent_id: 'mine',
			model: 'model-z',
			created_at,
		})
	},
)

test('a run that has ended or is archived is 409 run.ended, and another org has its id for itself', async () => {
	const [mine, other] = [await spender(), await spender()]
	const [ended, archived, live] = [unique('run'), unique('run'), unique('run')]
	for (const status of ['failed', 'cancelled', 'completed']) await mine.end(`${ended}-${status}`, { status })
	await rowsOf(
		`INSERT INTO run_archives (number, org_id, day, key, sha256, byte_count, run_count, oldest_at, oldest_id, newest_at, newest_id, created_at)
		SELECT coalesce(max(number), 0) + 1, ?, '2026-01-01', '', '', 0, 1, '', '', '', '', '' FROM run_archives`,
		mine.org_id,
	)
	// Its object doesn't exist, so a list of all orgs' runs would fail in a later test.
	onTestFinished(async () => void (await rowsOf('DELETE FROM run_archives WHERE org_id = ?', mine.org_id)))
	await rowsOf("INSERT INTO archived_runs SELECT ?, max(number), 'completed', 0, 0 FROM run_archives", archived)
	await mine.begin({ run_id: live })
	for (const run_id of [`${ended}-failed`, `${ended}-cancelled`, `${ended}-completed`, archived]) {
		expect((await mine.begin({ run_id })).body.details).toEqual({ reason: 'run.ended' })
		expect((await mine.progress(run_id)).body.details).toEqual({ reason: 'run.ended' })
	}
	const details = { reason: 'runs.other_org', runs: [{ path: 'run_id', run_id: live }] }
	for (const refused of [await other.begin({ run_id: live }), await other.progress(live)])
		expect(refused).toMatchObject({ status: 409, body: { details } })
	expect((await other.begin({ run_id: archived })).body.details.reason).toBe('runs.other_org')
})

test('an unknown or deleted org is a 404, and nothing is kept', async () => {
	const { begin } = await spender()
	const gone = await deletedOrg()
	const run_id = unique('run')
	for (const org_id of [gone, 'org_00000000000000000000000000', unique('org')])
		expect(await begin({ run_id, org_id })).toMatchObject(missing)
	expect(await rowsOf('SELECT 1 FROM runs WHERE run_id = ?', run_id)).toEqual([])
})

test('a run without a hold begins while anything is left, and holds nothing', async () => {
	const { begin, budget, org_id, adjust } = await spender({ balance: 1 })
	await budget({ unit: 'tokens', limit: 1 })
	for (const fields of [{}, { hold: {} }, { hold: { credits: 0, tokens: 0 } }, { hold: null }])
		expect((await begin(fields)).status).toBe(201)
	expect(await exact(org_id)).toEqual({ balance: 1, held: 0 })
	await adjust(-1)
	expect((await begin()).body).toMatchObject({ error: 'credits.insufficient', details: { balance: 0, needed: 1 } })
})

test('a run that an API key begins counts for that key until its end, whoever else reports or continues it', async () => {
	const { begin, progress, end, budget, org_id, root } = await spender()
	const keyOf = async () => (await root.post('/v1/api-keys', { name: unique('key'), scopes: ['runtime.report'] })).body
	const [mine, other] = [await keyOf(), await keyOf()]
	const id = await budget({ scope: 'api_key', limit: 100 })
	const run_id = unique('run')
	const begun = await begin({ run_id, hold: { credits: 60 } }, as(mine.key))
	expect(begun.body.budgets).toMatchObject([{ subject: mine.id, held: 60 }])
	expect((await begin({ hold: { credits: 60 } }, as(mine.key))).body).toMatchObject({
		error: 'budget.exceeded',
		details: { scope: 'api_key', subject: mine.id, needed: 60 },
	})
	expect((await progress(run_id, { hold: { credits: 70 } }, as(other.key))).body.budgets).toMatchObject([
		{ subject: mine.id },
	])
	// A person has no key, so such a budget doesn't apply.
	expect((await begin({ hold: { credits: 200 } })).body.budgets).toEqual([])
	await end(run_id, { total_cost_usd: 0.08 })
	expect(await rowsOf('SELECT subject, used, held FROM budget_states WHERE budget_id = ?', id)).toEqual([
		{ subject: mine.id, used: 80, held: 0 },
	])
	expect(await rowsOf('SELECT api_key_id FROM runs WHERE org_id = ? AND run_id = ?', org_id, run_id)).toEqual([
		{ api_key_id: mine.id },
	])
})
