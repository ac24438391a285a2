import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { allOf } from '../../db/state.ts'
import type { Principal } from '../../principal.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { broadcasts } from '../broadcasts/table.ts'
import { notifications } from '../notices/table.ts'
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

/** Matches notifications of this type; undefined for any type. */
export function isOfType(type: string | undefined): SQL | undefined {
	if (type === undefined) return undefined
	return type === 'broadcast' ? isNotNull(own.broadcast_id) : eq(own.type, type)
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

/** How many unread notifications a user has: their own rows, and the broadcasts to all that match `unreadToAll`. */
export const countUnread = (db: Database['reader'], isMine: SQL, unreadToAll: SQL) =>
	db
		.select({ unread: sql<number>`count(*) + ${countToAll(unreadToAll)}`.as('unread') })
		.from(unreadRows)
		.where(and(isMine, isNull(own.read_at), isVisible))
