import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { cutAt } from '../support/cut.ts'
import { withD1 } from '../support/d1.ts'
import { claim, signalDueEndpoints, systemContext } from '../support/program.ts'
import { signal, fakeReceivers, receiver } from '../support/receiver.ts'
import { type Caller, admin, unique, user } from '../support/world.ts'

beforeEach(fakeReceivers)

const runs = async ({ org_id }: Caller, count: number) =>
	(await admin()).post(
		'/v1/runtime/runs',
		Array.from({ length: count }, () => ({ run_id: unique('run'), org_id, status: 'completed' })),
	)

/** Makes so many deliveries due without a signal. */
async function unsignalled(caller: Caller, { id, path }: { id: string; path: string }, count: number) {
	await caller.patch(path, { enabled: false })
	await runs(caller, count)
	await env.DB.batch([
		env.DB.prepare('UPDATE webhook_endpoints SET enabled = 1 WHERE id = ?').bind(id),
		env.DB.prepare(
			"UPDATE webhook_deliveries SET status = 'pending', next_attempt_at = created_at WHERE endpoint_id = ?",
		).bind(id),
	])
}

test('each event arrives once, even if messages come three times and signals come from everywhere at once', async () => {
	const caller = await user()
	const hook = await receiver(caller)
	await runs(caller, 30)
	await Promise.all([signal(hook.id, 3), signal(hook.id), signal(hook.id)])
	await signal(hook.id)
	expect(await hook.deliveries('?status=delivered&limit=200')).toHaveLength(30)
	const ids = hook.received.map(({ headers }) => headers.get('webhook-id'))
	expect(new Set(ids).size).toBe(30)
	expect(ids).toHaveLength(30)
})

test('at most five attempts to one endpoint run at once', async () => {
	const caller = await user()
	let open = 0
	const { promise: areFive, resolve: meet } = Promise.withResolvers<void>()
	const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
	const hook = await receiver(caller, {}, async () => {
		open += 1
		if (open === 5) meet()
		await isReleased
		return new Response(null, { status: 204 })
	})
	await runs(caller, 8)
	const first = signal(hook.id)
	await areFive
	// The others find the five places taken.
	await Promise.all([signal(hook.id), signal(hook.id), signal(hook.id)])
	expect(open).toBe(5)
	release()
	await first
	expect(await hook.deliveries('?status=delivered')).toHaveLength(8)
})

test('a receiver that hangs does not delay another one in the same org', async () => {
	const caller = await user()
	// No attempt times out. The hanging receiver hangs until the test releases it.
	vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
	const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
	const hanging = await receiver(caller, {}, () => isReleased.then(() => new Response(null, { status: 204 })))
	const healthy = await receiver(caller)
	await runs(caller, 20)
	const round = signal(hanging.id)
	await signal(healthy.id)
	expect(healthy.received).toHaveLength(20)
	expect(hanging.received.length).toBeLessThanOrEqual(5)
	expect(await hanging.deliveries('?status=delivered')).toEqual([])
	release()
	await round
})

test('when a round dies after the claim, before or after the POST, another follows: delivery is at least once, never lost', async () => {
	const caller = await user()
	const hook = await receiver(caller, { events: ['run.completed'] })
	await unsignalled(caller, hook, 3)
	vi.useFakeTimers({ toFake: ['Date'] })
	const claimed = await claim(systemContext(env), hook.id)
	expect(claimed.deliveries).toHaveLength(3)
	await signal(hook.id)
	expect(hook.received).toEqual([])
	vi.advanceTimersByTime(46_000)
	await signal(hook.id)
	expect(new Set(hook.received.map(({ headers }) => headers.get('webhook-id'))).size).toBe(3)
	expect(await hook.deliveries('?status=delivered')).toHaveLength(3)
})

test.each([
	['INSERT', 'webhook_attempts'],
	['UPDATE', 'webhook_deliveries'],
	['UPDATE', 'webhook_endpoints'],
] as const)(
	'an outcome that dies at its %s of %s is written by the next attempt, under the same id',
	async (verb, table) => {
		const caller = await user()
		const hook = await receiver(caller)
		await unsignalled(caller, hook, 1)
		await cutAt(verb, table, () => signal(hook.id))
		const [delivery] = await hook.deliveries()
		expect(delivery).toMatchObject({ status: 'pending', attempt_count: 0, attempts: [] })
		await hook.hurry()
		await signal(hook.id)
		expect((await hook.deliveries())[0]).toMatchObject({ status: 'delivered', attempt_count: 1 })
		const ids = hook.received.map(({ headers }) => headers.get('webhook-id'))
		expect(new Set(ids).size).toBe(1)
		expect(await hook.read()).toMatchObject({ success_rate: 1 })
	},
)

test('an event and its deliveries are one write', async () => {
	const caller = await user()
	const hook = await receiver(caller)
	const reply = await cutAt('INSERT', 'webhook_deliveries', () => runs(caller, 1))
	expect(reply.status).toBe(500)
	const { results } = await env.DB.prepare('SELECT id FROM events WHERE org_id = ?').bind(caller.org_id).all()
	expect(results).toEqual([])
	expect(await hook.deliveries()).toEqual([])
})

test('cron makes up for lost signals, even if it runs twice at once, and after D1 was away', async () => {
	const caller = await user()
	const hook = await receiver(caller)
	const lost = { WEBHOOK_QUEUE: { sendBatch: () => Promise.reject(new Error('Queue is down')) } as unknown as Queue }
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const run = { run_id: unique('run'), org_id: caller.org_id, status: 'completed' }
	expect((await (await admin()).post('/v1/runtime/runs', run, { env: lost })).status).toBe(200)
	expect(log.mock.calls.flat().join()).toContain('signals')
	await withD1(
		() => Promise.reject(new Error('D1_ERROR: Network connection lost.')),
		() => signal(hook.id),
	)
	expect(hook.received).toEqual([])
	const signalled: string[] = []
	const queue = {
		sendBatch: async (messages: { body: { endpoint_id: string } }[]) =>
			void signalled.push(...messages.map(({ body }) => body.endpoint_id)),
	}
	const cron = () => signalDueEndpoints(systemContext({ ...env, WEBHOOK_QUEUE: queue as unknown as Queue }))
	await Promise.all([cron(), cron()])
	expect(signalled.filter((id) => id === hook.id)).toHaveLength(2)
	await Promise.all([signal(hook.id), signal(hook.id)])
	expect(hook.received).toHaveLength(1)
})

test('a delivery that another round claimed in the meantime is not recorded twice', async () => {
	const caller = await user()
	const hook = await receiver(caller, {}, async () => {
		await env.DB.prepare("UPDATE webhook_deliveries SET claim = 'another' WHERE endpoint_id = ?").bind(hook.id).run()
		return new Response(null, { status: 500 })
	})
	await caller.post(`${hook.path}/test`)
	await signal(hook.id)
	expect(hook.received).toHaveLength(1)
	await signal(hook.id)
	expect(await hook.deliveries()).toMatchObject([{ status: 'pending', attempt_count: 0, attempts: [] }])
})

test('every commit that emits an event signals the subscribed endpoints', async () => {
	const caller = await user()
	const hook = await receiver(caller)
	const signalled: string[] = []
	const sendBatch = async (messages: { body: { endpoint_id: string } }[]) =>
		void signalled.push(...messages.map(({ body }) => body.endpoint_id))
	const heard = { WEBHOOK_QUEUE: { sendBatch } as unknown as Queue }
	for (let i = 1; i <= 3; i += 1) {
		const run = { run_id: unique('run'), org_id: caller.org_id, status: 'completed' }
		await (await admin()).post('/v1/runtime/runs', run, { env: heard })
		expect(signalled).toEqual(Array.from({ length: i }, () => hook.id))
		await signal(hook.id)
	}
	const { id } = (await caller.post(`${hook.path}/test`, undefined, { env: heard })).body
	await signal(hook.id)
	await caller.post(`${hook.path}/deliveries/${id}/redeliver`, undefined, { env: heard })
	expect(signalled).toHaveLength(5)
})
