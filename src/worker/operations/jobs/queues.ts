import { consumeDeadReports, consumeReports } from '../../billing/run-reports/consume.ts'
import { logError } from '../../ground/http/log.ts'
import { consumeBroadcasts } from '../../messages/broadcasts/consume.ts'
import { consumeSignals } from '../../webhooks/deliveries/deliver.ts'

/**
 * Passes the messages of a queue to their slice. Most only say where to look: the work itself is a row in D1, which cron sweeps
 * too. So their dead letters lose nothing, and are logged and dropped. Only run reports travel in the queue themselves, and stay
 * in its dead letters. A queue that this version doesn't know keeps its messages for a version that does.
 */
export async function consume(batch: MessageBatch, env: Env, ctx: ExecutionContext): Promise<void> {
	const { QUEUE_PREFIX: prefix } = env
	const wait = (work: Promise<unknown>) => ctx.waitUntil(work)
	if (batch.queue === `${prefix}-broadcasts`) return consumeBroadcasts(env, batch)
	if (batch.queue === `${prefix}-webhooks`) return consumeSignals(env, batch, wait)
	if (batch.queue === `${prefix}-run-reports`) return consumeReports(env, batch, wait)
	if (batch.queue === `${prefix}-run-reports-dead`) return consumeDeadReports(env, batch, wait)
	if (!batch.queue.endsWith('-dead')) return batch.retryAll()
	logError({ queue: batch.queue, dead_letters: batch.messages.map(({ id }) => id) })
	batch.ackAll()
}
