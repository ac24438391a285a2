import { beforeEach, describe, expect, test, vi } from 'vitest'
import { counted } from '../support/d1.ts'
import { withAccessLog } from '../support/logged.ts'
import { queryPlansOf } from '../support/query-plans.ts'
import { fakeReceivers, receiver } from '../support/receiver.ts'
import { rows } from '../support/rows.ts'
import { runner, subscribe } from '../support/runs.ts'
import { create, unique, user, world } from '../support/world.ts'

withAccessLog()

// Everything that the requests of one trace left behind.

beforeEach(fakeReceivers)

const traceOf = ({ headers }: { headers: Headers }) => headers.get('X-Trace-Id') ?? ''
const newTrace = () => crypto.randomUUID().replaceAll('-', '')
const parent = (trace_id: string) => ({ headers: { traceparent: `00-${trace_id}-00f067aa0ba902b7-01` } })
const asleep = {
	env: { WEBHOOK_QUEUE: { send: () => Promise.resolve(), sendBatch: () => Promise.resolve() } },
} as never

describe('a trace has', () => {
	test('the request, the ledger entries, the events and the deliveries of a run report', async () => {
		const { admin: root, owner, org_id } = await world()
		await root.post('/v1/admin/credits/adjust', { org_id, amount: 15 })
		const hook = await receiver(owner)
		const other = await runner(100)
		const runs = [
			{
				run_id: unique('run'),
				org_id,
				status: 'completed',
				total_cost_usd: 0.01,
				completed_at: '2024-01-01T00:00:00Z',
			},
			{ run_id: unique('run'), org_id, status: 'failed', total_cost_usd: 0.01 },
			other.run({ total_cost_usd: 0.02 }),
		]
		const reported = await root.post('/v1/runtime/runs', runs, asleep)
		expect(reported.status).toBe(200)
		const { status, body } = await root.get(`/v1/traces/${traceOf(reported)}`)
		expect(status).toBe(200)
		expect(body).toMatchObject({
			trace_id: traceOf(reported),
			requests: [{ path: '/v1/runtime/runs', status_code: 200, user_id: root.user_id, username: expect.any(String) }],
			audit_logs: [],
		})
		const entries = body.ledger_entries.map((entry: { amount: number; reference_id: string }) => [
			entry.reference_id,
			entry.amount,
		])
		expect(Object.fromEntries(entries)).toEqual({
			[runs[0]?.run_id ?? '']: -10,
			[runs[1]?.run_id ?? '']: -5,
			[runs[2]?.run_id ?? '']: -20,
		})
		const mine = body.events.filter((event: { org_id: string }) => event.org_id === org_id)
		const types = mine.map(({ type }: { type: string }) => type).sort()
		expect(types).toEqual(['credits.exhausted', 'run.completed', 'run.failed'])
		for (const event of mine)
			expect(event.deliveries).toMatchObject([{ endpoint_id: hook.id, event_id: event.id, type: event.type }])
		const theirs = body.events.filter((event: { org_id: string }) => event.org_id === other.org_id)
		expect(theirs).toMatchObject([{ type: 'run.completed', deliveries: [{ status: 'skipped' }] }])
	})

	test('the audit row of a change, and the entry that the change made', async () => {
		const { root, org_id } = await runner()
		const adjusted = await root.post('/v1/admin/credits/adjust', { org_id, amount: 7 })
		await root.post('/v1/admin/credits/adjust', { org_id, amount: 8 })
		const { body } = await root.get(`/v1/traces/${traceOf(adjusted)}`)
		expect(body).toMatchObject({
			requests: [{ method: 'POST' }],
			audit_logs: [{ action: 'credits.adjust', org_id, actor_user_id: root.user_id }],
			ledger_entries: [{ org_id, amount: 7, type: 'admin_adjustment' }],
			events: [],
		})
		const { body: listed } = await root.get(`/v1/admin/credits?org_id=${org_id}`)
		expect(body.ledger_entries).toEqual([listed.transactions[1]])
	})

	test('all requests that share it, and an id in capitals is the same', async () => {
		const { owner, org_id } = await world()
		const trace_id = newTrace()
		const code = await create.redemptionCode()
		expect((await owner.post('/v1/me/redeem', { code: code.code }, parent(trace_id))).status).toBe(200)
		expect((await owner.get('/v1/plans', parent(trace_id))).status).toBe(200)
		const { body } = await owner.get(`/v1/traces/${trace_id.toUpperCase()}`)
		expect(body.requests.map(({ path }: { path: string }) => path)).toEqual(['/v1/plans', '/v1/me/redeem'])
		expect(body).toMatchObject({
			trace_id,
			ledger_entries: [{ org_id, type: 'redemption' }],
			events: [{ type: 'redemption_code.redeemed' }],
		})
	})

	test('what D1 knows if the log does not answer', async () => {
		const { root, org_id } = await runner()
		const adjusted = await root.post('/v1/admin/credits/adjust', { org_id, amount: 7 })
		vi.spyOn(console, 'error').mockImplementation(() => undefined)
		const down = () => Promise.reject(new Error('down'))
		const ACCESS_LOG_STREAM = { getByName: () => ({ append: down, read: down }) }
		const { body } = await root.get(`/v1/traces/${traceOf(adjusted)}`, { env: { ACCESS_LOG_STREAM } as never })
		expect(body).toMatchObject({ requests: null, audit_logs: [{}], ledger_entries: [{ amount: 7 }] })
	})
})

describe('who may read a trace', () => {
	test('an org admin sees only the rows of that org', async () => {
		const { admin: root, owner, org_id, stranger } = await world()
		const trace_id = newTrace()
		for (const caller of [owner, stranger])
			await caller.post('/v1/mcp-configs', { name: unique('mcp'), transport: 'stdio', command: 'x' }, parent(trace_id))
		await root.post('/v1/admin/credits/adjust', { org_id, amount: 7 }, parent(trace_id))
		const all = (await root.get(`/v1/traces/${trace_id}`)).body
		expect(all.requests).toHaveLength(3)
		expect(all.audit_logs).toHaveLength(3)
		const own = (await owner.get(`/v1/traces/${trace_id}`)).body
		expect(own.requests).toMatchObject([{ org_id, user_id: owner.user_id }])
		expect(own.audit_logs.map(({ action }: { action: string }) => action)).toEqual([
			'mcp_configs.create',
			'credits.adjust',
		])
		expect(own.ledger_entries).toMatchObject([{ org_id, amount: 7 }])
		const others = (await stranger.get(`/v1/traces/${trace_id}`)).body
		expect(others).toMatchObject({ requests: [{ user_id: stranger.user_id }], audit_logs: [{}], ledger_entries: [] })
		expect(JSON.stringify(others)).not.toContain(org_id)
	})

	test('an org admin sees what a request of another org left in theirs', async () => {
		const { admin: root, owner, org_id } = await world()
		await subscribe(org_id)
		const run_id = unique('run')
		const reported = await root.post('/v1/runtime/runs', { run_id, org_id, status: 'completed' })
		const { body } = await owner.get(`/v1/traces/${traceOf(reported)}`)
		expect(body).toMatchObject({ requests: [], audit_logs: [], events: [{ type: 'run.completed', org_id }] })
	})

	test('a trace without a row is a 404', async () => {
		const { admin: root } = await world()
		for (const unknown of [newTrace(), 'nonsense']) expect((await root.get(`/v1/traces/${unknown}`)).status).toBe(404)
	})
})

test('a trace finds audit rows by an index, and its two calls only read rows near the request', async () => {
	const { root, org_id } = await runner()
	const caller = await user()
	for (let i = 0; i < 10; i += 1) await root.post('/v1/admin/credits/adjust', { org_id, amount: 1 + i })
	const adjusted = await root.post('/v1/admin/credits/adjust', { org_id, amount: 100 })
	const path = `/v1/traces/${traceOf(adjusted)}`
	await root.get(path)
	expect(caller.org_id).not.toBe(org_id)
	expect((await counted(() => root.get(path))).calls).toBe(2)
	for (const { sql, steps } of await queryPlansOf(() => root.get(path))) {
		for (const step of steps) expect(step).not.toMatch(/^SCAN (events|v|ledger_entries|l|audit_logs|w)\b/)
		if (sql.includes('from "audit_logs"')) expect(steps).toContainEqual(expect.stringContaining('audit_logs_trace'))
	}
})

test("an org's trace reads few of the events of others, however many there are at its times", async () => {
	const [{ root, report, run, org_id }, { owner }] = [await runner(), await world()]
	const { headers } = await owner.post('/v1/api-keys', { name: 'k' })
	await report(run())
	await rows(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
		INSERT INTO events (id, org_id, type, data, created_at)
		SELECT substr(id, 1, 14) || printf('%016d', i), org_id, type, data, created_at FROM (SELECT * FROM events WHERE org_id = ?) CROSS JOIN n`,
		org_id,
	)
	const path = `/v1/traces/${traceOf({ headers })}`
	expect((await counted(() => root.get(path))).rows_read).toBeGreaterThan(10_000)
	expect((await counted(() => owner.get(path))).rows_read).toBeLessThan(5_000)
})
