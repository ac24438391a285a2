import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { counted, statementsOf } from '../support/d1.ts'
import worker, { signalDueEndpoints, systemContext } from '../support/program.ts'
import { fakeReceivers, receiver, run, signal } from '../support/receiver.ts'
import { admin, type Caller, unique, user } from '../support/world.ts'

beforeEach(fakeReceivers)
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))

type Hook = Awaited<ReturnType<typeof receiver>>

interface Waiting {
	body: { endpoint_id: string; org_id?: undefined } | { org_id: string }
	at: number
}

/** The queue, in the test's own time: it keeps every signal until `deliverNext` hands it to the Worker. */
function heldQueue() {
	const waiting: Waiting[] = []
	const sent: string[] = []
	vi.spyOn(env.WEBHOOK_QUEUE, 'sendBatch').mockImplementation(async (messages) => {
		for (const { body, delaySeconds = 0 } of messages) {
			const message = { body: body as Waiting['body'], at: Date.now() + delaySeconds * 1_000 }
			waiting.push(message)
			sent.push(message.body.org_id ?? message.body.endpoint_id)
		}
		return undefined as never
	})
	return {
		sent,
		waiting,
		/** Hands over the message that comes next, and moves the clock to its time. False if none is left. */
		async deliverNext(): Promise<boolean> {
			waiting.sort((a, b) => a.at - b.at)
			const next = waiting.shift()
			if (!next) return false
			vi.setSystemTime(Math.max(Date.now() + 1, next.at))
			const ctx = createExecutionContext()
			const message = { id: unique('signal'), timestamp: new Date(), attempts: 1, body: next.body }
			await worker.queue(createMessageBatch('plinth-webhooks', [message]), env, ctx)
			await waitOnExecutionContext(ctx)
			return true
		},
	}
}

async function report({ org_id }: Caller, status: string, count: number) {
	for (let left = count; left > 0; left -= 100) {
		const runs = Array.from({ length: Math.min(left, 100) }, () => ({ run_id: unique('run'), org_id, status }))
		vi.advanceTimersByTime(1)
		expect((await (await admin()).post('/v1/runtime/runs', runs)).status).toBe(200)
	}
}

const refused = () => Promise.reject(new Error('Network connection lost.'))

test('a receiver with hundreds of failing deliveries costs few signals and writes, and delays a healthy one by a few rounds', async () => {
	const queue = heldQueue()
	const caller = await user()
	const failing = await receiver(caller, {}, refused)
	const healthy = await receiver(caller, { events: ['run.completed'] })
	await report(caller, 'failed', 200)
	await report(caller, 'completed', 60)
	let rounds = 0
	const { rows_written } = await counted(async () => {
		while (healthy.received.length < 60 && rounds < 200 && (await queue.deliverNext())) rounds += 1
	})
	expect(healthy.received).toHaveLength(60)
	expect(rounds).toBeLessThanOrEqual(6)
	// The healthy receiver's share is 60 deliveries of about eight rows.
	expect(rows_written).toBeLessThan(1_300)
	const before = queue.sent.length
	const since = Date.now()
	for (let round = 0; round < 8; round += 1) await queue.deliverNext()
	expect(queue.sent.length - before).toBeLessThanOrEqual(8)
	expect(queue.sent.filter((id) => id === healthy.id).length).toBeLessThanOrEqual(6)
	// A receiver that only fails is tried every few seconds, five deliveries at a time.
	expect(Date.now() - since).toBeGreaterThan(20_000)
	expect(failing.received.length).toBeLessThanOrEqual(70)
})

test('a round whose deliveries all fail sends one signal, for the earliest retry', async () => {
	const queue = heldQueue()
	const caller = await user()
	const hook = await receiver(caller, {}, refused)
	await report(caller, 'completed', 4)
	queue.sent.length = 0
	const began = Date.now()
	await queue.deliverNext()
	expect(queue.sent).toEqual([hook.id])
	await queue.deliverNext()
	expect(Date.now() - began).toBeGreaterThanOrEqual(4_000)
	expect(Date.now() - began).toBeLessThan(7_500)
	const [{ attempt_count }] = await hook.deliveries()
	expect(attempt_count).toBeGreaterThanOrEqual(1)
})

test('once a receiver is well again, everything that waited for it follows without a pause', async () => {
	const queue = heldQueue()
	const caller = await user()
	const hook = await receiver(caller, {}, refused)
	await report(caller, 'completed', 60)
	for (let round = 0; round < 3; round += 1) await queue.deliverNext()
	hook.state.reply = () => new Response(null, { status: 204 })
	const well = Date.now()
	while ((await hook.deliveries('?status=delivered&limit=200')).length < 60)
		expect(await queue.deliverNext()).toBe(true)
	expect(Date.now() - well).toBeLessThan(40_000)
})

test('a signal for an endpoint that has nothing due, is disabled or is gone is dropped after one read', async () => {
	heldQueue()
	const caller = await user()
	const idle = await receiver(caller)
	const disabled = await receiver(caller)
	const deleted = await receiver(caller)
	await run(caller)
	await signal(idle.id)
	await caller.patch(disabled.path, { enabled: false })
	await caller.delete(deleted.path)
	for (const { id } of [idle, disabled, deleted, { id: 'whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S' }]) {
		const statements = await statementsOf(() => signal(id, 1, {}))
		expect(statements.map(({ sql }) => sql.slice(0, 6).toLowerCase())).toEqual(['select'])
		expect((await counted(() => signal(id, 1, {}))).rows_written).toBe(0)
	}
})

test('cron signals one endpoint of each org before the second of any, and those that fail last', async () => {
	const sent = heldQueue().sent
	const busy = await user()
	const small = await user()
	const many = await Promise.all(Array.from({ length: 3 }, () => receiver(busy)))
	const failing = await receiver(await user(), {}, refused)
	await run(busy)
	vi.advanceTimersByTime(10)
	const one = await receiver(small)
	await run(small)
	await env.DB.prepare(
		"UPDATE webhook_endpoints SET due_at = '2026-01-01T00:00:00.000Z', failing_since = '2026-01-01T00:00:00.000Z' WHERE id = ?",
	)
		.bind(failing.id)
		.run()
	sent.length = 0
	await signalDueEndpoints(systemContext(env))
	const ours = sent.filter((id) => [one, failing, ...many].some((hook) => hook.id === id))
	expect(ours).toHaveLength(5)
	expect(ours.indexOf(one.id)).toBe(1)
	expect(ours.indexOf(failing.id)).toBe(4)
})

describe('in an org with more than five endpoints', () => {
	async function manyEndpoints() {
		const queue = heldQueue()
		const caller = await user()
		const hooks = await Promise.all(Array.from({ length: 6 }, () => receiver(caller, { events: ['run.completed'] })))
		return { queue, caller, hooks }
	}

	test('a report leaves the deliveries to batches of at most 500, between which D1 serves others', async () => {
		const { queue, caller, hooks } = await manyEndpoints()
		await report(caller, 'completed', 100)
		expect(queue.sent).toEqual([caller.org_id])
		const made = async () =>
			Promise.all(hooks.map(async ({ deliveries }) => (await deliveries('?limit=200')).length as number))
		expect(await made()).toEqual([0, 0, 0, 0, 0, 0])
		await queue.deliverNext()
		expect(await made()).toEqual([83, 83, 83, 83, 83, 83])
		expect(queue.sent.slice(1).toSorted()).toEqual([caller.org_id, ...hooks.map(({ id }) => id)].toSorted())
		const next = queue.waiting.splice(0).find(({ body }) => body.org_id === caller.org_id) as Waiting
		expect(next.at - Date.now()).toBe(1_000)
		queue.waiting.push(next)
		await queue.deliverNext()
		expect(await made()).toEqual([100, 100, 100, 100, 100, 100])
		expect(queue.sent.filter((id) => id === caller.org_id)).toHaveLength(2)
	})

	test('each endpoint gets each event once', async () => {
		const { queue, caller, hooks } = await manyEndpoints()
		await report(caller, 'completed', 3)
		while (await queue.deliverNext()) expect(queue.sent.length).toBeLessThan(100)
		for (const { received } of hooks)
			expect(new Set(received.map(({ headers }) => headers.get('webhook-id'))).size).toBe(3)
		for (const { received } of hooks) expect(received).toHaveLength(3)
	})

	test('a lost message is made up for by cron, and one that comes twice at once creates nothing twice', async () => {
		const { queue, caller, hooks } = await manyEndpoints()
		await report(caller, 'completed', 2)
		const [lost] = queue.waiting.splice(0)
		expect(lost?.body.org_id).toBe(caller.org_id)
		await signalDueEndpoints(systemContext(env))
		expect(queue.sent.filter((id) => id === caller.org_id)).toHaveLength(2)
		const [message] = queue.waiting.splice(0).filter(({ body }) => body.org_id === caller.org_id) as [Waiting]
		queue.waiting.push(message, { ...message })
		await Promise.all([queue.deliverNext(), queue.deliverNext()])
		for (const hook of hooks) expect(await hook.deliveries()).toHaveLength(2)
	})

	test('what a later batch adds is found by the one that runs, which ends before cron starts another', async () => {
		const { queue, caller } = await manyEndpoints()
		await report(caller, 'completed', 100)
		await report(caller, 'completed', 1)
		expect(queue.sent).toEqual([caller.org_id])
		const [{ body, at }] = queue.waiting as [Waiting]
		expect(body).toEqual({ org_id: caller.org_id, until_ms: at + 55_000 })
		vi.setSystemTime(at + 56_000)
		await queue.deliverNext()
		expect(queue.sent.filter((id) => id === caller.org_id)).toHaveLength(1)
	})

	test('an event that no endpoint takes delays none that one takes', async () => {
		const { queue, caller, hooks } = await manyEndpoints()
		await caller.put(`/v1/orgs/${caller.org_id}/pauses/agent/writer`, { reason: 'Maintenance' })
		await report(caller, 'completed', 1)
		while (await queue.deliverNext()) expect(queue.sent.length).toBeLessThan(100)
		for (const { received } of hooks) expect(received).toHaveLength(1)
	})

	test('a batch that concerns several such orgs starts each', async () => {
		const { queue, caller } = await manyEndpoints()
		const other = await user()
		await Promise.all(Array.from({ length: 6 }, () => receiver(other)))
		const runs = [caller, caller, other].map(({ org_id }) => ({ run_id: unique('run'), org_id, status: 'completed' }))
		expect((await (await admin()).post('/v1/runtime/runs', runs)).status).toBe(200)
		expect(queue.sent.toSorted()).toEqual([caller.org_id, other.org_id].toSorted())
	})

	test('an endpoint that is newer than an event does not get it, and a disabled one can recover it', async () => {
		const { queue, caller, hooks } = await manyEndpoints()
		const [disabled] = hooks as [Hook]
		await caller.patch(disabled.path, { enabled: false })
		await report(caller, 'completed', 1)
		vi.advanceTimersByTime(10)
		const late = await receiver(caller)
		while (await queue.deliverNext()) expect(queue.sent.length).toBeLessThan(100)
		expect(await late.deliveries()).toEqual([])
		expect((await disabled.deliveries()).map(({ status }: { status: string }) => status)).toEqual(['skipped'])
	})

	test('what waits in an org that is deleted is delivered after it is restored', async () => {
		const { queue, caller, hooks } = await manyEndpoints()
		await report(caller, 'completed', 1)
		const root = await admin()
		await root.post('/v1/admin/orgs', { name: unique('other'), owner_user_id: caller.user_id })
		expect((await root.delete(`/v1/orgs/${caller.org_id}`)).status).toBe(204)
		await queue.deliverNext()
		await signalDueEndpoints(systemContext(env))
		expect(queue.waiting.map(({ body }) => body.org_id)).not.toContain(caller.org_id)
		expect((await root.post(`/v1/admin/orgs/${caller.org_id}/restore`)).status).toBe(200)
		for (const hook of hooks) expect(await hook.deliveries()).toEqual([])
		queue.waiting.length = 0
		await signalDueEndpoints(systemContext(env))
		queue.waiting.push(...queue.waiting.splice(0).filter(({ body }) => body.org_id === caller.org_id))
		while (await queue.deliverNext()) expect(queue.sent.length).toBeLessThan(100)
		for (const { received } of hooks) expect(received).toHaveLength(1)
	})

	test('what a backfill delivered already does not hold up what waits', async () => {
		const { queue, caller, hooks } = await manyEndpoints()
		const [first] = hooks as [Hook]
		await report(caller, 'completed', 2)
		const [from, to] = [-60_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString())
		expect((await caller.post(`${first.path}/backfill`, { from, to })).body).toMatchObject({ backfilled: 2 })
		while (await queue.deliverNext()) expect(queue.sent.length).toBeLessThan(100)
		for (const { received } of hooks) expect(received).toHaveLength(2)
	})

	test('a dry run names every endpoint that the change would notify', async () => {
		const { caller, queue } = await manyEndpoints()
		await receiver(caller, { events: ['pause.set'] })
		await receiver(caller, { events: ['*'] })
		const path = `/v1/orgs/${caller.org_id}/pauses/agent/writer`
		const dry = await caller.put(path, { reason: 'Maintenance' }, { headers: { 'Dry-Run': 'true' } })
		expect(dry.body.effect_codes).toContainEqual({ code: 'notifies_endpoints', values: { count: 2 } })
		expect(queue.sent).toEqual([])
	})
})
