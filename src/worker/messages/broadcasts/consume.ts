import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { errorName, logError } from '../../ground/http/log.ts'
import { systemContext } from '../../ground/write/system.ts'
import { planShards, sendShard } from './fan-out.ts'
import { enqueue, Message } from './queue.ts'

/** Processes the messages of the broadcast queue. A message that fails is retried; one with nothing left to do is acknowledged. */
export async function consumeBroadcasts(env: Env, batch: MessageBatch): Promise<void> {
	const c = systemContext(env)
	for (const message of batch.messages) {
		try {
			await carryOut(c, Message.parse(message.body))
			message.ack()
		} catch (error) {
			logError({ queue: batch.queue, message: message.id, error: errorName(error) })
			message.retry()
		}
	}
}

async function carryOut(c: WorkContext, { broadcast_id, after_seq }: z.infer<typeof Message>) {
	if (after_seq === undefined) await enqueue(c, await planShards(c, broadcast_id))
	else await sendShard(c, { broadcast_id, after_seq })
}
