import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, json, refersTo } from '../../ground/db/columns.ts'

export const TARGET_TYPES = ['all', 'org'] as const
export const BROADCAST_STATUSES = ['pending', 'sending', 'completed', 'failed', 'cancelled'] as const

/** A message from the platform to all users or to the members of one org. The text is stored once, for everybody who reads it. */
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
		/** How many users it will reach. Null until it's planned; equals `sent_count` at completion. */
		recipient_count: integer(),
		/** The newest user's row number when the broadcast was created. Later users don't get it. */
		through_seq: integer().notNull(),
		created_by: text().notNull(),
		created_at: createdAt(),
		/** Hides its notifications from then on. The purge deletes them, and then this row. */
		deleted_at: text(),
		/** For a sent broadcast to all: its number in the order of sending. Numbers are unique. */
		sent_number: integer(),
	},
	(table) => [
		index('broadcasts_to_all')
			.on(table.id, table.sent_number, table.through_seq)
			.where(sql`${table.sent_number} IS NOT NULL AND ${table.deleted_at} IS NULL`),
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

/** A shard of a broadcast: recipients with row numbers above `after_seq`, up to `through_seq`. One batch sends it, exactly once. */
export const broadcastShards = sqliteTable(
	'broadcast_shards',
	{
		broadcast_id: refersTo(() => broadcasts.id),
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

/**
 * A period in which a user was suspended: they didn't get the broadcasts to all with numbers above `after_number`, up to
 * `through_number`. `through_number` is null while the user is suspended. The triggers in `triggers.sql` maintain it.
 */
export const broadcastAbsences = sqliteTable(
	'broadcast_absences',
	{ user_seq: integer().notNull(), after_number: integer().notNull(), through_number: integer() },
	(table) => [
		primaryKey({ columns: [table.user_seq, table.after_number] }),
		index('broadcast_absences_through')
			.on(table.through_number)
			.where(sql`${table.through_number} IS NOT NULL`),
	],
)
