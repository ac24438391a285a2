import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import worker, { onForget } from './program.ts'

export interface Message {
	broadcast_id: string
	after_seq?: number
}

/** What was given to the queue of broadcasts. It stays here until a test delivers it. */
export const messages: Message[] = []
onForget(() => void (messages.length = 0))

export const BROADCAST_QUEUE = {
	send: async (body: Message) => void messages.push(body),
	sendBatch: async (batch: MessageSendRequest<Message>[]) => void messages.push(...batch.map(({ body }) => body)),
} as unknown as Queue

/** Delivers messages to the Worker in one batch. */
export async function deliver(...bodies: unknown[]) {
	const sent = bodies.map((body, index) => ({ id: String(index), timestamp: new Date(), attempts: 1, body }))
	const batch = createMessageBatch('plinth-broadcasts', sent)
	const ctx = createExecutionContext()
	await worker.queue(batch, { ...env, BROADCAST_QUEUE }, ctx)
	return getQueueResult(batch, ctx)
}

/** Delivers until nothing is left. */
export async function deliverAll() {
	while (messages.length > 0) await deliver(messages.shift())
}
