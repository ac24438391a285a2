import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'
import { allOf, literal } from '../../ground/db/state.ts'
import type { Principal } from '../../principal.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { broadcasts } from '../broadcasts/table.ts'
import { isUnread, notifications } from '../notices/table.ts'
import { countToAll } from './to-all.ts'

// What a user sees (spec 2.9). The notification of a broadcast points to the broadcast. Deleting the broadcast hides the
// notification at once; its row goes later.

const own = notifications

/** The fields of a notification, taken from its broadcast if it has one. For a select that joins `broadcasts`. */
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

// Without the hint SQLite walks the user's read rows too.
const unreadRows: SQL = sql`${own} INDEXED BY notifications_unread`

/** Matches unread notifications that match `where`, or only the `first` ones. */
export const isUnreadOf = (where: SQL | undefined, first = sql``): SQL =>
	sql`${own.id} IN (SELECT ${own.id} FROM ${unreadRows} WHERE ${and(where, isNull(own.read_at))} ${first})`

/** Matches what the caller may see: users see all of their own notifications, API keys those of their org, and so does a sign-in through an org's connection. A service has none. */
export function isOwnOf(principal: Principal): SQL {
	const isMine = eq(own.user_id, actorOf(principal))
	if (principal.kind === 'user' && !principal.is_confined) return isMine
	const ofBroadcast = sql`(SELECT d.target_id FROM broadcasts d WHERE d.id = ${own.broadcast_id})`
	return allOf(isMine, sql`coalesce(${own.org_id}, ${ofBroadcast}) = ${principal.org_id}`)
}

/** Matches notifications whose broadcast isn't deleted, and those without a broadcast. */
export const isVisible: SQL = sql`(${own.broadcast_id} IS NULL OR ${own.broadcast_id} NOT IN (SELECT d.id FROM broadcasts d WHERE d.deleted_at IS NOT NULL))`

/** Matches notifications of this type; undefined for any type. Only those of broadcasts have none of their own. */
export function isOfType(type: string | undefined): SQL | undefined {
	if (type === undefined) return undefined
	return type === 'broadcast' ? isNull(own.type) : eq(own.type, type)
}

/**
 * Matches the newest `limit` of those that match `where`, which names a type. An index has those that are read and those that aren't,
 * each in the order of the list.
 */
export function isNewestOf(where: SQL | undefined, limit: number, isUnreadOnly: boolean): SQL {
	const newest = (state: 0 | 1) =>
		sql`SELECT * FROM (SELECT ${own.id} FROM ${own} INDEXED BY notifications_type
			WHERE ${where} AND ${isUnread(own.read_at)} = ${literal(state)} ORDER BY ${own.id} DESC LIMIT ${limit})`
	return sql`${own.id} IN (${isUnreadOnly ? newest(1) : sql`${newest(0)} UNION ALL ${newest(1)}`})`
}

/** The newest notifications that match `where`. */
export const selectNotifications = (db: Database['reader'], where: SQL | undefined, limit: number) =>
	db
		.select(columns)
		.from(own)
		.leftJoin(broadcasts, eq(broadcasts.id, own.broadcast_id))
		.where(where)
		.orderBy(desc(own.id))
		.limit(limit)

/** The count ends here, so that it costs no more than a page. */
const MOST_UNREAD = 1_000

/** How many unread notifications a user has, 1,000 at most: their own rows, and the broadcasts to all that match `unreadToAll`. */
export function countUnread(db: Database['reader'], isMine: SQL, unreadToAll: SQL) {
	const most = literal(MOST_UNREAD)
	const rows = sql`SELECT 1 FROM ${unreadRows} WHERE ${and(isMine, isNull(own.read_at), isVisible)} LIMIT ${most}`
	const unread = sql<number>`min(${most}, (SELECT count(*) FROM (${rows})) + ${countToAll(unreadToAll)})`
	return db.select({ unread: unread.as('unread') }).from(sql`(SELECT 1)`)
}
