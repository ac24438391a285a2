import { logError } from '../../http/log.ts'

/** What the queue carries: only where to look. What is to be delivered, and when, is in D1. */
export interface Bell {
	endpoint_id: string
}

const BELLS_PER_SEND = 100

/**
 * Says that endpoints have deliveries that are due, or will be in `delaySeconds`. Never fails: what is not heard, cron finds
 * within a minute.
 */
export async function ring(env: Env, endpoint_ids: string[], delaySeconds = 0): Promise<void> {
	try {
		for (let sent = 0; sent < endpoint_ids.length; sent += BELLS_PER_SEND) {
			const bells = endpoint_ids.slice(sent, sent + BELLS_PER_SEND)
			await env.WEBHOOK_QUEUE.sendBatch(
				bells.map((endpoint_id) => ({ body: { endpoint_id } satisfies Bell, delaySeconds })),
			)
		}
	} catch (error) {
		logError({ bells: endpoint_ids.length, error: error instanceof Error ? error.name : 'unknown' })
	}
}
