import { type SQL, sql } from 'drizzle-orm'
import type { Principal } from '../../context.ts'
import { now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { insertFrom } from '../../db/insert-from.ts'
import { lastSentToAll, notificationId } from '../broadcasts/fan-out.ts'
import { broadcastMarks, notifications } from '../notices/table.ts'

// Notifications of broadcasts to all. They have no rows: a list reads the broadcasts themselves, and what the user has read of
// them from the user's marks. A broadcast reached the users who had an account when it was made and were active when it was sent.

/** The id of such a notification. Lists are in its order, which is that of the broadcasts. */
export const idToAll = notificationId(sql`b.id`, sql`u.seq`)

// A mark that covers earlier broadcasts leaves those that an earlier one covers. So the lowest that covers a broadcast counts.
const readAt = sql<string | null>`coalesce(
	(SELECT m.read_at FROM broadcast_marks m WHERE m.user_id = u.id AND m.covers_earlier = 0 AND m.sent_number = b.sent_number),
	(SELECT m.read_at FROM broadcast_marks m WHERE m.user_id = u.id AND m.covers_earlier = 1 AND m.sent_number >= b.sent_number
		ORDER BY m.sent_number LIMIT 1))`

/** The condition that it is unread. The user's newest mark is read once, whatever the number of broadcasts. */
export const isUnreadToAll = ({ user_id }: Principal): SQL =>
	sql`b.sent_number > coalesce(
			(SELECT max(m.sent_number) FROM broadcast_marks m WHERE m.user_id = ${user_id} AND m.covers_earlier = 1), 0)
		AND NOT EXISTS (SELECT 1 FROM broadcast_marks m
			WHERE m.user_id = ${user_id} AND m.covers_earlier = 0 AND m.sent_number = b.sent_number)`

/** The condition that the caller may see it, and that `type` means it. It belongs to no org, so an API key sees none. */
export function isToAllOf({ user_id, api_key_id }: Principal, type = 'broadcast'): SQL {
	// Bound, because SQLite drops the other conditions next to a literal 0, and the index needs them.
	const isMeant = Number(api_key_id === null && type === 'broadcast')
	return sql`${isMeant} AND u.id = ${user_id} AND b.sent_number IS NOT NULL AND b.deleted_at IS NULL AND b.through_seq >= u.seq
		AND NOT EXISTS (SELECT 1 FROM broadcast_absences a WHERE a.user_seq = u.seq AND a.after_number < b.sent_number
			AND (a.through_number IS NULL OR a.through_number >= b.sent_number))`
}

// The user is found first, then the broadcasts are walked, newest first. Statistics could improve on none of it.
const source = sql`users u CROSS JOIN broadcasts b INDEXED BY broadcasts_to_all`

/** The newest of them under `where`, as a list shows them. */
export const selectToAll = (db: Database['reader'], where: SQL | undefined, limit: number) =>
	db
		.select({
			id: sql<string>`${idToAll}`.as('shown_id'),
			user_id: sql<string>`u.id`.as('shown_user_id'),
			org_id: sql<null>`NULL`.as('shown_org_id'),
			type: sql<string>`'broadcast'`.as('shown_type'),
			title: sql<string>`b.title`.as('shown_title'),
			body: sql<string>`b.body`.as('shown_body'),
			payload: sql`json_set(b.payload, '$.broadcast_type', b.type)`.mapWith(notifications.payload).as('shown_payload'),
			read_at: readAt.as('shown_read_at'),
			created_at: sql<string>`b.created_at`.as('shown_created_at'),
		})
		.from(source)
		.where(where)
		.orderBy(sql`b.id DESC`)
		.limit(limit)

/** Whether there is one under `where`, as an expression. */
export const existsToAll = (where: SQL): SQL => sql`EXISTS (SELECT 1 FROM ${source} WHERE ${where})`

/** How many there are under `where`, as a statement and as an expression. */
export const selectCountToAll = (db: Database['reader'], where: SQL) =>
	db
		.select({ count: sql<number>`count(*)`.as('count') })
		.from(source)
		.where(where)
export const countToAll = (where: SQL): SQL => sql`(SELECT count(*) FROM ${source} WHERE ${where})`

/** What `If-Match` compares of it, as JSON text. NULL while there is none under `where`. */
export const stateToAll = (where: SQL): SQL =>
	sql`(SELECT json_object('broadcast_id', b.id, 'read_at', ${readAt}) FROM ${source} WHERE ${where})`

/** The statement that marks those under `where` as read, a row for each. They must be unread. */
export const markEach = (db: Database['reader'], where: SQL) =>
	insertFrom(
		db,
		broadcastMarks,
		{ user_id: sql`u.id`, covers_earlier: false, sent_number: sql`b.sent_number`, read_at: now() },
		sql`${source} WHERE ${where}`,
	)

/** The statement that marks all of a user as read with one row, and with none when there is none under `where`. */
export const markAll = (db: Database['reader'], where: SQL) =>
	insertFrom(
		db,
		broadcastMarks,
		{ user_id: sql`c.id`, covers_earlier: true, sent_number: lastSentToAll, read_at: now() },
		sql`(SELECT u.id FROM ${source} WHERE ${where} LIMIT 1) c WHERE true`,
	)
