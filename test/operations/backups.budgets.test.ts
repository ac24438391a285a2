import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { furnish, instanceOn, rowsOf } from '../support/instance.ts'
import { deriveAll } from '../support/program.ts'
import { unique } from '../support/world.ts'

const db = env.DB

test('a restore counts states and holds again, because rows were copied while runs ended', async () => {
	const instance = await instanceOn()
	const { post } = instance
	const { org_id } = await furnish(instance)
	const budget = (fields: object) => ({ name: unique('b'), unit: 'runs', limit: 50, window: 'day', ...fields })
	await post(`/v1/orgs/${org_id}/budgets`, budget({ scope: 'org', unit: 'credits', limit: 5000 }), 201)
	await post('/v1/admin/budgets', budget({ scope: 'agent' }), 201)
	const run = { org_id, agent_id: 'a', status: 'completed', total_cost_usd: 0.02, total_input_tokens: 3 }
	await post('/v1/runtime/runs', { ...run, run_id: unique('run') }, 200)
	await post('/v1/runtime/runs/begin', { run_id: unique('run'), org_id, agent_id: 'b', hold: { credits: 7 } }, 201)
	const [states, accounts, holds] = [
		await rowsOf(db, 'budget_states'),
		await rowsOf(db, 'credit_accounts'),
		await rowsOf(db, 'holds'),
	]
	expect(states.length).toBeGreaterThanOrEqual(5)
	const plain = (rows: string[]) => rows.map((row) => row.replace(/,"changed_at":"[^"]*"/, '')).toSorted()
	await db.batch(
		[
			// An ended run whose hold was copied before it ended.
			`INSERT INTO holds (run_id, org_id, run_created_at, credits, ttl_s, expires_at, call_id, begun_by, touched_at)
			SELECT run_id, org_id, created_at, 1000, 30, '9999', 'x', 'x', created_at FROM runs WHERE settled_by IS NOT NULL LIMIT 1`,
			'UPDATE budget_states SET used = used + 9, held = held + 3',
			"DELETE FROM budget_states WHERE subject = 'a'",
			'UPDATE credit_accounts SET held = 5',
		].map((text) => db.prepare(text)),
	)
	await deriveAll(db, new Date(Date.now() - 60_000).toISOString())
	expect(plain(await rowsOf(db, 'budget_states'))).toEqual(plain(states))
	expect(await rowsOf(db, 'credit_accounts')).toEqual(accounts)
	expect(await rowsOf(db, 'holds')).toEqual(holds)
})

test('where runs of a window are archived, a restore keeps what was counted', async () => {
	const { post } = await instanceOn()
	const { id: org_id } = (await post('/v1/admin/orgs', { name: 'Archived' }, 201)).body
	const { id } = (
		await post(
			`/v1/orgs/${org_id}/budgets`,
			{ name: 'all', scope: 'org', unit: 'tokens', limit: 9, window: 'total' },
			201,
		)
	).body
	await post('/v1/runtime/runs', { run_id: unique('run'), org_id, status: 'completed', total_input_tokens: 30 }, 200)
	const at = new Date().toISOString()
	await db.batch([
		db.prepare('UPDATE budget_states SET used = 700 WHERE budget_id = ?').bind(id),
		db
			.prepare(
				`INSERT INTO run_archives (org_id, day, key, sha256, byte_count, run_count, oldest_at, oldest_id, newest_at, newest_id, created_at)
				VALUES (?, '2026-01-01', 'k', '', 0, 1, ?, '', ?, '', ?)`,
			)
			.bind(org_id, at, at, at),
	])
	await deriveAll(db, at)
	expect(await db.prepare('SELECT used FROM budget_states WHERE budget_id = ?').bind(id).first('used')).toBe(700)
})
