import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, fromNow, now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { literal } from '../../ground/db/state.ts'
import type { Place } from '../../ground/write/place.ts'
import { write } from '../../ground/write/write.ts'
import { notifyUsers } from '../../messages/notices/notify.ts'
import { json } from '../../messages/notices/text.ts'
import { apiKeys } from './table.ts'

// Anyone who signs in through a connection is let in by its provider, day by day. So a key that they made there works as long as the
// provider still lets them in.

/** How many days a key works after its owner's last sign-in through the connection, and how many days before that they're told. */
const WORKS_DAYS = 30
const TOLD_DAYS = 7

/** What a key keeps of the connection that its owner made it through, if they did. */
export const madeThrough = (connection_id: string | null) =>
	connection_id === null ? {} : { connection_id, connection_used_at: now() }

/** Whether a key works at a time, as far as its connection decides, for a row of `api_keys` joined with its `oidc_connections`. */
export const isStillLetIn = (at: SQL | string) =>
	sql`(${apiKeys.connection_id} IS NULL OR (oidc_connections.is_active = 1
		AND julianday(${at}) - julianday(${apiKeys.connection_used_at}) < ${literal(WORKS_DAYS)}))`

/** The statement that notes that a user signed in through a connection, so what they made there works on. */
export const letInAgain = (db: Database['reader'], user_id: string, connection_id: string) =>
	db
		.update(apiKeys)
		.set({ connection_used_at: now() })
		.where(and(eq(apiKeys.user_id, user_id), eq(apiKeys.connection_id, connection_id)))

/** Tells the owners of keys that soon stop working, each once. The place is the time up to which they were told. */
export async function tellIdle(c: WorkContext, place: Place): Promise<void> {
	const { db } = c.var
	const after = place.at ?? fromNow(-WORKS_DAYS * DAY_MS)
	const until = fromNow((TOLD_DAYS - WORKS_DAYS) * DAY_MS)
	const idle = sql`FROM api_keys k JOIN oidc_connections o ON o.id = k.connection_id
		WHERE k.connection_used_at > ${after} AND k.connection_used_at <= ${until}`
	const own = (what: SQL) => json(sql`(SELECT json_group_array(${what}) ${idle} AND k.user_id = u.id)`)
	const told = notifyUsers(
		db,
		{
			org_id: null,
			code: 'api_keys_idle',
			values: { keys: own(sql`k.name || ' (' || o.name || ')'`) },
			about: { api_key_ids: own(sql`k.id`) },
		},
		sql`u.id IN (SELECT k.user_id ${idle})`,
	)
	await write(c, { told, moved: place.move(until) })
}
