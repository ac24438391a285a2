import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import journal from '../../drizzle/meta/_journal.json' with { type: 'json' }
import { LENIENT, send } from '../support/api.ts'
import { counted, withD1 } from '../support/d1.ts'
import worker from '../support/program.ts'
import { admin, user } from '../support/world.ts'

const EXPECTED = journal.entries.at(-1)?.tag as string

const started = Date.now()
let later = 10_000

/** Asks after the cached response has expired. */
async function ready(path = '/readyz', token?: string) {
	later += 10_000
	vi.useFakeTimers({ now: started + later, toFake: ['Date'] })
	return send('GET', path, { headers: token ? { Authorization: `Bearer ${token}` } : {} })
}

test('/healthz is 200 whatever the database does', async () => {
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

test('/readyz is 503 if the database fails, and within 2 seconds if it does not answer', async () => {
	for (const message of ['D1_ERROR: Network connection lost.', 'D1_ERROR: no such table: d1_migrations'])
		expect(
			await withD1(
				() => Promise.reject(new Error(message)),
				() => ready(),
			),
		).toMatchObject({
			status: 503,
			body: { status: 'unavailable', reason: "The database isn't answering" },
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

test('/readyz asks the database at most once a second', async () => {
	expect((await counted(() => ready())).calls).toBe(1)
	expect((await counted(() => send('GET', '/readyz'))).calls).toBe(0)
})

test('/readyz?verbose shows the jobs to a platform admin only', async () => {
	await worker.scheduled({} as ScheduledController, env)
	const { token } = await admin()
	const shown = await ready('/readyz?verbose', token)
	expect(shown.body.jobs).toContainEqual({
		name: 'retention',
		every_ms: 600_000,
		lag_ms: 0,
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

test('/readyz?verbose says how late each job is, and lists those that never ran', async () => {
	const { token } = await admin()
	const ago = (ms: number) => new Date(started + later + 10_000 - ms).toISOString()
	const job = async (name: string) =>
		(await ready('/readyz?verbose=', token)).body.jobs.find((one: { name: string }) => one.name === name)
	const start = (name: string, at: string) =>
		env.DB.prepare(
			"INSERT INTO jobs (name, leased_until, next_run_at, last_started_at) VALUES (?1, '', '', ?2) ON CONFLICT DO UPDATE SET last_started_at = ?2",
		)
			.bind(name, at)
			.run()
	await start('reseal', ago(180_000))
	expect(await job('reseal')).toMatchObject({ every_ms: 60_000, lag_ms: 0 })
	await start('reseal', ago(180_001))
	expect(await job('reseal')).toMatchObject({ lag_ms: 120_001 })
	await start('retention', ago(700_000))
	expect(await job('retention')).toMatchObject({ every_ms: 600_000, lag_ms: 0 })
	await env.DB.prepare("DELETE FROM jobs WHERE name = 'verify-usage'").run()
	expect(await job('verify-usage')).toEqual({
		name: 'verify-usage',
		every_ms: 86_400_000,
		lag_ms: null,
		last_started_at: null,
		last_finished_at: null,
		last_error: null,
		behind_since: null,
	})
	await start('a-job-of-before', ago(0))
	expect(await job('a-job-of-before')).toBeUndefined()
})

test('/readyz?verbose says how large the database is', async () => {
	const { token } = await admin()
	const { meta } = await env.DB.prepare('SELECT 1').run()
	const { database_bytes } = (await ready('/readyz?verbose', token)).body
	expect(database_bytes).toBeGreaterThan(500_000)
	expect(Math.abs(database_bytes - meta.size_after)).toBeLessThan(100_000)
})

test('/readyz accepts ?verbose in any form', async () => {
	for (const search of ['verbose', 'verbose=1', 'verbose=1&verbose=2', 'verbose=%00', 'other=1'])
		expect((await send('GET', `/readyz?${search}`, LENIENT)).status).toBe(200)
})
