import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { ulid } from 'ulid'
import { expect, test, vi } from 'vitest'
import { send } from '../support/api.ts'
import { sendingBy, statementsOf } from '../support/d1.ts'
import worker, {
	IDEMPOTENCY_RETENTION as OF_WRITES,
	SIGN_IN_RETENTION as RETENTION,
	auditStates,
	deleteExpired,
	purgeWhile,
	systemContext,
} from '../support/program.ts'
import { admin, unique, user } from '../support/world.ts'

const DAY_MS = 86_400_000

/** Runs the job `retention`, for which each D1 call takes `ms`. */
async function retention(ms: number) {
	await env.DB.prepare("UPDATE jobs SET next_run_at = '', leased_until = ''").run()
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
	await sendingBy(
		(call) =>
			function (...args) {
				vi.setSystemTime(Date.now() + ms)
				return call.apply(this, args)
			},
		() => worker.scheduled({} as ScheduledController, env),
	)
	vi.useRealTimers()
	const { body } = await send('GET', '/readyz?verbose', {
		headers: { Authorization: `Bearer ${(await admin()).token}` },
	})
	return body.jobs.find(({ name }: { name: string }) => name === 'retention').behind_since
}

test('a purge deletes until nothing is left or its time is up, and shows since when it is behind', async () => {
	const marker = unique('old')
	const left = async () =>
		(await env.DB.prepare('SELECT count(*) AS n FROM idempotency_keys WHERE fingerprint = ?')
			.bind(marker)
			.first('n')) ?? 0
	const fill = () =>
		env.DB.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12500)
			INSERT INTO idempotency_keys (id, fingerprint, status, body, created_at) SELECT ?1 || i, ?1, 200, '', '2020' FROM n`,
		)
			.bind(marker)
			.run()
	await fill()
	expect(await retention(60_000)).toEqual(expect.any(String))
	expect(await left()).toBeGreaterThan(0)
	const next = "SELECT unixepoch(next_run_at) - unixepoch(last_started_at) AS s FROM jobs WHERE name = 'retention'"
	expect(await env.DB.prepare(next).first('s')).toBeLessThanOrEqual(60)
	expect(await retention(0)).toBeNull()
	expect(await left()).toBe(0)
	expect(await env.DB.prepare(next).first('s')).toBeGreaterThan(500)
})

test('one change of many rows does not end a purge', async () => {
	const [large, small] = [31, 30.5].map((days) => `aud_${ulid(Date.now() - days * DAY_MS)}`)
	await env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
		INSERT INTO audit_states (audit_id, table_name, row_key) SELECT iif(i = 1, ?1, ?2), 'x', i FROM n`,
	)
		.bind(small, large)
		.run()
	const states = OF_WRITES.filter(({ table }) => table === auditStates)
	expect(await deleteExpired(systemContext(env), states)).toBe(false)
	const left = env.DB.prepare('SELECT count(*) AS n FROM audit_states WHERE audit_id IN (?, ?)')
	expect(await left.bind(large, small).first('n')).toBe(0)
})

test('the loops of a tick use at most half of the statements that D1 takes per invocation', async () => {
	const c = systemContext(env)
	const { db } = c.var
	const one = () => db.select({ one: sql`1` }).from(sql`(SELECT 1)`)
	const chunk = async () => {
		await db.batch([one(), one()])
		await db.primary().batch([one(), one()])
		await one()
		return true
	}
	const sent = await statementsOf(async () => {
		expect(await purgeWhile(c, chunk)).toBe(true)
		// Another loop of the same tick gets one chunk.
		expect(await purgeWhile(c, chunk)).toBe(true)
	})
	expect(sent).toHaveLength(505)
})

test('audit rows of sign-ins are kept for 30 days, others for longer', async () => {
	const { user_id } = await user()
	const old = ulid(Date.now() - 31 * DAY_MS)
	await env.DB.prepare(
		`INSERT INTO audit_logs (id, action, target_type, target_id, client_address, trace_id, created_at)
		SELECT 'aud_' || ?1 || value, value, 'x', ?1, '', '', '' FROM json_each('["users.register", "sessions.create", "sessions.end", "sessions.act_in"]')`,
	)
		.bind(old)
		.run()
	expect(await deleteExpired(systemContext(env), RETENTION)).toBe(false)
	const actions = async (column: string, value: string) =>
		(await env.DB.prepare(`SELECT action FROM audit_logs WHERE ${column} = ?`).bind(value).all()).results
	expect(await actions('target_id', old)).toEqual([{ action: 'sessions.act_in' }])
	expect(await actions('actor_user_id', user_id)).toContainEqual({ action: 'users.register' })
})
