import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { ulid } from 'ulid'
import { afterEach, expect, test, vi } from 'vitest'
import worker from '../src/index.ts'
import { statementsOf, withD1 } from './support/d1.ts'
import { unique, user } from './support/world.ts'

const DAY_MS = 86_400_000
const tick = () => worker.scheduled({} as ScheduledController, env)
const due = () => env.DB.prepare("UPDATE jobs SET next_run_at = '', leased_until = ''").run()
const job = () => env.DB.prepare("SELECT * FROM jobs WHERE name = 'retention'").first<Record<string, string | null>>()

afterEach(() => vi.useRealTimers())

const auditLog = (id: string) =>
	env.DB.prepare(
		"INSERT INTO audit_logs (id, action, target_type, target_id, client_address, trace_id, created_at) VALUES (?, 'x', 'x', 'x', '', '', '')",
	)
		.bind(id)
		.run()
const exists = async (table: string, column: string, value: string) =>
	(await env.DB.prepare(`SELECT 1 FROM ${table} WHERE ${column} = ?`).bind(value).first()) !== null

test('retention deletes what has been kept for long enough, and nothing else', async () => {
	const [old, young] = [`aud_${ulid(Date.now() - 401 * DAY_MS)}`, `aud_${ulid(Date.now() - 399 * DAY_MS)}`]
	await auditLog(old)
	await auditLog(young)
	const failed = `lfl_${ulid(Date.now() - 700_000)}`
	await env.DB.prepare("INSERT INTO login_failures (id, subject, created_at) VALUES (?, 'x', '')").bind(failed).run()
	const [ended, living] = [await user(), await user()]
	await env.DB.prepare("UPDATE sessions SET expires_at = '2026-01-01T00:00:00.000Z' WHERE user_id = ?")
		.bind(ended.user_id)
		.run()
	await due()
	await tick()
	expect(await exists('audit_logs', 'id', old)).toBe(false)
	expect(await exists('audit_logs', 'id', young)).toBe(true)
	expect(await exists('login_failures', 'id', failed)).toBe(false)
	expect(await exists('sessions', 'user_id', ended.user_id)).toBe(false)
	expect(await exists('sessions', 'user_id', living.user_id)).toBe(true)
	expect(await job()).toMatchObject({ last_error: null, last_finished_at: expect.any(String) })
	expect((await living.get('/v1/me')).status).toBe(200)
})

test('a job that is not due does not run, and comes back ten minutes later', async () => {
	await due()
	await tick()
	const first = await job()
	await tick()
	expect(await job()).toEqual(first)
	vi.useFakeTimers({ now: Date.now() + 600_001, toFake: ['Date'] })
	await tick()
	expect((await job())?.last_started_at).not.toBe(first?.last_started_at)
})

test('overlapping ticks run a job once; a lease left by a killed tick lapses', async () => {
	await due()
	const sent = await statementsOf(() => Promise.all([tick(), tick(), tick()]))
	const claims = sent.filter(({ sql, params }) => sql.startsWith('insert into "jobs"') && params.includes('retention'))
	expect(claims).toHaveLength(3)
	expect(sent.filter(({ sql }) => sql.startsWith('delete from "idempotency_keys"'))).toHaveLength(1)
	vi.useFakeTimers({ toFake: ['Date'] })
	const held = new Date(Date.now() + 10_000).toISOString()
	await env.DB.prepare("UPDATE jobs SET next_run_at = '', leased_until = ?, last_started_at = 'killed'")
		.bind(held)
		.run()
	await tick()
	expect((await job())?.last_started_at).toBe('killed')
	vi.advanceTimersByTime(10_001)
	await tick()
	expect((await job())?.last_started_at).not.toBe('killed')
})

test('a job that fails says so and is tried again', async () => {
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	await due()
	const name = unique('trigger').replaceAll('-', '_')
	await env.DB.prepare(`CREATE TRIGGER ${name} BEFORE DELETE ON audit_logs BEGIN SELECT RAISE(ABORT, 'no'); END`).run()
	try {
		await auditLog(`aud_${ulid(Date.now() - 500 * DAY_MS)}`)
		await tick()
		expect(await job()).toMatchObject({ last_error: expect.any(String) })
		expect(log).toHaveBeenCalled()
	} finally {
		await env.DB.prepare(`DROP TRIGGER ${name}`).run()
	}
	await due()
	await tick()
	expect(await job()).toMatchObject({ last_error: null })
})

test('a tick that cannot reach the database fails loudly and leaves no lease', async () => {
	await due()
	await expect(withD1(() => Promise.reject(new Error('D1_ERROR: Network connection lost.')), tick)).rejects.toThrow(
		'cannot answer right now',
	)
	await tick()
	expect(await job()).toMatchObject({ last_error: null })
})

test('a message nobody understands is retried, and a dead letter is logged and dropped', async () => {
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const deliver = async (queue: string) => {
		const batch = createMessageBatch(queue, [{ id: 'm1', timestamp: new Date(), attempts: 1, body: {} }])
		await worker.queue(batch, env, createExecutionContext())
		return getQueueResult(batch, createExecutionContext())
	}
	expect(await deliver('plinth-unknown')).toMatchObject({ retryBatch: { retry: true } })
	expect(log).not.toHaveBeenCalled()
	expect(await deliver('plinth-webhooks-dead')).toMatchObject({ ackAll: true })
	expect(log.mock.calls.flat().join()).toContain('m1')
})
