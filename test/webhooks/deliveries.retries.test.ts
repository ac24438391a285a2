import { env } from 'cloudflare:workers'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { signal, fakeReceivers, headersOf, holds, receiver, run, type Received } from '../support/receiver.ts'
import { type Caller, user, world } from '../support/world.ts'

beforeEach(fakeReceivers)
// These tests stop the clock. A delivery comes due only when a test makes it due.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))

/** Reports a run in the next millisecond, because ids of the same millisecond have no order. */
const runLater = async (caller: Caller) => {
	vi.advanceTimersByTime(1)
	await run(caller)
}

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

describe('what fails', () => {
	const failures: [string, () => Response | Promise<Response>, number | null, string, string?][] = [
		['an error', () => new Response('Broken', { status: 500 }), 500, 'status.500', 'Broken'],
		['a refusal', () => new Response(null, { status: 404 }), 404, 'status.404', ''],
		['a redirect', () => Response.redirect('https://other.example.com/', 307), 307, 'redirect'],
		['a closed socket', () => Promise.reject(new Error('Network connection lost.')), null, 'unreachable'],
		['a wrong certificate', () => Promise.reject(new Error('TLS peer certificate is not trusted')), null, 'tls'],
		['1 MB', () => new Response('x'.repeat(1_000_000), { status: 503 }), 503, 'status.503', 'x'.repeat(1024)],
	]

	test.each(failures)('%s is recorded and retried with the same id', async (_, reply, status_code, error, response) => {
		const caller = await user()
		const hook = await receiver(caller, { secret: SECRET }, reply)
		await run(caller)
		await signal(hook.id)
		const [failed] = await hook.deliveries()
		expect(failed).toMatchObject({
			status: 'failed',
			attempts: [{ status_code, error, ...(response !== undefined && { response }) }],
		})
		const wait = Date.parse(failed.next_attempt_at) - Date.parse(failed.attempts[0].created_at)
		expect(wait).toBeGreaterThan(3_900)
		expect(wait).toBeLessThan(6_200)
		expect(await hook.read()).toMatchObject({
			success_rate: 0,
			last_failure: { status_code, error },
		})
		hook.state.reply = () => new Response('Thanks', { status: 200 })
		await hook.hurry()
		await signal(hook.id)
		expect((await hook.deliveries())[0].status).toBe('delivered')
		const [first, second] = [hook.received[0], hook.received.at(-1)] as [Received, Received]
		expect(second.headers.get('webhook-id')).toBe(first.headers.get('webhook-id'))
		expect(second.body).toBe(first.body)
		expect(holds(second, hook.created.public_key)).toBe(true)
		expect(new Webhook(SECRET).verify(second.body, headersOf(second))).toEqual(JSON.parse(second.body))
		expect(await hook.read()).toMatchObject({ success_rate: 0.5 })
	})

	test('a 200 with a body that is huge, breaks off or never ends counts as delivered', async () => {
		const caller = await user()
		const endless = new ReadableStream({
			pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(5000))),
		})
		const hook = await receiver(caller, {}, () => new Response(endless, { status: 200 }))
		await run(caller)
		await signal(hook.id)
		expect((await hook.deliveries())[0]).toMatchObject({
			status: 'delivered',
			attempts: [{ response: 'x'.repeat(1024) }],
		})
	})

	test('Retry-After delays the next attempt, in seconds or as a date, by a day at most', async () => {
		const caller = await user()
		const values = ['120', new Date(Date.now() + 240_000).toUTCString(), '999999999', '1', 'soon']
		const hook = await receiver(
			caller,
			{},
			(_, count) => new Response(null, { status: 429, headers: { 'Retry-After': values[(count - 1) % 5] ?? '' } }),
		)
		const waits: number[] = []
		for (const _ of values) {
			const before = hook.received.length
			await runLater(caller)
			await signal(hook.id)
			expect(hook.received.length).toBe(before + 1)
			const [{ next_attempt_at, attempts }] = await hook.deliveries()
			waits.push((Date.parse(next_attempt_at) - Date.parse(attempts[0].created_at)) / 1000)
		}
		expect(waits[0]).toBeCloseTo(120, 0)
		expect(Math.abs((waits[1] ?? 0) - 240)).toBeLessThan(3)
		expect(waits[2]).toBeCloseTo(86_400, 0)
		for (const wait of waits.slice(3)) expect(Math.abs((wait ?? 0) - 5)).toBeLessThan(1.2)
	})

	test('after nine attempts a delivery is dead, and can be sent again with a new schedule', async () => {
		const caller = await user()
		const hook = await receiver(caller, {}, () => new Response(null, { status: 500 }))
		await run(caller)
		const waits: number[] = []
		for (let attempt = 1; attempt <= 9; attempt += 1) {
			if (attempt > 1) await hook.hurry()
			await signal(hook.id)
			const [{ next_attempt_at, attempts }] = await hook.deliveries()
			if (next_attempt_at) waits.push((Date.parse(next_attempt_at) - Date.parse(attempts.at(-1).created_at)) / 1000)
		}
		const delays = [5, 30, 300, 1800, 7200, 18_000, 36_000, 43_200]
		expect(waits).toHaveLength(delays.length)
		for (const [index, delay] of delays.entries()) {
			expect(waits[index]).toBeGreaterThan(delay * 0.79)
			expect(waits[index]).toBeLessThan(delay * 1.22)
		}
		const [dead] = await hook.deliveries('?status=dead')
		expect(dead).toMatchObject({ status: 'dead', attempt_count: 9, next_attempt_at: null })
		const again = await caller.post(`${hook.path}/deliveries/${dead.id}/redeliver`)
		expect(again).toMatchObject({ status: 202, body: { id: dead.id, status: 'pending' } })
		await signal(hook.id)
		expect((await hook.deliveries())[0]).toMatchObject({ status: 'failed', attempt_count: 10 })
	})

	test('a 410 disables the endpoint at once, emits an event and notifies the admins of the org', async () => {
		const { owner, member, org_id } = await world()
		const hook = await receiver(owner, {}, () => new Response(null, { status: 410 }))
		const other = await receiver(owner, { events: ['webhook_endpoint.disabled'] })
		await run({ ...owner, org_id })
		await signal(hook.id)
		expect(await hook.read()).toMatchObject({ enabled: false, disabled_reason: 'gone' })
		await signal(other.id)
		expect(other.received).toHaveLength(1)
		expect(JSON.parse(other.received[0]?.body ?? '{}').data).toMatchObject({ endpoint_id: hook.id, reason: 'gone' })
		const types = async (caller: Caller) =>
			(await caller.get('/v1/notifications')).body.data.map(({ type }: { type: string }) => type)
		expect(await types(owner)).toEqual(['webhook_endpoint.disabled'])
		expect(await types(member)).toEqual([])
	})

	test('five days of nothing but failures disable the endpoint; a success in between prevents that', async () => {
		const caller = await user()
		const hook = await receiver(caller, {}, () => new Response(null, { status: 500 }))
		const failedSince = (days: number) =>
			env.DB.prepare('UPDATE webhook_endpoints SET failing_since = ? WHERE id = ?')
				.bind(new Date(Date.now() - days * 86_400_000).toISOString(), hook.id)
				.run()
		const tryOnce = async () => {
			const before = hook.received.length
			await runLater(caller)
			await signal(hook.id)
			expect(hook.received.length).toBeGreaterThan(before)
			// Disabling the endpoint makes an event too.
			const newest = async () =>
				(await hook.deliveries()).find(({ type }: { type: string }) => type === 'run.completed')
			expect(await newest()).toMatchObject({ attempt_count: 1 })
		}
		await failedSince(4.9)
		await tryOnce()
		expect((await hook.read()).enabled).toBe(true)
		hook.state.reply = () => new Response(null, { status: 200 })
		await tryOnce()
		hook.state.reply = () => new Response(null, { status: 500 })
		await tryOnce()
		expect((await hook.read()).enabled).toBe(true)
		await failedSince(5.1)
		await tryOnce()
		expect(await hook.read()).toMatchObject({ enabled: false, disabled_reason: 'failing' })
		expect((await caller.patch(hook.path, { enabled: true })).body).toMatchObject({
			enabled: true,
			disabled_reason: null,
		})
		await tryOnce()
		expect((await hook.read()).enabled).toBe(true)
	})
})
