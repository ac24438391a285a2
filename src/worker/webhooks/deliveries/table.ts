import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt } from '../../ground/db/columns.ts'

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'dead', 'skipped'] as const

/**
 * An event on its way to an endpoint. The trigger `events_deliver` in `triggers.sql` creates one for every endpoint that
 * subscribes to the event. `webhook_deliveries_schedule` and `webhook_deliveries_reschedule` maintain the endpoint's `due_at`.
 */
export const webhookDeliveries = sqliteTable(
	'webhook_deliveries',
	{
		id: text().generatedAlwaysAs(sql`'dlv_' || substr(event_id, 5) || '_' || substr(endpoint_id, 5)`, {
			mode: 'virtual',
		}),
		endpoint_id: text().notNull(),
		event_id: text().notNull(),
		status: text({ enum: DELIVERY_STATUSES }).notNull(),
		attempt_count: integer().notNull().default(0),
		/** How many attempts had been made when the delivery was last sent again. The schedule starts there. */
		retries_from: integer().notNull().default(0),
		/** When the next attempt is due. While an attempt is running, when its claim lapses. Null if no attempt follows. */
		next_attempt_at: text(),
		/** The token of the round that is attempting it. Only that round may record the outcome. */
		claim: text(),
		created_at: createdAt(),
	},
	(table) => [
		primaryKey({ columns: [table.endpoint_id, table.event_id] }),
		index('webhook_deliveries_due')
			.on(table.endpoint_id, table.next_attempt_at)
			.where(sql`${table.next_attempt_at} IS NOT NULL`),
		index('webhook_deliveries_claim')
			.on(table.claim)
			.where(sql`${table.claim} IS NOT NULL`),
		index('webhook_deliveries_status').on(table.endpoint_id, table.status, table.event_id),
		check(
			'webhook_deliveries_status_known',
			sql`${table.status} IN ('pending', 'delivered', 'failed', 'dead', 'skipped')`,
		),
	],
)

/** One attempt of a delivery and its outcome. */
export const webhookAttempts = sqliteTable(
	'webhook_attempts',
	{
		endpoint_id: text().notNull(),
		event_id: text().notNull(),
		attempt: integer().notNull(),
		/** The response's status; null if there was no response. */
		status_code: integer(),
		/** What went wrong; null for a 2xx. */
		error: text(),
		latency_ms: integer().notNull(),
		/** The first 1,024 characters of the response body. */
		response: text().notNull(),
		/** What was sent as `webhook-timestamp`, in Unix seconds, and as `webhook-signature`; null if it couldn't be signed. */
		signed_at: integer(),
		signature: text(),
		created_at: createdAt(),
	},
	(table) => [primaryKey({ columns: [table.endpoint_id, table.event_id, table.attempt] })],
)
