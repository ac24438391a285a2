import { type SQL, sql } from 'drizzle-orm'
import { now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import type { Principal } from '../../principal.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { lastSentToAll, notificationId } from '../broadcasts/fan-out.ts'
import { broadcastMarks, notifications } from '../notices/table.ts'

// Notifications of broadcasts to all. They have no rows: a list reads the broadcasts themselves, and the user's read markers say
// which ones they've read. A broadcast reaches users who had an account when it was created and were active when it was sent.

/** The id of such a notification. Lists sort by it, which is the order of the broadcasts. */
export const idToAll = notificationId(sql`b.id`, sql`u.seq`)

// A marker that covers earlier broadcasts doesn't apply to those that an earlier marker covers. So the lowest marker that covers
// a broadcast counts.
const readAt = sql<string | null>`coalesce(
	(SELECT m.read_at FROM broadcast_marks m WHERE m.user_id = u.id AND m.covers_earlier = 0 AND m.sent_number = b.sent_number),
	(SELECT m.read_at FROM broadcast_marks m WHERE m.user_id = u.id AND m.covers_earlier = 1 AND m.sent_number >= b.sent_number
		ORDER BY m.sent_number LIMIT 1))`

/** Matches unread ones. The user's newest read marker is read once, however many broadcasts there are. */
export const isUnreadToAll = (principal: Principal): SQL =>
	sql`b.sent_number > coalesce(
			(SELECT max(m.sent_number) FROM broadcast_marks m WHERE m.user_id = ${actorOf(principal)} AND m.covers_earlier = 1), 0)
		AND NOT EXISTS (SELECT 1 FROM broadcast_marks m
			WHERE m.user_id = ${actorOf(principal)} AND m.covers_earlier = 0 AND m.sent_number = b.sent_number)`

/** Matches those that the caller may see and that are of this `type`. They belong to no org, so an API key sees none. */
export function isToAllOf(principal: Principal, type = 'broadcast'): SQL {
	// Bound, because SQLite drops the other conditions next to a literal 0, and the index needs them.
	const isMeant = Number(principal.kind === 'user' && type === 'broadcast')
	return sql`${isMeant} AND u.id = ${actorOf(principal)} AND b.sent_number IS NOT NULL AND b.deleted_at IS NULL AND b.through_seq >= u.seq
		AND NOT EXISTS (SELECT 1 FROM broadcast_absences a WHERE a.user_seq = u.seq AND a.after_number < b.sent_number
			AND (a.through_number IS NULL OR a.through_number >= b.sent_number))`
}

// SQLite finds the user first and then walks the broadcasts, newest first. Statistics couldn't find a better plan.
const source = sql`users u CROSS JOIN broadcasts b INDEXED BY broadcasts_to_all`

/** The newest of those that match `where`, as a list shows them. */
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

/** Whether one matches `where`, as an expression. */
export const existsToAll = (where: SQL): SQL => sql`EXISTS (SELECT 1 FROM ${source} WHERE ${where})`

/** How many match `where`, as a statement and as an expression. */
export const selectCountToAll = (db: Database['reader'], where: SQL) =>
	db
		.select({ count: sql<number>`count(*)`.as('count') })
		.from(source)
		.where(where)
export const countToAll = (where: SQL): SQL => sql`(SELECT count(*) FROM ${source} WHERE ${where})`

/** What `If-Match` compares, as JSON text. NULL if none matches `where`. */
export const stateToAll = (where: SQL): SQL =>
	sql`(SELECT json_object('broadcast_id', b.id, 'read_at', ${readAt}) FROM ${source} WHERE ${where})`

/** The statement that marks those that match `where` as read, with a row for each. They must be unread. */
export const markEach = (db: Database['reader'], where: SQL) =>
	insertFrom(
		db,
		broadcastMarks,
		{ user_id: sql`u.id`, covers_earlier: false, sent_number: sql`b.sent_number`, read_at: now() },
		sql`${source} WHERE ${where}`,
	)

/** The statement that marks all of a user's as read with one row, or with none if none matches `where`. */
export const markAll = (db: Database['reader'], where: SQL) =>
	insertFrom(
		db,
		broadcastMarks,
		{ user_id: sql`c.id`, covers_earlier: true, sent_number: lastSentToAll, read_at: now() },
		sql`(SELECT u.id FROM ${source} WHERE ${where} LIMIT 1) c WHERE true`,
	)
