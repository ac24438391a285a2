import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { type EventType } from '../../src/worker/webhooks/endpoints/event-names.ts'
import { cutAt } from '../support/cut.ts'
import { counted } from '../support/d1.ts'
import { EVENT_TYPES } from '../support/program.ts'
import { queryPlansOf } from '../support/query-plans.ts'
import { fakeReceivers, receiver, run, signal } from '../support/receiver.ts'
import { refused } from '../support/reverts.ts'
import { quiet as asleep } from '../support/spec/row.ts'
import { type Caller, unique, user, world } from '../support/world.ts'

// An endpoint that subscribes after runs ended asks for their events.

beforeEach(fakeReceivers)

type Hook = Awaited<ReturnType<typeof receiver>>

const ALWAYS = { from: '2026-01-01T00:00:00Z', to: '2126-01-01T00:00:00Z' }

const backfill = async (caller: Caller, { path }: Hook, body: object = {}) =>
	(await caller.post(`${path}/backfill`, { ...ALWAYS, ...body })).body

/** What the server of an endpoint got, by the id of the event. */
const bodiesOf = ({ received }: Hook) =>
	new Map(received.map(({ headers, body }) => [headers.get('webhook-id'), body] as const))

async function gets(hook: Hook, count: number) {
	await signal(hook.id)
	expect(hook.received).toHaveLength(count)
}

const eventsOf = async ({ org_id }: Caller) =>
	(await env.DB.prepare('SELECT id FROM events WHERE org_id = ?').bind(org_id).all()).results.length

test('an endpoint created later gets the same events that others got, and nobody else gets any', async () => {
	const caller = await user()
	const early = await receiver(caller)
	await run(caller, { total_cost_usd: 0.25, model: 'größer 🧮', thread_id: 'thr-1' })
	await run(caller, { status: 'failed', total_input_tokens: 7 })
	await run(caller, { status: 'cancelled' })
	await run(caller, { status: 'running' })
	await gets(early, 3)
	const late = await receiver(caller)
	expect(await backfill(caller, late)).toMatchObject({ backfilled: 3, has_more: false })
	await gets(late, 3)
	expect(bodiesOf(late)).toEqual(bodiesOf(early))
	await signal(early.id)
	expect(early.received).toHaveLength(3)
	expect((await late.deliveries()).map(({ status }: { status: string }) => status)).toEqual(Array(3).fill('delivered'))
})

test('an event that nobody got is created as it would have been, for this endpoint only', async () => {
	const { owner: caller, admin: root } = await world()
	const run_id = unique('run')
	await run(caller, { run_id, total_cost_usd: 0.25, status: 'failed' })
	expect(await eventsOf(caller)).toBe(0)
	const [hook, other] = [await receiver(caller), await receiver(caller)]
	await backfill(caller, hook)
	await gets(hook, 1)
	const { type, timestamp, data } = JSON.parse(hook.received[0]?.body ?? '')
	const { hold: _, ...known } = (await root.get(`/v1/admin/runs/${run_id}`)).body
	expect({ type, data }).toEqual({ type: 'run.failed', data: known })
	expect(EVENT_TYPES[type as EventType].data.parse(data)).toEqual(data)
	expect(Math.abs(Date.parse(timestamp) - Date.parse(known.completed_at))).toBeLessThan(60_000)
	expect(await hook.deliveries(`?from=${timestamp}`)).toHaveLength(1)
	expect(await other.deliveries()).toEqual([])
	expect((await backfill(caller, other)).backfilled).toBe(1)
	expect((await other.deliveries())[0].event_id).toBe((await hook.deliveries())[0].event_id)
	expect(await eventsOf(caller)).toBe(1)
	await run(caller)
	expect([await hook.deliveries(), await other.deliveries()].map(({ length }) => length)).toEqual([2, 2])
})

test('asking again duplicates nothing, and neither do many requests at once', async () => {
	const caller = await user()
	for (let made = 0; made < 5; made += 1) await run(caller)
	const hook = await receiver(caller)
	const responses = await Promise.all(Array.from({ length: 6 }, () => backfill(caller, hook)))
	expect(responses.map(({ backfilled }) => backfilled).sort()).toEqual([...Array(5).fill(0), 5])
	expect((await backfill(caller, hook)).backfilled).toBe(0)
	await gets(hook, 5)
	expect((await backfill(caller, hook)).backfilled).toBe(0)
	expect(bodiesOf(hook).size).toBe(5)
	expect(await eventsOf(caller)).toBe(5)
})

test('a batch that dies leaves neither events nor deliveries', async () => {
	const caller = await user()
	await run(caller)
	const hook = await receiver(caller)
	for (const table of ['events', 'webhook_deliveries', 'audit_logs']) {
		await cutAt('INSERT', table, () => caller.post(`${hook.path}/backfill`, ALWAYS))
		expect([await eventsOf(caller), await hook.deliveries()]).toEqual([0, []])
	}
	expect((await backfill(caller, hook)).backfilled).toBe(1)
})

test('a backfill sends only subscribed types, and only to an enabled endpoint', async () => {
	const caller = await user()
	await run(caller)
	await run(caller, { status: 'failed' })
	const [failures, others] = [
		await receiver(caller, { events: ['run.failed'] }),
		await receiver(caller, { events: ['credits.low'] }),
	]
	expect(await backfill(caller, others)).toEqual({ backfilled: 0, has_more: false, last_run_id: null })
	expect((await backfill(caller, failures)).backfilled).toBe(1)
	expect(await failures.deliveries()).toMatchObject([{ type: 'run.failed' }])
	await caller.patch(failures.path, { enabled: false })
	expect(await caller.post(`${failures.path}/backfill`, ALWAYS)).toMatchObject(refused('webhook_endpoints.disabled'))
})

test('a dry run counts what it would send; the audit log records who asked for what', async () => {
	const { owner: caller, admin: root } = await world()
	await run(caller)
	const hook = await receiver(caller)
	const dry = await caller.post(`${hook.path}/backfill`, ALWAYS, { headers: { 'Dry-Run': 'true' } })
	expect(dry.body).toMatchObject({ body: { backfilled: 1 }, effects: ['Notifies 1 webhook endpoint.'] })
	await backfill(caller, hook)
	const { body: log } = await root.get(`/v1/admin/audit-logs?target_id=${hook.id}&limit=1`)
	expect(log).toMatchObject([
		{
			action: 'webhook_endpoints.backfill',
			actor_user_id: caller.user_id,
			after: { url: hook.created.url, from: '2026-01-01T00:00:00.000Z', to: '2126-01-01T00:00:00.000Z' },
		},
	])
})

test('a run whose end was reported over 28 days ago is left out', async () => {
	const caller = await user()
	const hook = await receiver(caller, { events: ['subscription.expired'] })
	const [old, young] = [unique('run'), unique('run')]
	for (const run_id of [old, young]) await run(caller, { run_id })
	await env.DB.prepare("UPDATE runs SET settled_by = 'rep_01K0000000' || substr(settled_by, 15) WHERE run_id = ?")
		.bind(old)
		.run()
	await caller.patch(hook.path, { events: ['*'] })
	expect((await backfill(caller, hook)).backfilled).toBe(1)
	await gets(hook, 1)
	expect(JSON.parse(hook.received[0]?.body ?? '').data.run_id).toBe(young)
})

/** Reports the first of these runs, and copies its row for the others. */
async function runsLike([first = '', ...others]: string[], caller: Caller, created_at: string) {
	await run(caller, { run_id: first, created_at })
	const { results } = await env.DB.prepare("SELECT name FROM pragma_table_info('runs') WHERE name <> 'run_id'").all()
	const columns = results.map(({ name }) => name).join()
	await env.DB.prepare(
		`INSERT INTO runs (run_id, ${columns}) SELECT value, ${columns} FROM runs, json_each(?) WHERE run_id = ?`,
	)
		.bind(JSON.stringify(others), first)
		.run()
}

test('a call looks at 1,000 runs, oldest first, and the next one continues from there at the same cost', async () => {
	const caller = await user()
	const moment = '2026-03-01T00:00:00.000Z'
	const ids = Array.from({ length: 2_300 }, () => unique('run'))
	// Most began at the same moment, so a time alone couldn't say where the next call continues.
	await runsLike(ids.slice(0, 2_200), caller, moment)
	await runsLike(ids.slice(2_200), caller, '2026-03-02T00:00:00.000Z')
	const hook = await receiver(caller)
	const ask = async (body: object = {}) =>
		(await caller.post(`${hook.path}/backfill`, { ...ALWAYS, from: moment, ...body }, asleep)).body
	const order = ids.slice(0, 2_200).sort()
	let first = { last_run_id: '' }
	const made = await counted(async () => {
		first = await ask()
	})
	expect(made.rows_written).toBeLessThanOrEqual(5_011)
	expect(first).toEqual({ backfilled: 1_000, has_more: true, last_run_id: order[999] })
	const second = await ask({ after: first.last_run_id })
	expect(second).toEqual({ backfilled: 1_000, has_more: true, last_run_id: order[1_999] })
	let third = {}
	const { rows_read } = await counted(async () => {
		third = await ask({ to: '2026-03-02T00:00:00Z', after: second.last_run_id })
	})
	expect(third).toEqual({ backfilled: 200, has_more: false, last_run_id: order[2_199] })
	expect(rows_read).toBeLessThan(4_000)
	const again = await counted(() => ask({ after: second.last_run_id }))
	expect(again.rows_read).toBeLessThan(4_000)
	// A run that is in the archive by now is no place in the database: the call begins at `from`.
	expect(await ask({ after: 'gone' })).toMatchObject({ last_run_id: order[999] })
	const plans = await queryPlansOf(() => ask({ after: second.last_run_id }))
	expect(plans.find(({ sql }) => sql.includes('UNION ALL'))?.steps).toContainEqual(
		expect.stringMatching(
			/^SEARCH runs USING INDEX runs_org \(org_id=\? AND \(created_at,run_id\)>\(\?,\?\) AND created_at<\?\)$/,
		),
	)
})
