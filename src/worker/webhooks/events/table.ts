import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, json } from '../../ground/db/columns.ts'

/**
 * What happened in an org, written in the batch of the change itself. The triggers `events_deliver` and `events_wait` in
 * `../deliveries/triggers.sql` create the deliveries, or let the event wait for them.
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

/** Events of orgs with many endpoints, whose deliveries `../deliveries/fan-out.ts` creates a few events at a time. */
export const waitingEvents = sqliteTable(
	'waiting_events',
	{
		org_id: text().notNull(),
		event_id: text().notNull(),
		created_at: createdAt(),
	},
	(table) => [
		primaryKey({ columns: [table.org_id, table.event_id] }),
		index('waiting_events_created').on(table.created_at),
	],
)
