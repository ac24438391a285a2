import { consumeBroadcasts } from '../../messages/broadcasts/consume.ts'
import { consumeWakes } from '../../webhooks/deliveries/deliver.ts'
import { logError } from '../../http/log.ts'

/**
 * Takes what the queues deliver. Messages only say where to look; what is to be done is a row in D1, which cron sweeps too.
 * So a dead letter loses nothing: it is logged and dropped. A message nobody here understands waits for a Worker that does.
 */
export async function consume(batch: MessageBatch, env: Env, ctx: ExecutionContext): Promise<void> {
	if (batch.queue === 'plinth-broadcasts') return consumeBroadcasts(env, batch)
	if (batch.queue === 'plinth-webhooks') return consumeWakes(env, batch, (work) => ctx.waitUntil(work))
	if (!batch.queue.endsWith('-dead')) return batch.retryAll()
	logError({ queue: batch.queue, dead_letters: batch.messages.map(({ id }) => id) })
	batch.ackAll()
}
