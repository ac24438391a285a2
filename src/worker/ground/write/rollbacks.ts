import { sql } from 'drizzle-orm'
import { now } from '../db/columns.ts'
import { nearDatabase } from '../db/location.ts'
import { errorName, logError } from '../http/log.ts'
import { type AfterCommitHook, withAfterCommit } from './after-commit.ts'

// Unconfirmed changes of a user who loses a permission. Triggers make them due in the batch that takes the permission away.
// Their Durable Objects roll them back after the commit; cron does it if an object doesn't respond.

const AT_ONCE = 100

const rollBackDue: AfterCommitHook<{ id: string }> = {
	read: ({ var: { db } }) =>
		db
			.select({ id: sql<string>`u.id`.as('id') })
			.from(sql`unconfirmed_changes u`)
			.where(sql`u.status = 'pending' AND u.due_at <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`)
			.limit(AT_ONCE),
	after: ({ env, executionCtx }, rows) =>
		executionCtx.waitUntil(Promise.all(rows.map(({ id }) => tellConfirmation(env, id, (object) => object.end(id))))),
	effect: ({ length }) => (length > 0 ? { code: 'rolls_back', values: { count: length } } : undefined),
}

type Confirmation = ReturnType<Env['CONFIRMATION']['getByName']>

/** Tells the Durable Object that rolls a change back in time. If it doesn't respond, cron does. */
export async function tellConfirmation(env: Env, id: string, tell: (object: Confirmation) => Promise<void>) {
	try {
		await tell(env.CONFIRMATION.getByName(id, nearDatabase(env)))
	} catch (error) {
		logError({ object: 'Confirmation', change: id, error: errorName(error) })
	}
}

/**
 * Marks a statement that may take a permission away. After the commit, the unconfirmed changes that it made due are rolled
 * back.
 */
export const withRollbacks = <S extends object>(statement: S): S => withAfterCommit(statement, rollBackDue, now())
