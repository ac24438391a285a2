import { createExecutionContext, createMessageBatch, getQueueResult, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { counted, statementsOf, withD1 } from '../support/d1.ts'
import worker from '../support/program.ts'
import { fakeReceivers, receiver, signal } from '../support/receiver.ts'
import { admin, unique, user } from '../support/world.ts'

beforeEach(fakeReceivers)

/** Drops every signal that is sent in the meantime, and returns the endpoints it was for. */
function caughtSignals(): string[] {
	const caught: string[] = []
	vi.spyOn(env.WEBHOOK_QUEUE, 'sendBatch').mockImplementation(async (messages) => {
		for (const { body } of messages) caught.push((body as { endpoint_id: string }).endpoint_id)
		return undefined as never
	})
	return caught
}

async function hookWith(count: number) {
	const caller = await user()
	const hook = await receiver(caller)
	const reports = Array.from({ length: count }, () => ({
		run_id: unique('run'),
		org_id: caller.org_id,
		status: 'completed',
	}))
	await (await admin()).post('/v1/runtime/runs', reports)
	return hook
}

test('a lone delivery takes two D1 calls: one claims it, one records the outcome', async () => {
	caughtSignals()
	const hook = await hookWith(1)
	expect((await counted(() => signal(hook.id))).calls).toBe(2)
	expect(hook.received).toHaveLength(1)
	expect((await counted(() => signal(hook.id))).calls).toBe(1)
})

test('a round claims again while all five slots are taken', async () => {
	caughtSignals()
	const hook = await hookWith(7)
	// Two claims and seven outcomes. The second claim left slots free, so nothing else was due.
	expect((await counted(() => signal(hook.id))).calls).toBe(9)
	expect(hook.received).toHaveLength(7)
})

test('a round stops after fifty deliveries, far below the statements that D1 allows, and signals its endpoint again', async () => {
	const signals = caughtSignals()
	const hook = await hookWith(70)
	signals.length = 0
	expect((await statementsOf(() => signal(hook.id))).length).toBeLessThan(500)
	expect(hook.received).toHaveLength(50)
	expect(signals).toEqual([hook.id])
	await signal(hook.id)
	expect(hook.received).toHaveLength(70)
})

test('a signal whose claim fails is retried, and nothing is attempted', async () => {
	caughtSignals()
	const hook = await hookWith(1)
	const batch = createMessageBatch('plinth-webhooks', [
		{ id: 'signal', timestamp: new Date(), attempts: 1, body: { endpoint_id: hook.id } },
	])
	const ctx = createExecutionContext()
	await withD1(
		() => Promise.reject(new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.')),
		() => worker.queue(batch, env, ctx),
	)
	await waitOnExecutionContext(ctx)
	expect(await getQueueResult(batch, ctx)).toMatchObject({ explicitAcks: [], retryMessages: [{ msgId: 'signal' }] })
	expect(hook.received).toEqual([])
})
