import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { broadcasts } from '../broadcasts/table.ts'
import { notifications } from './table.ts'

// What a user sees (spec 2.9). A notification of a broadcast only points to it, and is hidden from the moment in which the
// broadcast is deleted, long before its row goes.

const own = notifications

/** The fields of a notification, taken from its broadcast where it has one. For a select that joins `broadcasts`. */
export const shown = {
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

/** The table by way of its unread rows: left to itself, SQLite walks the read ones too. */
export const unreadRows: SQL = sql`${own} INDEXED BY notifications_unread`

/** The notification is one of the unread ones of which `where` holds, or of the first of them. */
export const isUnreadOf = (where: SQL | undefined, first = sql``): SQL =>
	sql`${own.id} IN (SELECT ${own.id} FROM ${unreadRows} WHERE ${and(where, isNull(own.read_at))} ${first})`

/** The notification's broadcast, if it has one, is not deleted. */
export const isVisible: SQL = sql`(${own.broadcast_id} IS NULL OR ${own.broadcast_id} NOT IN (SELECT d.id FROM broadcasts d WHERE d.deleted_at IS NOT NULL))`

/** The notification is of this type, or any is meant. */
export function isOfType(type: string | undefined): SQL | undefined {
	if (type === undefined) return undefined
	return type === 'broadcast' ? isNotNull(own.broadcast_id) : eq(own.type, type)
}
