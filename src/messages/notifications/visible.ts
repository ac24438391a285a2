import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Principal } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import { allOf } from '../../db/state.ts'
import { broadcasts } from '../broadcasts/table.ts'
import { notifications } from '../notices/table.ts'
import { countToAll } from './to-all.ts'

// What a user sees (spec 2.9). A notification of a broadcast is a pointer to it. Deleting the broadcast hides the notification
// at once; its row goes later.

const own = notifications

/** The fields of a notification, from its broadcast where it has one. For a select that joins `broadcasts`. */
const columns = {
	id: own.id,
	user_id: own.user_id,
	org_id: sql<string | null>`coalesce(${own.org_id}, ${broadcasts.target_id})`.as('shown_org_id'),
	type: sql<string>`coalesce(${own.type}, 'broadcast')`.as('shown_type'),
	title: sql<string>`coalesce(${own.title}, ${broadcasts.title})`.as('shown_title'),
	body: sql<string>`coalesce(${own.body}, ${broadcasts.body})`.as('shown_body'),
	payload: sql`coalesce(${own.payload}, json_set(${broadcasts.payload}, '$.broadcast_type', ${broadcasts.type}))`
		.mapWith(own.payload)
		.as('shown_payload'),
	read_at: own.read_at,
	created_at: sql<string>`coalesce(${own.created_at}, ${broadcasts.created_at})`.as('shown_created_at'),
}

// Without the hint SQLite walks the read rows of the user as well.
const unreadRows: SQL = sql`${own} INDEXED BY notifications_unread`

/** The condition that a notification is unread and `where` holds, or that it is among the `first` of these. */
export const isUnreadOf = (where: SQL | undefined, first = sql``): SQL =>
	sql`${own.id} IN (SELECT ${own.id} FROM ${unreadRows} WHERE ${and(where, isNull(own.read_at))} ${first})`

/** The condition that the caller may see the notification: a user each of its own, an API key those of its org. */
export function isOwnOf({ user_id, api_key_id, org_id }: Principal): SQL {
	const isMine = eq(own.user_id, user_id)
	if (api_key_id === null) return isMine
	const ofBroadcast = sql`(SELECT d.target_id FROM broadcasts d WHERE d.id = ${own.broadcast_id})`
	return allOf(isMine, sql`coalesce(${own.org_id}, ${ofBroadcast}) = ${org_id}`)
}

/** The condition that the notification has no broadcast, or one that is not deleted. */
export const isVisible: SQL = sql`(${own.broadcast_id} IS NULL OR ${own.broadcast_id} NOT IN (SELECT d.id FROM broadcasts d WHERE d.deleted_at IS NOT NULL))`

/** The condition that the notification is of this type; undefined when any type is meant. */
export function isOfType(type: string | undefined): SQL | undefined {
	if (type === undefined) return undefined
	return type === 'broadcast' ? isNotNull(own.broadcast_id) : eq(own.type, type)
}

/** The newest notifications under `where`. */
export const selectNotifications = (db: Database['reader'], where: SQL | undefined, limit: number) =>
	db
		.select(columns)
		.from(own)
		.leftJoin(broadcasts, eq(broadcasts.id, own.broadcast_id))
		.where(where)
		.orderBy(desc(own.id))
		.limit(limit)

/** How many unread notifications a user has: rows of its own, and broadcasts to all under `unreadToAll`. */
export const countUnread = (db: Database['reader'], isMine: SQL, unreadToAll: SQL) =>
	db
		.select({ unread: sql<number>`count(*) + ${countToAll(unreadToAll)}`.as('unread') })
		.from(unreadRows)
		.where(and(isMine, isNull(own.read_at), isVisible))
