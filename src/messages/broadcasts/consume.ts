import * as z from 'zod'
import { systemContext } from '../../write/system.ts'
import { logError } from '../../http/log.ts'
import { plan, sendPart, type Part } from './fan-out.ts'
import type { WorkContext } from '../../context.ts'

/** Asks to plan a broadcast, or to send the part behind `after_seq`. */
const Message = z.object({ broadcast_id: z.string(), after_seq: z.int().optional() })

/** What a queue takes in one call. */
const MESSAGES_PER_CALL = 100

/** Carries out what the broadcast queue delivers. What fails comes again; what has nothing left to do is done. */
export async function consumeBroadcasts(env: Env, batch: MessageBatch): Promise<void> {
	const c = systemContext(env)
	for (const message of batch.messages) {
		try {
			await carryOut(c, env, Message.parse(message.body))
			message.ack()
		} catch (error) {
			logError({ queue: batch.queue, message: message.id, error: error instanceof Error ? error.name : typeof error })
			message.retry()
		}
	}
}

async function carryOut(c: WorkContext, env: Env, { broadcast_id, after_seq }: z.infer<typeof Message>) {
	if (after_seq === undefined) await enqueue(env, await plan(c, broadcast_id))
	else await sendPart(c, { broadcast_id, after_seq })
}

/** Gives parts to the broadcast queue. */
export async function enqueue(env: Env, parts: Part[]): Promise<void> {
	for (let first = 0; first < parts.length; first += MESSAGES_PER_CALL)
		await env.BROADCAST_QUEUE.sendBatch(parts.slice(first, first + MESSAGES_PER_CALL).map((body) => ({ body })))
}
