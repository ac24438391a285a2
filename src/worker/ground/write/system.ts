import type { WorkContext } from '../../context.ts'
import { openDatabase } from '../db/database.ts'

/**
 * Half of the statements that D1 takes from one invocation. The loops in a tick's jobs share it, and the jobs of the minute
 * need the other half.
 */
export const LOOPED_STATEMENTS = 500

/** Whether a loop may send more statements in this invocation. What's left waits for the next tick, or for the caller's next call. */
export const hasStatementBudget = ({ share, var: { database } }: WorkContext) =>
	database.sent() < (share?.() ?? LOOPED_STATEMENTS)

/**
 * The context of work that no request asked for: cron, queues, Durable Objects, RPC. Without `waitUntil`, an after-commit
 * hook may be cut off when the work ends; cron makes up for it. Work that serves many requests at once isn't traced, and its
 * rows carry no trace.
 */
export function systemContext(
	env: Env,
	waitUntil: (work: Promise<unknown>) => void = () => undefined,
	{ isTraced = true, share }: { isTraced?: boolean; share?: () => number } = {},
): WorkContext {
	const trace_id = crypto.randomUUID().replaceAll('-', '')
	const database = openDatabase(env.DB, 'first-primary', isTraced ? trace_id : null, waitUntil)
	return {
		env,
		...(share ? { share } : {}),
		executionCtx: { waitUntil },
		var: {
			database,
			db: database.reader,
			principal: undefined,
			trace_id,
			client_address: 'system',
			idempotent_call: undefined,
			dry_run: undefined,
			proposed: undefined,
			audited: undefined,
			unconfirmed: undefined,
			standing: undefined,
			presence: undefined,
			represent: () => Promise.reject(new Error('Work without a request has no resource to represent')),
		},
		req: { method: 'SYSTEM', header: () => undefined },
	}
}
