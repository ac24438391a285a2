import { createPublicKey, verify } from 'node:crypto'
import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import worker from './program.ts'
import { admin, type Caller, unique } from './world.ts'

export interface Received {
	headers: Headers
	body: string
	at: number
}

/** The events that no sample emits, because they take more than one write, or a job. `deliveries.test.ts` makes them all. */
export const LATER_EVENTS = /^(run|credits|budget|subscription\.expired|request\.opened|webhook_endpoint|platform)\b/

type Reply = (received: Received, count: number) => Response | Promise<Response>

const receivers = new Map<string, (request: Request) => Promise<Response>>()

/** Other people's servers, by host, until the test ends. Any other host is unreachable. */
export function fakeReceivers() {
	const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
		const request = new Request(input, init)
		const reply = receivers.get(new URL(request.url).host)
		return reply ? reply(request) : Promise.reject(new Error('Network connection lost.'))
	})
	return () => spy.mockRestore()
}

/** An endpoint of the caller's org, and the server behind it, which responds with 204 unless `reply` says otherwise. */
export async function receiver(
	caller: Caller,
	fields: object = {},
	reply: Reply = () => new Response(null, { status: 204 }),
) {
	const host = `${unique('hooks')}.example.com`
	const received: Received[] = []
	const state = { reply }
	receivers.set(host, async (request) => {
		const one = { headers: request.headers, body: await request.text(), at: Date.now() }
		received.push(one)
		return state.reply(one, received.length)
	})
	const created = await caller.post('/v1/webhook-endpoints', { url: `https://${host}/in`, events: ['*'], ...fields })
	expect(created.status).toBe(201)
	const path = `/v1/webhook-endpoints/${created.body.id}`
	return {
		id: created.body.id as string,
		path,
		created: created.body,
		received,
		state,
		read: async () => (await caller.get(path)).body,
		deliveries: async (query = '') => (await caller.get(`${path}/deliveries${query}`)).body,
		/** Makes every delivery that waits for a later attempt due now. */
		hurry: () =>
			env.DB.prepare(
				"UPDATE webhook_deliveries SET next_attempt_at = '2026-01-01T00:00:00.000Z' WHERE endpoint_id = ? AND next_attempt_at IS NOT NULL",
			)
				.bind(created.body.id)
				.run(),
	}
}

/**
 * Sends the Worker the message that signals an endpoint, as the queue does, and waits until its round is over. By default it's
 * the signal of a commit that made something due. `bindings` replace those of the Worker.
 */
export async function signal(
	endpoint_id: string,
	times = 1,
	known: { is_due?: true } = { is_due: true },
	bindings: Partial<Env> = {},
): Promise<void> {
	const ctx = createExecutionContext()
	const messages = Array.from({ length: times }, (_, i) => ({
		id: unique(`signal-${i}`),
		timestamp: new Date(),
		attempts: 1,
		body: { endpoint_id, ...known },
	}))
	await worker.queue(createMessageBatch('plinth-webhooks', messages), { ...env, ...bindings }, ctx)
	await waitOnExecutionContext(ctx)
}

/** Reports a completed run of the caller's org, which emits an event. */
export const run = async ({ org_id }: Caller, fields: object = {}) =>
	(await admin()).post('/v1/runtime/runs', { run_id: unique('run'), org_id, status: 'completed', ...fields })

/** Whether the `v1a` of a delivery is valid, according to an implementation that isn't ours. */
export function holds({ headers, body }: Received, public_key: string): boolean {
	const x = Buffer.from(public_key.replace('whpk_', ''), 'base64').toString('base64url')
	const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
	const signed = Buffer.from(`${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${body}`)
	const signatures = (headers.get('webhook-signature') ?? '').split(' ').filter((one) => one.startsWith('v1a,'))
	return signatures.some((one) => verify(null, signed, key, Buffer.from(one.slice(4), 'base64')))
}

export const headersOf = ({ headers }: Received) => Object.fromEntries(headers) as Record<string, string>
