import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { ulid } from 'ulid'
import { expect, test, vi } from 'vitest'
import { statementsOf, withD1 } from '../support/d1.ts'
import worker, { JOBS } from '../support/program.ts'
import { IS_NIGHT } from '../support/property.ts'
import { until } from '../support/until.ts'
import { unique, user } from '../support/world.ts'

const DAY_MS = 86_400_000
const tick = () => worker.scheduled({} as ScheduledController, env)
const due = () => env.DB.prepare("UPDATE jobs SET next_run_at = '', leased_until = ''").run()
const jobNamed = (name: string) =>
	env.DB.prepare('SELECT * FROM jobs WHERE name = ?').bind(name).first<Record<string, string | null>>()
const OF_THE_MINUTE = JOBS.filter(({ every_ms }) => every_ms === 60_000).length

const job = () => jobNamed('retention')

const auditLog = (id: string) =>
	env.DB.prepare(
		"INSERT INTO audit_logs (id, action, target_type, target_id, client_address, trace_id, created_at) VALUES (?, 'x', 'x', 'x', '', '', '')",
	)
		.bind(id)
		.run()
const MINUTE_MS = 60_000
/** The names of the jobs that ticks have started since `time`. */
const startedSince = async (time: string) => {
	const { results } = await env.DB.prepare('SELECT name FROM jobs WHERE last_started_at >= ? ORDER BY name')
		.bind(time)
		.all<{ name: string }>()
	return results.map(({ name }) => name)
}
/** An environment in which `wake-webhooks` has an endpoint to signal, through a queue that responds with `sendBatch`. */
async function signallingBy(sendBatch: () => Promise<unknown>): Promise<Env> {
	const owner = await user()
	const endpoint = await owner.post('/v1/webhook-endpoints', {
		url: 'https://hooks.example.com/',
		events: ['run.completed'],
	})
	expect(endpoint.status).toBe(201)
	await env.DB.prepare("UPDATE webhook_endpoints SET due_at = '' WHERE id = ?").bind(endpoint.body.id).run()
	return { ...env, WEBHOOK_QUEUE: { sendBatch } as unknown as Queue }
}
/** How many other jobs began at `time` and ended. */
async function endedOthers(time: number): Promise<number> {
	const at = new Date(time).toISOString()
	const { results } = await env.DB.prepare(
		"SELECT name FROM jobs WHERE name <> 'wake-webhooks' AND last_started_at = ? AND last_finished_at >= ? AND leased_until <= ?",
	)
		.bind(at, at, new Date().toISOString())
		.all()
	return results.length
}
const exists = async (table: string, column: string, value: string) =>
	(await env.DB.prepare(`SELECT 1 FROM ${table} WHERE ${column} = ?`).bind(value).first()) !== null

test('retention deletes expired rows and nothing else', async () => {
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

test('overlapping ticks run a job once; the lease of a killed tick lapses', async () => {
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

test('a job that fails reports it and is tried again', async () => {
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

test('a tick that cannot reach the database throws and leaves no lease', async () => {
	await due()
	await expect(withD1(() => Promise.reject(new Error('D1_ERROR: Network connection lost.')), tick)).rejects.toThrow(
		'database.unreachable',
	)
	await tick()
	expect(await job()).toMatchObject({ last_error: null })
})

test('an every-minute job runs at every tick, whether ticks come early or late', async () => {
	await due()
	const start = Date.now() + 1_000 * MINUTE_MS
	const early_or_late = [0, 2_000, -2_000, 2_000, -2_000, -2_000, 1_500, 0, -700, 2_000, -2_000]
	vi.useFakeTimers({ now: start, toFake: ['Date'] })
	const runs: Record<string, number> = {}
	for (const [minute, jitter] of early_or_late.entries()) {
		vi.setSystemTime(start + minute * MINUTE_MS + jitter)
		const time = new Date().toISOString()
		await tick()
		for (const name of await startedSince(time)) runs[name] = (runs[name] ?? 0) + 1
	}
	const [every, second] = [early_or_late.length, Math.ceil(early_or_late.length / 10)]
	expect(runs).toEqual({
		'wake-webhooks': every,
		'tell-leavings': every,
		'mail-budget-alerts': every,
		'tell-of-requests': every,
		'back-up': every,
		reseal: every,
		'revert-unconfirmed': every,
		'publish-tool-groups': every,
		'expire-subscriptions': every,
		'finish-credit-operations': every,
		'resume-broadcasts': every,
		'purge-broadcasts': every,
		retention: second,
		'purge-deliveries': second,
		'erase-names': second,
		'export-orgs': every,
		'erase-orgs': second,
		'purge-notifications': second,
		'archive-runs': second,
		'fold-ledger': 1,
		'purge-agent-days': 1,
		'grant-monthly-credits': 1,
		'verify-ledgers': 1,
		'seal-config-entries': 1,
		'check-backup': 1,
		'verify-usage': 1,
		'prove-domains': 1,
		'tell-idle-keys': 1,
		'fill-names': 1,
		'forget-people': 1,
		alerts: every,
	})
})

test('a job that works for most of a minute is due again at the next tick', async () => {
	await due()
	vi.useFakeTimers({ now: Date.now() + 2_000 * MINUTE_MS, toFake: ['Date'] })
	const started = new Date().toISOString()
	const slow = await signallingBy(async () => vi.setSystemTime(Date.now() + 55_000))
	await worker.scheduled({} as ScheduledController, slow)
	expect(await jobNamed('wake-webhooks')).toMatchObject({ last_started_at: started, last_error: null })
	vi.setSystemTime(Date.parse(started) + MINUTE_MS)
	await tick()
	expect((await jobNamed('wake-webhooks'))?.last_started_at).not.toBe(started)
})

test('a job that hangs does not delay the others, and runs again within two minutes', async () => {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	await due()
	const hanging = await signallingBy(() => new Promise(() => undefined))
	const start = Date.now() + 3_000 * MINUTE_MS
	vi.useFakeTimers({ now: start, toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
	const started = new Date().toISOString()
	let ended = false
	const first = worker.scheduled({} as ScheduledController, hanging).then(() => (ended = true))
	await until(async () => expect(await endedOthers(start)).toBe(JOBS.length - 1))
	for (let seconds = 15; seconds <= 60; seconds += 15) {
		await vi.advanceTimersByTimeAsync(15_000)
		const renewed = new Date(Date.now() + 45_000).toISOString()
		await until(async () => expect((await jobNamed('wake-webhooks'))?.leased_until).toBe(renewed))
	}
	await tick()
	expect(await endedOthers(start + MINUTE_MS)).toBe(OF_THE_MINUTE - 1)
	expect({ ended, ...(await jobNamed('wake-webhooks')) }).toMatchObject({ ended: false, last_started_at: started })
	await vi.advanceTimersByTimeAsync(40_000)
	await first
	expect(await jobNamed('wake-webhooks')).toMatchObject({ last_error: 'job.timed_out' })
	vi.setSystemTime(start + 2 * MINUTE_MS - 2_000)
	await tick()
	expect(await jobNamed('wake-webhooks')).toMatchObject({
		last_started_at: new Date().toISOString(),
		last_error: null,
	})
})

/** Between two renewals of the lease, at one, and around the ends of a minute and of the limit. */
const MOMENTS = [0, 14_000, 16_000, 44_000, 59_000, 61_000, 89_000]

test('after a kill at any moment every job runs again within two minutes', async () => {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const hanging = await signallingBy(() => new Promise(() => undefined))
	const everything = (await startedSince('')).length
	for (const [round, killed_after] of (IS_NIGHT ? MOMENTS : [0, 16_000, 89_000]).entries()) {
		await due()
		const start = Date.now() + (4_000 + 100 * round) * MINUTE_MS
		vi.useFakeTimers({ now: start, toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
		void worker.scheduled({} as ScheduledController, hanging)
		await until(async () => expect(await endedOthers(start)).toBe(JOBS.length - 1))
		for (let passed = 0; passed + 15_000 <= killed_after; passed += 15_000) {
			await vi.advanceTimersByTimeAsync(15_000)
			const renewed = new Date(Date.now() + 45_000).toISOString()
			await until(async () => expect((await jobNamed('wake-webhooks'))?.leased_until).toBe(renewed))
		}
		// A killed process renews nothing more and writes no end: its timers are gone, and every job looks like this one.
		vi.clearAllTimers()
		vi.useRealTimers()
		const left = await jobNamed('wake-webhooks')
		await env.DB.prepare('UPDATE jobs SET leased_until = ?, last_started_at = ?, next_run_at = ?')
			.bind(left?.leased_until, left?.last_started_at, left?.next_run_at)
			.run()
		const killed = start + killed_after
		vi.useFakeTimers({ now: killed, toFake: ['Date'] })
		const restart = new Date(killed + 1).toISOString()
		for (const after of [1_000, 64_000, 118_000]) {
			vi.setSystemTime(killed + after)
			await tick()
		}
		expect({ killed_after, started: (await startedSince(restart)).length }).toEqual({
			killed_after,
			started: everything,
		})
		vi.useRealTimers()
	}
})

test('a tick that lost its lease does not end the run of its successor', async () => {
	await due()
	const start = Date.now() + 6_000 * MINUTE_MS
	vi.useFakeTimers({ now: start, toFake: ['Date'] })
	let resume: () => void = () => undefined
	const stalled = await signallingBy(() => new Promise<void>((resolve) => (resume = resolve)))
	const first = worker.scheduled({} as ScheduledController, stalled)
	await until(async () =>
		expect((await jobNamed('wake-webhooks'))?.last_started_at).toBe(new Date(start).toISOString()),
	)
	await until(async () => expect((await jobNamed('retention'))?.last_finished_at).toBe(new Date(start).toISOString()))
	vi.setSystemTime(start + MINUTE_MS)
	let resumeSecond: () => void = () => undefined
	const queue = { sendBatch: () => new Promise<void>((resolve) => (resumeSecond = resolve)) } as unknown as Queue
	const second = worker.scheduled({} as ScheduledController, { ...env, WEBHOOK_QUEUE: queue })
	const taken = new Date(start + MINUTE_MS).toISOString()
	await until(async () => expect((await jobNamed('wake-webhooks'))?.last_started_at).toBe(taken))
	const held = await jobNamed('wake-webhooks')
	resume()
	await first
	expect(await jobNamed('wake-webhooks')).toEqual(held)
	resumeSecond()
	await second
	expect(await jobNamed('wake-webhooks')).toMatchObject({ last_finished_at: taken, last_error: null })
})

test('a message that nobody understands is retried, and a dead letter is logged and dropped', async () => {
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const deliver = async (queue: string, QUEUE_PREFIX = env.QUEUE_PREFIX) => {
		const batch = createMessageBatch(queue, [{ id: 'm1', timestamp: new Date(), attempts: 1, body: {} }])
		const ctx = createExecutionContext()
		await worker.queue(batch, { ...env, QUEUE_PREFIX }, ctx)
		return getQueueResult(batch, ctx)
	}
	expect(await deliver('plinth-unknown')).toMatchObject({ retryBatch: { retry: true } })
	expect(log).not.toHaveBeenCalled()
	expect(await deliver('plinth-webhooks-dead')).toMatchObject({ ackAll: true })
	expect(log.mock.calls.flat().join()).toContain('m1')
	expect(await deliver('plinth-staging-webhooks')).toMatchObject({ retryBatch: { retry: true } })
	expect(await deliver('plinth-staging-webhooks', 'plinth-staging')).toMatchObject({ retryBatch: { retry: false } })
})
