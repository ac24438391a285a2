import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { counted } from '../support/d1.ts'
import { systemContext, verifyYesterday } from '../support/program.ts'
import { runner } from '../support/runs.ts'
import { admin, user } from '../support/world.ts'

const read = async () => (await (await admin()).get('/v1/admin/dashboard')).body as Record<string, number>

test('the numbers follow what happens', async () => {
	const before = await read()
	const { run, report } = await runner(100)
	await user()
	await report([
		run({ total_input_tokens: 100, total_output_tokens: 40, total_cost_usd: 0.25 }),
		run({ status: 'running', total_input_tokens: 7 }),
		run({ created_at: '2020-01-01T00:00:00Z', completed_at: '2020-01-01T00:01:00Z', total_input_tokens: 1 }),
	])
	const after = await read()
	const moved = Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]))
	expect({ ...moved, total_cost_usd: Math.round((moved['total_cost_usd'] ?? 0) * 1e6) }).toEqual({
		total_users: 1,
		active_users_30d: 1,
		total_runs: 3,
		runs_today: 2,
		total_input_tokens: 101,
		total_output_tokens: 40,
		total_cost_usd: 250_000,
		active_orgs: 1,
	})
})

test('an org whose last run began long ago is not active, until it runs again', async () => {
	const { run, report } = await runner()
	const before = (await read())['active_orgs'] ?? 0
	await report(run({ created_at: '2020-01-01T00:00:00Z', completed_at: '2020-01-01T00:01:00Z' }))
	expect((await read())['active_orgs']).toBe(before)
	await report([run(), run()])
	await report(run({ created_at: '2020-01-02T00:00:00Z', completed_at: '2020-01-02T00:01:00Z' }))
	expect((await read())['active_orgs']).toBe(before + 1)
})

test("users count on the day of their last login, and not after they're deleted", async () => {
	const { user_id } = await user()
	const numbers = async () => {
		const { total_users = 0, active_users_30d = 0 } = await read()
		return { total_users, active_users_30d }
	}
	const set = (sql: string) => env.DB.prepare(`UPDATE users SET ${sql} WHERE id = ?`).bind(user_id).run()
	const now = await numbers()
	const less = { ...now, active_users_30d: now.active_users_30d - 1 }
	await set("last_login_at = '2020-01-01T00:00:00.000Z'")
	expect(await numbers()).toEqual(less)
	await set("status = 'suspended'")
	await set(`last_login_at = '${new Date(Date.now() - 30 * 86_400_000).toISOString()}'`)
	expect(await numbers()).toEqual(now)
	await set("status = 'deleted', username = id")
	expect(await numbers()).toEqual({ total_users: now.total_users - 1, active_users_30d: now.active_users_30d - 1 })
	await set("status = 'active'")
	expect(await numbers()).toEqual(now)
})

test("the dashboard is one D1 call whose rows don't grow with the tables", async () => {
	const root = await admin()
	const cost = () => counted(() => root.get('/v1/admin/dashboard'))
	const few = await cost()
	const { run, report } = await runner()
	await report(Array.from({ length: 100 }, () => run()))
	expect(await cost()).toEqual(few)
	expect(few.calls).toBe(1)
	expect(few.rows_read).toBeLessThan(150)
})

test('runs that an older version inserted without counting them are counted the day after', async () => {
	const { run, report } = await runner()
	const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
	const began = { created_at: `${yesterday}T10:00:00Z`, completed_at: `${yesterday}T10:01:00Z` }
	const counts = async () => {
		const counter = 'SELECT value FROM counters WHERE name = ? AND day = ?'
		const rows = "SELECT count(*) AS value FROM runs WHERE created_at >= ? AND created_at < ? || 'U'"
		const [day, total, found] = await env.DB.batch<{ value: number }>([
			env.DB.prepare(counter).bind('runs', yesterday),
			env.DB.prepare(counter).bind('runs', ''),
			env.DB.prepare(rows).bind(yesterday, yesterday),
		])
		return { day: day?.results[0]?.value, total: total?.results[0]?.value ?? 0, found: found?.results[0]?.value ?? 0 }
	}
	const verify = () => verifyYesterday(systemContext(env))
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	await report([run(began), run(began), run(began)])
	await verify()
	const before = await counts()
	expect(before.day).toBe(before.found)
	// Its reports were counted by a trigger that this version dropped.
	await env.DB.prepare("UPDATE counters SET value = value - 2 WHERE name = 'runs' AND day IN (?, '')")
		.bind(yesterday)
		.run()
	log.mockClear()
	await verify()
	expect(await counts()).toEqual(before)
	const said = {
		job: 'verify-usage',
		corrected: 'runs',
		day: yesterday,
		recorded: before.found - 2,
		counted: before.found,
	}
	expect(log.mock.calls.flat()).toContain(JSON.stringify(said))
	await env.DB.prepare("DELETE FROM counters WHERE name = 'runs' AND day = ?").bind(yesterday).run()
	await env.DB.prepare("UPDATE counters SET value = value - ? WHERE name = 'runs' AND day = ''")
		.bind(before.found)
		.run()
	await verify()
	expect(await counts()).toEqual(before)
})
