import { env } from 'cloudflare:workers'
import { ulid } from 'ulid'
import { afterEach, expect, test, vi } from 'vitest'
import { RETENTION } from '../src/identity/sign-in/retention.ts'
import worker from '../src/index.ts'
import { deleteExpired } from '../src/write/retention.ts'
import { systemContext } from '../src/write/system.ts'
import { send } from './support/api.ts'
import { sendingBy } from './support/d1.ts'
import { admin, unique, user } from './support/world.ts'

const DAY_MS = 86_400_000

afterEach(() => vi.useRealTimers())

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

test('a purge deletes until nothing is left or its time is over, and shows since when it is behind', async () => {
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
	expect(await retention(0)).toBeNull()
	expect(await left()).toBe(0)
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
