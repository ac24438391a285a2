import { logError } from '../../http/log.ts'
import { consumeBroadcasts } from '../../messages/broadcasts/consume.ts'
import { consumeWakes } from '../../webhooks/deliveries/deliver.ts'

/**
 * Hands the messages of a queue to the slice they are for. A message only says where to look: the work itself is a row in D1,
 * which cron sweeps too. So a dead letter loses nothing, and is logged and dropped. A queue that this version does not know
 * keeps its messages for a version that does.
 */
export async function consume(batch: MessageBatch, env: Env, ctx: ExecutionContext): Promise<void> {
	const { QUEUE_PREFIX: prefix } = env
	if (batch.queue === `${prefix}-broadcasts`) return consumeBroadcasts(env, batch)
	if (batch.queue === `${prefix}-webhooks`) return consumeWakes(env, batch, (work) => ctx.waitUntil(work))
	if (!batch.queue.endsWith('-dead')) return batch.retryAll()
	logError({ queue: batch.queue, dead_letters: batch.messages.map(({ id }) => id) })
	batch.ackAll()
}
