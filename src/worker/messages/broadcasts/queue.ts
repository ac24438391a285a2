import * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import type { Shard } from './fan-out.ts'

// The broadcast queue. A message only says where to look: D1 knows what's planned and what's sent. Cron makes up for lost
// messages.

/** Asks to plan a broadcast, or to send the shard that starts after `after_seq`. */
export const Message = z.object({ broadcast_id: z.string(), after_seq: z.int().optional() })

/** How many messages the queue takes in one call. */
const MESSAGES_PER_CALL = 100

/** Sends a message for each shard. */
export async function enqueue({ env }: Pick<WorkContext, 'env'>, shards: Shard[]): Promise<void> {
	for (let first = 0; first < shards.length; first += MESSAGES_PER_CALL)
		await env.BROADCAST_QUEUE.sendBatch(shards.slice(first, first + MESSAGES_PER_CALL).map((body) => ({ body })))
}

/** Asks the queue to plan a broadcast. Never throws: cron picks up a broadcast that stays pending. */
export const start = ({ env }: Pick<WorkContext, 'env'>, broadcast_id: string): Promise<void> =>
	env.BROADCAST_QUEUE.send({ broadcast_id }).then(
		() => undefined,
		() => undefined,
	)
