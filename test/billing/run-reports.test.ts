import { createExecutionContext, createMessageBatch, getQueueResult, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, type MockInstance, test, vi } from 'vitest'
import { cutAt } from '../support/cut.ts'
import { counted, withD1 } from '../support/d1.ts'
import { rowsOfPages } from '../support/pages.ts'
import worker, { newId } from '../support/program.ts'
import { runner, subscribe } from '../support/runs.ts'
import { admin, unique } from '../support/world.ts'

const ASYNC = { headers: { Prefer: 'respond-async' } }

/** A message as the queue stores it. */
const message = (...reports: object[]) => ({
	id: unique('msg'),
	timestamp: new Date(),
	attempts: 1,
	body: { id: newId('rej'), accepted_at: new Date().toISOString(), reports },
})

/** Delivers messages to the Worker as the queue does, and returns which ones it acknowledged and which it wants retried. */
async function deliver(messages: ReturnType<typeof message>[], queue = 'plinth-run-reports') {
	const batch = createMessageBatch(queue, messages)
	const ctx = createExecutionContext()
	const delays = new Set<number | undefined>()
	for (const one of batch.messages) {
		const retry = one.retry.bind(one)
		vi.spyOn(one, 'retry').mockImplementation((options) => {
			delays.add(options?.delaySeconds)
			retry(options)
		})
	}
	await worker.queue(batch, env, ctx)
	await waitOnExecutionContext(ctx)
	const { explicitAcks, retryMessages } = await getQueueResult(batch, ctx)
	const place = (id: string) => messages.findIndex((one) => one.id === id)
	return { done: explicitAcks.map(place), again: retryMessages.map(({ msgId }) => place(msgId)), delays: [...delays] }
}

/** Delivers what was given to the queue. */
const deliverQueued = async (queued: MockInstance<typeof env.RUN_REPORTS.sendBatch>) => {
	const bodies = queued.mock.calls.flatMap(([messages]) => [...messages].map(({ body }) => body))
	expect(bodies).not.toEqual([])
	await deliver(bodies.map((body) => ({ ...message(), body: body as ReturnType<typeof message>['body'] })))
}

const rejected = async (org_id: string, query = '') =>
	(await (await admin()).get(`/v1/admin/runs/rejected?org_id=${org_id}${query}`)).body

describe('accepting reports', () => {
	test('with respond-async the response comes first, and the run is settled soon after', async () => {
		const { run, report, read, credits, root, org_id } = await runner(100)
		const one = run({ total_cost_usd: 0.01 })
		const queued = vi.spyOn(env.RUN_REPORTS, 'sendBatch')
		const reply = await report([one, run({ status: 'running' })], ASYNC)
		expect(reply).toMatchObject({ status: 202, body: { accepted: 2 } })
		expect(reply.headers.get('Preference-Applied')).toBe('respond-async')
		await deliverQueued(queued)
		expect(await read(one.run_id)).toMatchObject({ status: 'completed', credits_used: 10 })
		expect((await credits()).balance).toBe(90)
		expect((await root.get(`/v1/admin/runs?org_id=${org_id}`)).body).toHaveLength(2)
	})

	test('accepting takes no D1 call, and other preferences change nothing', async () => {
		const { run, report } = await runner()
		await report(run())
		expect((await counted(() => report(run(), ASYNC))).calls).toBe(0)
		for (const Prefer of ['wait=10', 'respond-asynchronously', 'return=minimal; respond-async'])
			expect((await report(run(), { headers: { Prefer } })).status, Prefer).toBe(200)
		expect((await report(run(), { headers: { Prefer: 'wait=10, Respond-Async' } })).status).toBe(202)
	})

	test('an invalid report is refused immediately, and the queue gets none', async () => {
		const send = vi.spyOn(env.RUN_REPORTS, 'sendBatch')
		const { run, report } = await runner()
		const [first, second] = [run(), run({ status: 'done' })]
		expect(await report([first, second], ASYNC)).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path: '1.status' }] } },
		})
		const other = await runner()
		expect(await report([first, { ...first, org_id: other.org_id }], ASYNC)).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path: '1.org_id' }] } },
		})
		expect(send).not.toHaveBeenCalled()
	})

	test('a dry run simulates the direct write', async () => {
		const send = vi.spyOn(env.RUN_REPORTS, 'sendBatch')
		const { run, report, root } = await runner()
		const one = run()
		const reply = await report(one, { headers: { ...ASYNC.headers, 'Dry-Run': 'true' } })
		expect(reply.body).toMatchObject({ dry_run: true, status: 200, body: { accepted: 1 } })
		expect((await root.get(`/v1/admin/runs/${one.run_id}`)).status).toBe(404)
		expect(send).not.toHaveBeenCalled()
	})

	test('the largest reports go in several messages that the queue can take', async () => {
		const sizes: number[][] = []
		vi.spyOn(env.RUN_REPORTS, 'sendBatch').mockImplementation(async (messages) => {
			sizes.push([...messages].map(({ body }) => Buffer.byteLength(JSON.stringify(body))))
			return undefined as never
		})
		const { run, report } = await runner()
		const large = { persona_model: '文'.repeat(512), credential_name: '文'.repeat(256), model: '文'.repeat(256) }
		const reply = await report(
			Array.from({ length: 100 }, () => run(large)),
			ASYNC,
		)
		expect(reply).toMatchObject({ status: 202, body: { accepted: 100 } })
		expect(sizes.length).toBeGreaterThan(1)
		for (const each of sizes) {
			expect(Math.max(...each)).toBeLessThan(128_000)
			expect(each.reduce((sum, size) => sum + size, 0)).toBeLessThan(256_000)
		}
	})

	test('a queue that accepts nothing returns 503, over RPC too', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => undefined)
		vi.spyOn(env.RUN_REPORTS, 'sendBatch').mockRejectedValue(new Error('Too Many Requests'))
		const { run, report } = await runner()
		expect(await report(run(), ASYNC)).toMatchObject({
			status: 503,
			body: { details: { reason: 'runs.not_queued' } },
		})
	})

	test('RPC accepts reports for the queue too', async () => {
		const { run, read } = await runner()
		const one = run()
		const queued = vi.spyOn(Object.getPrototypeOf(env.RUN_REPORTS) as typeof env.RUN_REPORTS, 'sendBatch')
		const response = await env.AGENT_RUNTIME.fetch('http://agent-runtime', {
			method: 'POST',
			body: JSON.stringify({ method: 'reportRuns', args: [[one], { async: true }] }),
		})
		expect(await response.json()).toEqual({ reply: { accepted: 1 } })
		await deliverQueued(queued)
		expect(await read(one.run_id)).toMatchObject({ status: 'completed' })
	})
})

describe('consuming', () => {
	test('many messages are one write, of at most eight rows for each run', async () => {
		const { run, root, org_id } = await runner(10_000, { isSubscribed: false })
		const messages = Array.from({ length: 20 }, () =>
			message(run({ total_cost_usd: 0.001 }), run({ total_cost_usd: 0.001 })),
		)
		await deliver([message(run())])
		const { calls, rows_written } = await counted(() => deliver(messages))
		expect(calls).toBe(1)
		expect(rows_written).toBeLessThanOrEqual(40 * 8)
		expect((await root.get(`/v1/admin/credits?org_id=${org_id}`)).body.balance).toBe(10_000 - 40)
	})

	test('an endpoint that another isolate made gets the very next run', async () => {
		const { run, events, credits, org_id } = await runner(100, { isSubscribed: false })
		await deliver([message(run())])
		await subscribe(org_id)
		const one = run({ total_cost_usd: 0.01 })
		expect(await deliver([message(one)])).toMatchObject({ done: [0], again: [] })
		expect(await events()).toMatchObject([{ type: 'run.completed', data: { run_id: one.run_id, credits_used: 10 } }])
		expect((await credits()).balance).toBe(90)
	})

	test('in any order and more than once, each run is charged once', async () => {
		const { run, read, credits, events, root, org_id } = await runner(100)
		const agent_id = 'triage'
		const one = run({ agent_id, total_cost_usd: 0.01 })
		const two = run({ agent_id, total_cost_usd: 0.02, status: 'failed' })
		const begun = message({ ...one, status: 'running', total_cost_usd: null }, { ...two, status: 'queued' })
		const ended = message(one, two)
		const twice = message(one, one, { ...two, status: 'running' })
		for (const messages of [[ended], [begun, twice], [ended, twice], [begun]])
			expect((await deliver(messages)).again).toEqual([])
		expect(await read(one.run_id)).toMatchObject({ status: 'completed', credits_used: 10 })
		expect(await read(two.run_id)).toMatchObject({ status: 'failed', credits_used: 20 })
		expect((await credits()).balance).toBe(70)
		const { body } = await root.get(`/v1/orgs/${org_id}/agents`)
		expect(body).toMatchObject([{ agent_id, run_count: 2, failed_run_count: 1, cost_usd: 0.03 }])
		expect((await events()).map(({ type }) => type).sort()).toEqual(['run.completed', 'run.failed'])
	})

	test("reports of another org's runs and of unknown orgs are rejected once, and don't hold up others", async () => {
		const [mine, other] = [await runner(100), await runner(100)]
		const taken = mine.run()
		await mine.report(taken)
		const [good, first] = [other.run({ total_cost_usd: 0.01 }), mine.run()]
		const foreign = { ...taken, org_id: other.org_id }
		const nowhere = mine.run({ org_id: newId('org') })
		const noText = mine.run({ org_id: '\u0000\ud800' })
		const messages = [
			message(foreign, good),
			message(nowhere, noText),
			message(first, { ...first, org_id: other.org_id }),
		]
		for (let time = 0; time < 2; time += 1) expect((await deliver(messages)).done.sort()).toEqual([0, 1, 2])
		expect(await other.read(good.run_id)).toMatchObject({ credits_used: 10 })
		expect(await mine.read(taken.run_id)).toMatchObject({ org_id: mine.org_id })
		expect(await mine.read(first.run_id)).toMatchObject({ org_id: mine.org_id })
		expect(await rejected(other.org_id)).toMatchObject([
			{ run_id: first.run_id, reason: 'runs.other_org', report: { status: 'completed' } },
			{ run_id: taken.run_id, reason: 'runs.other_org', report: foreign },
		])
		expect(await rejected(nowhere.org_id)).toMatchObject([{ reason: 'runs.unknown_org' }])
		expect(await rejected(mine.org_id)).toEqual([])
		const reasons = (await (await admin()).get('/v1/admin/runs/rejected?limit=200')).body
		expect(reasons.find(({ run_id }: { run_id: string }) => run_id === noText.run_id)).toMatchObject({
			reason: 'runs.unknown_org',
		})
	})

	test.each([
		['INSERT', 'runs'],
		['UPDATE', 'runs'],
		['INSERT', 'ledger_entries'],
		['INSERT', 'usage_days'],
		['INSERT', 'agent_days'],
		['INSERT', 'events'],
		['INSERT', 'rejected_reports'],
	] as const)('cut off at its %s of %s a write leaves nothing, and its message comes again', async (verb, table) => {
		const { run, credits, root, org_id, usage } = await runner(100)
		// More than the balance, so the run gets a shortfall too.
		const one = run({ total_cost_usd: 0.11, agent_id: 'triage' })
		const bad = run({ org_id: newId('org') })
		const messages = [message(one, bad)]
		expect(await cutAt(verb, table, () => deliver(messages))).toMatchObject({ done: [], again: [0] })
		expect((await root.get(`/v1/admin/runs/${one.run_id}`)).status).toBe(404)
		expect(await rejected(bad.org_id)).toEqual([])
		expect(await deliver(messages)).toMatchObject({ done: [0], again: [] })
		expect((await credits()).balance).toBe(0)
		expect(await usage()).toMatchObject({ run_count: 1 })
		expect(await rejected(bad.org_id)).toHaveLength(1)
		expect((await root.get(`/v1/admin/runs?org_id=${org_id}`)).body).toHaveLength(1)
	})

	test('while D1 is down all messages are retried later, and not in parts', async () => {
		const { run } = await runner()
		vi.spyOn(console, 'error').mockImplementation(() => undefined)
		let calls = 0
		const down = () => {
			calls += 1
			return Promise.reject(new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.'))
		}
		const messages = Array.from({ length: 8 }, () => message(run()))
		const { done, again } = await withD1(down, () => deliver(messages))
		expect([done, again.length, calls]).toEqual([[], 8, 1])
	})

	test('while the database is full, each invocation tries one write, and every report waits for long', async () => {
		const { run, read } = await runner()
		vi.spyOn(console, 'error').mockImplementation(() => undefined)
		let calls = 0
		const full = () => {
			calls += 1
			return Promise.reject(new Error('D1_ERROR: Exceeded maximum DB size'))
		}
		const lists = Array.from({ length: 6 }, () => Array.from({ length: 10 }, () => run()))
		const messages = lists.map((list) => message(...list))
		const refused = await withD1(full, () => deliver(messages))
		expect([refused.done, refused.again.length, refused.delays, calls]).toEqual([[], 6, [300], 1])
		const last = await withD1(full, () => deliver(messages.slice(0, 1), 'plinth-run-reports-dead'))
		expect(last).toEqual({ done: [], again: [0], delays: [3_600] })
		expect((await deliver(messages.slice(0, 1), 'plinth-run-reports-dead')).done).toEqual([0])
		expect(await read(lists[0]?.[0]?.run_id ?? '')).toMatchObject({ status: 'completed' })
	})

	test("a report that always fails to be written doesn't hold up others, and is rejected in the end", async () => {
		vi.spyOn(console, 'error').mockImplementation(() => undefined)
		const { run, read, org_id, root } = await runner()
		const [poison, beside] = [run({ thread_id: 'poison' }), run()]
		const messages = [message(run()), message(poison, beside), message(run()), message(run())]
		await env.DB.prepare(
			"CREATE TRIGGER poisoned BEFORE INSERT ON runs WHEN new.thread_id = 'poison' BEGIN SELECT RAISE(ABORT, 'poison'); END",
		).run()
		try {
			expect(await deliver(messages)).toMatchObject({ done: [0, 2, 3], again: [1] })
			expect(await deliver(messages.slice(1, 2), 'plinth-run-reports-dead')).toMatchObject({ done: [0], again: [] })
		} finally {
			await env.DB.prepare('DROP TRIGGER poisoned').run()
		}
		expect(await read(beside.run_id)).toMatchObject({ status: 'completed' })
		expect((await root.get(`/v1/admin/runs?org_id=${org_id}`)).body).toHaveLength(4)
		expect(await rejected(org_id)).toMatchObject([
			{ run_id: poison.run_id, org_id, reason: 'runs.not_written', report: poison },
		])
	})
})

test('rejected reports can be paged and filtered by the time they were accepted', async () => {
	const org_id = newId('org')
	const { run, root } = await runner()
	for (let i = 0; i < 5; i += 1) await deliver([message(run({ org_id }))])
	const all = await rejected(org_id)
	expect(all).toHaveLength(5)
	expect(await rowsOfPages(root, `/v1/admin/runs/rejected?org_id=${org_id}&limit=2`)).toEqual(all)
	expect(await rejected(org_id, '&to=2026-01-01T00:00:00Z')).toEqual([])
	expect(await rejected(org_id, '&from=2026-01-01T00:00:00Z')).toHaveLength(5)
})
