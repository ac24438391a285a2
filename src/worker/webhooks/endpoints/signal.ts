import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Builder } from '../../ground/db/database.ts'
import { prepared } from '../../ground/db/prepared.ts'
import { errorName, logError } from '../../ground/http/log.ts'
import { type AfterCommitHook, withAfterCommit } from '../../ground/write/after-commit.ts'
import { webhookEndpoints } from './table.ts'

// A signal is a queue message that says an endpoint has something due. D1 holds what is due, and when. Cron signals every
// endpoint that is due, so a lost message delays a delivery by a minute at most.

/** A message in the queue. */
export interface Signal {
	endpoint_id: string
	/** The sender's batch made something due, so the consumer needn't ask first. */
	is_due?: true
}

const MESSAGES_PER_SEND = 100

/** Sends signals, to arrive after `delaySeconds`. Never throws: cron makes up for a lost signal. */
export async function signal(env: Env, signals: Signal[], delaySeconds = 0): Promise<void> {
	try {
		for (let sent = 0; sent < signals.length; sent += MESSAGES_PER_SEND) {
			const messages = signals.slice(sent, sent + MESSAGES_PER_SEND)
			await env.WEBHOOK_QUEUE.sendBatch(messages.map((body) => ({ body, delaySeconds })))
		}
	} catch (error) {
		logError({ signals: signals.length, error: errorName(error) })
	}
}

export const AT_ONCE = 100

const dueSince = prepared(['since', 'limit'], (db, { since, limit }) => selectDue(db, since.getSQL(), limit))

/** The query for the endpoints that became due at `since` or later. */
export const selectDue = (db: Builder, since: SQL, limit: number | Placeholder) =>
	db
		.select({ id: webhookEndpoints.id })
		.from(webhookEndpoints)
		.where(sql`${webhookEndpoints.due_at} BETWEEN ${since} AND ${db.now()} AND ${webhookEndpoints.enabled} = 1`)
		.limit(limit)

/** Signals the endpoints that a batch made due. If an earlier batch made an endpoint due, it already signaled that endpoint. */
export const signalDue: AfterCommitHook<{ id: string }> = {
	read: ({ var: { db } }, since) => dueSince(db, { since, limit: AT_ONCE }),
	after: (c, rows) =>
		c.executionCtx.waitUntil(
			signal(
				c.env,
				rows.map(({ id }) => ({ endpoint_id: id, is_due: true })),
			),
		),
	effect: ({ length }) => (length > 0 ? { code: 'notifies_endpoints', values: { count: length } } : undefined),
}

/** Marks a statement that makes deliveries due at `since` (RFC 3339). After the commit, their endpoints get a signal. */
export const withDeliveries = <S extends object>(statement: S, since: string): S =>
	withAfterCommit(statement, signalDue, since)
