import type { WorkContext } from '../context.ts'
import { openDatabase } from '../db/database.ts'

/** Half of what D1 takes from one invocation. The jobs of a tick share it, and those of the minute need the other half. */
const LOOPED_STATEMENTS = 500

/** Whether a loop of a job may send more statements in this tick. What is left waits for the next one. */
export const hasStatementBudget = ({ var: { database } }: WorkContext) => database.sent() < LOOPED_STATEMENTS

/**
 * The context of work that no request asked for: cron, queues, Durable Objects, RPC. Without `waitUntil`, a sequel may be cut
 * off when the work ends. Cron makes up for every such loss. Rows of work that is not traced, since it is for many requests at
 * once, carry no trace.
 */
export function systemContext(
	env: Env,
	waitUntil: (work: Promise<unknown>) => void = () => undefined,
	{ isTraced = true } = {},
): WorkContext {
	const trace_id = crypto.randomUUID().replaceAll('-', '')
	const database = openDatabase(env.DB, 'first-primary', isTraced ? trace_id : null)
	return {
		env,
		executionCtx: { waitUntil },
		var: {
			database,
			db: database.reader,
			principal: undefined,
			trace_id,
			client_address: 'system',
			idempotent_call: undefined,
			dry_run: undefined,
			audited: undefined,
			unconfirmed: undefined,
			represent: () => Promise.reject(new Error('Work without a request has no resource to represent')),
		},
		req: { method: 'SYSTEM', header: () => undefined },
	}
}
