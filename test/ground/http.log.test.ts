import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { send } from '../support/api.ts'
import { withD1 } from '../support/d1.ts'
import worker, { errorName, internalError, unavailable, withoutPermission } from '../support/program.ts'
import { admin, unique } from '../support/world.ts'

/** Catches the lines of the Worker's log. */
function caughtLines() {
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	return () => log.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)
}

const lost = () => Promise.reject(new Error('D1_ERROR: Network connection lost.'))

test('the log names our errors by code and reason, and others by class', () => {
	expect(errorName(unavailable('database.timeout', 5))).toBe('unavailable:database.timeout')
	expect(errorName(new Error('Failed query', { cause: unavailable('database.timeout', 5) }))).toBe(
		'unavailable:database.timeout',
	)
	expect(errorName(withoutPermission('org.settings'))).toBe('auth.forbidden')
	expect(errorName(internalError())).toBe('internal_error')
	expect(errorName(new TypeError('with a text of somebody'))).toBe('TypeError')
	expect(errorName('thrown')).toBe('string')
})

test('a webhook round that D1 refused leaves a line with the reason', async () => {
	const lines = caughtLines()
	const endpoint_id = unique('whe')
	const messages = [{ id: unique('signal'), timestamp: new Date(), attempts: 1, body: { endpoint_id } }]
	const ctx = createExecutionContext()
	await withD1(lost, async () => worker.queue(createMessageBatch('plinth-webhooks', messages), env, ctx))
	await waitOnExecutionContext(ctx)
	expect(lines()).toContainEqual({
		endpoint_id,
		trace_id: expect.any(String),
		error: 'unavailable:database.unreachable',
	})
})

test('5xx responses are logged once a second for each reason, with their number', async () => {
	const root = await admin()
	const start = Date.now() + 60_000
	vi.useFakeTimers({ now: start, toFake: ['Date'] })
	const lines = caughtLines()
	const refused = () => withD1(lost, () => root.get(`/v1/plans/${unique('plan')}`))
	const ours = () => lines().filter(({ refused: name }) => name === 'unavailable:database.unreachable')
	const first = await refused()
	expect(first.status).toBe(503)
	for (let count = 0; count < 9; count += 1) await refused()
	expect(ours()).toEqual([
		{
			refused: 'unavailable:database.unreachable',
			status: 503,
			count: 1,
			since: new Date(start).toISOString(),
			trace_id: first.body.trace_id,
		},
	])
	vi.setSystemTime(start + 1_000)
	await refused()
	expect(ours().slice(1)).toMatchObject([{ count: 10, since: new Date(start).toISOString() }])
})

test('refusals that are still uncounted are logged by the next request, whatever its response', async () => {
	const root = await admin()
	const start = Date.now() + 120_000
	vi.useFakeTimers({ now: start, toFake: ['Date'] })
	const lines = caughtLines()
	for (let count = 0; count < 3; count += 1) await withD1(lost, () => root.get(`/v1/plans/${unique('plan')}`))
	vi.setSystemTime(start + 1_500)
	await send('GET', '/healthz')
	expect(lines()).toMatchObject([{ count: 1 }, { count: 2, since: new Date(start).toISOString() }])
	vi.setSystemTime(start + 3_000)
	await send('GET', '/healthz')
	expect(lines()).toHaveLength(2)
})

test("4xx responses leave no line: they're the caller's", async () => {
	const lines = caughtLines()
	expect((await send('GET', '/v1/nothing-here')).status).toBe(404)
	expect((await send('GET', '/v1/me')).status).toBe(401)
	expect(lines()).toEqual([])
})
