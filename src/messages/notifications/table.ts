import { sql } from 'drizzle-orm'
import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { json } from '../../db/columns.ts'

/**
 * One row for each recipient. A notification of a broadcast is a pointer: its type, title, body, payload and time are null
 * here and stored once in `broadcasts`.
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
		index('notifications_created_at')
			.on(table.created_at)
			.where(sql`${table.created_at} IS NOT NULL`),
	],
)
