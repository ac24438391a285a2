import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Builder } from '../../ground/db/database.ts'
import { prepared } from '../../ground/db/prepared.ts'
import { literal } from '../../ground/db/state.ts'
import { errorName, logError } from '../../ground/http/log.ts'
import { type AfterCommitHook, withAfterCommit } from '../../ground/write/after-commit.ts'
import { subscribesTo } from './columns.ts'
import { webhookEndpoints } from './table.ts'

// A signal is a queue message that says an endpoint has something due, or an org events that wait for their deliveries. D1 holds
// what is due, and when. Cron signals all that is due, so a lost message delays a delivery by a minute at most.

/** A message in the queue. */
export interface Signal {
	endpoint_id: string
	/** The sender's batch made something due, so the consumer needn't ask first. */
	is_due?: true
}

/** A message that an org's waiting events get their deliveries. What continues it ends at `until_ms`, in Unix milliseconds. */
export interface Backlog {
	org_id: string
	until_ms: number
}

const MESSAGES_PER_SEND = 100
/** Shorter than the minute after which cron starts it again, so an org has few at a time. */
const FAN_OUT_MS = 55_000

/** Starts or continues the fan-out of orgs whose events wait for their deliveries. Never throws. */
export const startFanOut = (env: Env, orgs: string[], { until_ms = Date.now() + FAN_OUT_MS, delaySeconds = 0 } = {}) =>
	signal(
		env,
		orgs.map((org_id) => ({ org_id, until_ms })),
		delaySeconds,
	)

/** Sends signals, to arrive after `delaySeconds`. Never throws: cron makes up for a lost signal. */
export async function signal(env: Env, signals: (Signal | Backlog)[], delaySeconds = 0): Promise<void> {
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

/** How many of a batch's waiting events are looked at for their orgs. Cron starts the others. */
const NEW_AT_ONCE = literal(500)

interface Due {
	/** An endpoint; null if none takes the event that waits. */
	id: string | null
	/** The org whose event waits for its deliveries. */
	org_id: string | null
}

/**
 * The query for the endpoints that became due at `since` or later, and for the orgs in which events wait since then, each with the
 * endpoints of the first.
 */
export const selectDue = (db: Builder, since: SQL, limit: number | Placeholder) =>
	db
		.select({ id: sql<string | null>`id`, org_id: sql<string | null>`org_id` })
		.from(
			sql`(SELECT id, NULL AS org_id FROM ${webhookEndpoints} WHERE due_at BETWEEN ${since} AND ${db.now()} AND enabled = 1
			UNION ALL SELECT w.id, first.org_id
			FROM (SELECT org_id, min(event_id) AS event_id FROM (SELECT * FROM waiting_events WHERE created_at >= ${since} ORDER BY created_at LIMIT ${NEW_AT_ONCE}) GROUP BY org_id) first
			JOIN events e ON e.id = first.event_id LEFT JOIN webhook_endpoints w ON w.org_id = first.org_id AND w.enabled = 1 AND ${subscribesTo(sql`e.type`)}
			WHERE NOT EXISTS (SELECT 1 FROM waiting_events o WHERE o.org_id = first.org_id AND o.event_id < first.event_id AND o.created_at < ${since}))`,
		)
		.limit(limit)

/** Signals what a batch made due, an endpoint or an org. If an earlier batch made it due, it already signaled it. */
export const signalDue: AfterCommitHook<Due> = {
	read: ({ var: { db } }, since) => dueSince(db, { since, limit: AT_ONCE }),
	after: (c, rows) => {
		const due = rows.flatMap(({ id, org_id }) =>
			id !== null && org_id === null ? [{ endpoint_id: id, is_due: true as const }] : [],
		)
		const orgs = new Set(rows.flatMap(({ org_id }) => org_id ?? []))
		c.executionCtx.waitUntil(Promise.all([signal(c.env, due), startFanOut(c.env, [...orgs])]))
	},
	effect: (rows) => {
		const count = rows.filter(({ id }) => id !== null).length
		return count > 0 ? { code: 'notifies_endpoints', values: { count } } : undefined
	},
}

/** Marks a statement that makes deliveries due at `since` (RFC 3339). After the commit, their endpoints get a signal. */
export const withDeliveries = <S extends object>(statement: S, since: string): S =>
	withAfterCommit(statement, signalDue, since)
