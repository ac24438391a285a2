import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, json } from '../../ground/db/columns.ts'

/**
 * What happened in an org, written in the batch of the change itself. The trigger `events_deliver` in
 * `../deliveries/triggers.sql` creates the deliveries.
 */
export const events = sqliteTable('events', {
	id: id(),
	org_id: text().notNull(),
	/** A dotted name such as `run.completed`. */
	type: text().notNull(),
	data: json<Record<string, unknown>>().notNull(),
	/** The trace of the request in which it happened. Null for backfilled events, and for events older than this column. */
	trace_id: text(),
	/** The only endpoint that got a backfilled event: the one that asked for it. Null for events that went to all subscribers. */
	backfilled_to: text(),
	created_at: createdAt(),
})
