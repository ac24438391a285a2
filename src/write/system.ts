import { ring } from '../webhooks/endpoints/wake.ts'
import type { WriteContext } from './commit.ts'
import { openDatabase } from '../db/database.ts'

/**
 * The context of work that no request asked for: cron, queues, Durable Objects, RPC. Without `waitUntil` a bell may be lost
 * when the work ends, and cron rings it again.
 */
export function systemContext(env: Env, waitUntil: (work: Promise<unknown>) => void = () => undefined): WriteContext {
	const database = openDatabase(env.DB, 'first-primary')
	return {
		var: {
			database,
			db: database.reader,
			principal: undefined,
			trace_id: crypto.randomUUID().replaceAll('-', ''),
			client_address: 'system',
			idempotent_call: undefined,
			ring: (endpoint_ids) => waitUntil(ring(env, endpoint_ids)),
			represent: () => Promise.reject(new Error('Nothing to represent')),
		},
		req: { method: 'SYSTEM', header: () => undefined },
	}
}
