import { inArray, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../db/database.ts'
import { users } from '../../identity/users/table.ts'
import type { LogEntry } from './entry.ts'
import { AccessLogEntry } from './schema.ts'

/**
 * Entries as they are shown. Names are looked up when the log is read and are not in it, so that a user who was renamed or
 * deleted is so in the log too. One D1 call, or none when nobody was signed in.
 */
export async function shown(db: Database['reader'], entries: LogEntry[]): Promise<z.infer<typeof AccessLogEntry>[]> {
	const ids = [...new Set(entries.flatMap(({ user_id }) => user_id ?? []))]
	const { id, username } = users
	const named = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
	const rows = ids.length === 0 ? [] : await db.select({ id, username }).from(users).where(inArray(id, named))
	const names = new Map(rows.map((row) => [row.id, row.username]))
	// Parsed, so that what the ring keeps beside stays out.
	return entries.map((entry) => AccessLogEntry.parse({ ...entry, username: names.get(entry.user_id ?? '') ?? null }))
}
