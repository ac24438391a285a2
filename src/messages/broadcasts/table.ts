import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, json } from '../../db/columns.ts'

export const TARGET_TYPES = ['all', 'org'] as const
export const BROADCAST_STATUSES = ['pending', 'sending', 'completed', 'failed', 'cancelled'] as const

/** A message of the platform to all users or to the members of one org. Its notifications are pointers to it. */
export const broadcasts = sqliteTable(
	'broadcasts',
	{
		id: id(),
		type: text().notNull(),
		title: text().notNull(),
		body: text().notNull(),
		target_type: text({ enum: TARGET_TYPES }).notNull(),
		/** The org; null for all. */
		target_id: text(),
		payload: json<Record<string, unknown>>().notNull(),
		status: text({ enum: BROADCAST_STATUSES }).notNull().default('pending'),
		sent_count: integer().notNull().default(0),
		/** How many users it will reach. Null until it is planned; at completion it is `sent_count`. */
		recipient_count: integer(),
		/** The newest user's row number when the broadcast was made. Later users do not get it. */
		through_seq: integer().notNull(),
		created_by: text().notNull(),
		created_at: createdAt(),
		/** Hides its notifications from that moment. The purge deletes them, and then this row. */
		deleted_at: text(),
	},
	(table) => [
		index('broadcasts_open')
			.on(table.id)
			.where(sql`${table.status} IN ('pending', 'sending')`),
		index('broadcasts_deleted')
			.on(table.id)
			.where(sql`${table.deleted_at} IS NOT NULL`),
		check('broadcasts_status', sql`${table.status} IN ('pending', 'sending', 'completed', 'failed', 'cancelled')`),
		check('broadcasts_target', sql`(${table.target_type} = 'all') = (${table.target_id} IS NULL)`),
	],
)

/** A shard of a broadcast: recipients with row numbers above `after_seq`, up to `through_seq`. One batch sends it, once. */
export const broadcastShards = sqliteTable(
	'broadcast_shards',
	{
		broadcast_id: text()
			.notNull()
			.references(() => broadcasts.id),
		after_seq: integer().notNull(),
		through_seq: integer().notNull(),
		sent_count: integer().notNull().default(0),
		/** When its message was last sent to the queue. */
		queued_at: text().notNull(),
		done_at: text(),
	},
	(table) => [
		primaryKey({ columns: [table.broadcast_id, table.after_seq] }),
		index('broadcast_shards_open')
			.on(table.queued_at)
			.where(sql`${table.done_at} IS NULL`),
	],
)
