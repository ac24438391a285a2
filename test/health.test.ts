import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import journal from '../drizzle/meta/_journal.json' with { type: 'json' }
import { send } from './support/api.ts'
import { counted, withD1 } from './support/d1.ts'
import { admin, user } from './support/world.ts'

const EXPECTED = journal.entries.at(-1)?.tag as string

const started = Date.now()
let later = 10_000

/** Asks after the answer that is kept for a second has aged. */
async function ready(path = '/readyz', token?: string) {
	later += 10_000
	vi.useFakeTimers({ now: started + later, toFake: ['Date'] })
	return send('GET', path, { headers: token ? { Authorization: `Bearer ${token}` } : {} })
}

afterEach(() => vi.useRealTimers())

test('/healthz is alive whatever the database does', async () => {
	const { status, body } = await withD1(
		() => Promise.reject(new Error('gone')),
		() => send('GET', '/healthz'),
	)
	expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } })
})

test('/readyz names the schema version', async () => {
	expect(await ready()).toMatchObject({ status: 200, body: { status: 'ok', schema_version: EXPECTED } })
})

test('/readyz is 503 with both versions on a mismatch, older or newer', async () => {
	const newest = await env.DB.prepare('SELECT name FROM d1_migrations ORDER BY name DESC LIMIT 1').first<{
		name: string
	}>()
	await env.DB.prepare("INSERT INTO d1_migrations (name) VALUES ('9999_from_the_future.sql')").run()
	try {
		const { status, body } = await ready()
		expect({ status, body }).toEqual({
			status: 503,
			body: { status: 'unavailable', reason: `The schema version is 9999_from_the_future, expected ${EXPECTED}` },
		})
	} finally {
		await env.DB.prepare("DELETE FROM d1_migrations WHERE name = '9999_from_the_future.sql'").run()
	}
	await env.DB.prepare('UPDATE d1_migrations SET name = ? WHERE name = ?').bind('~', newest?.name).run()
	try {
		expect((await ready()).status).toBe(503)
	} finally {
		await env.DB.prepare('UPDATE d1_migrations SET name = ? WHERE name = ?').bind(newest?.name, '~').run()
	}
	expect((await ready()).status).toBe(200)
})

test('/readyz is 503 when the database fails, and within 2 seconds when it is silent', async () => {
	for (const message of ['D1_ERROR: Network connection lost.', 'D1_ERROR: no such table: d1_migrations'])
		expect(
			await withD1(
				() => Promise.reject(new Error(message)),
				() => ready(),
			),
		).toMatchObject({
			status: 503,
			body: { status: 'unavailable', reason: 'The database does not answer' },
		})
	later += 10_000
	vi.useFakeTimers({ now: started + later, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
	const silent = withD1(
		() => new Promise(() => undefined),
		() => send('GET', '/readyz'),
	)
	await vi.advanceTimersByTimeAsync(2_000)
	expect((await silent).status).toBe(503)
})

test('/readyz asks the database once a second at most', async () => {
	expect((await counted(() => ready())).calls).toBe(1)
	expect((await counted(() => send('GET', '/readyz'))).calls).toBe(0)
})

test('/readyz?verbose shows the jobs to a platform admin only', async () => {
	const { default: worker } = await import('../src/index.ts')
	await worker.scheduled({} as ScheduledController, env)
	const { token } = await admin()
	const shown = await ready('/readyz?verbose', token)
	expect(shown.body.jobs).toContainEqual({
		name: 'retention',
		last_started_at: expect.any(String),
		last_finished_at: expect.any(String),
		last_error: null,
		behind_since: null,
	})
	const { token: other } = await user()
	for (const headers of [{}, { Authorization: `Bearer ${other}` }, { Authorization: 'Bearer nonsense' }])
		expect((await send('GET', '/readyz?verbose', { headers })).body).toEqual({
			status: 'ok',
			schema_version: EXPECTED,
		})
})
