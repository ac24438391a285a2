import type { WriteContext } from './commit.ts'
import { openDatabase } from './database.ts'

/** The context of work that no request asked for: cron, queues, Durable Objects, RPC. */
export function systemContext(env: Env): WriteContext {
	const database = openDatabase(env.DB, 'first-primary')
	return {
		var: {
			database,
			db: database.reader,
			principal: undefined,
			trace_id: crypto.randomUUID().replaceAll('-', ''),
			client_address: 'system',
			idempotent_call: undefined,
			represent: () => Promise.reject(new Error('Nothing to represent')),
		},
		req: { method: 'SYSTEM', header: () => undefined },
	}
}
