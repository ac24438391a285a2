import { sql, type SQLWrapper } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { boolean, DAY_MS, json } from '../../ground/db/columns.ts'

/** How long a notification is kept, read or not. A broadcast is kept as long as its notifications. */
export const NOTIFICATIONS_KEPT_MS = 180 * DAY_MS

export const isUnread = (read_at: SQLWrapper) => sql`(${read_at} IS NULL)`

/**
 * One row for each recipient. The notification of a broadcast to an org is a pointer: its type, title, body, payload and time
 * are null here and stored once in `broadcasts`. The notification of a broadcast to all has no row: see `to-all.ts`.
 */
export const notifications = sqliteTable(
	'notifications',
	{
		user_id: text().notNull(),
		id: text().notNull(),
		broadcast_id: text(),
		org_id: text(),
		type: text(),
		title: text(),
		body: text(),
		payload: json<Record<string, unknown>>(),
		read_at: text(),
		created_at: text(),
	},
	(table) => [
		primaryKey({ columns: [table.user_id, table.id] }),
		index('notifications_unread')
			.on(table.user_id, table.id, table.broadcast_id, table.read_at)
			.where(sql`${table.read_at} IS NULL`),
		// Both filters of a list, in its order.
		index('notifications_type').on(table.user_id, table.type, isUnread(table.read_at), table.id),
		index('notifications_created_at')
			.on(table.created_at)
			.where(sql`${table.created_at} IS NOT NULL`),
	],
)

/**
 * A read marker: the user has read one broadcast to all, or all up to this number (`covers_earlier`). It doesn't apply to
 * broadcasts that earlier markers cover, so they keep their `read_at`.
 */
export const broadcastMarks = sqliteTable(
	'broadcast_marks',
	{
		user_id: text().notNull(),
		covers_earlier: boolean().notNull(),
		/** The `sent_number` of the broadcast. */
		sent_number: integer().notNull(),
		read_at: text().notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.user_id, table.covers_earlier, table.sent_number] }),
		index('broadcast_marks_sent_number').on(table.sent_number),
	],
)
