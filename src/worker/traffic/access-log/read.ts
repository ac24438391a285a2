import { inArray, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../ground/db/database.ts'
import { unavailable } from '../../ground/http/errors.ts'
import { errorName, logError } from '../../ground/http/log.ts'
import { users } from '../../tenancy/users/table.ts'
import { type Archive, archiveOf } from './archive/read.ts'
import type { ArchiveQuery } from './archive/sql.ts'
import { flushNow, inTime, recentLog, unreportedLosses } from './buffer.ts'
import type { LogEntry } from './entry.ts'
import type { LogPage, LogQuery } from './recent/access-log-stream.ts'
import { AccessLogEntry } from './schema.ts'

interface LogRead {
	/** Newest first. */
	entries: LogEntry[]
	has_more: boolean
	/** `stream` for the recent log, `archive`, or both. */
	source: string
	/** How many requests never reached the recent log. */
	lost: number
}

interface Sources {
	archive: Archive
	/** What the recent log returned. */
	page: LogPage
	lost: number
}

/**
 * One page of the log: the newest entries after `since` and before `before`. The newest ones come from the recent log, exactly;
 * older ones from the archive, if the deployment can read it. When the recent log doesn't answer, all come from the archive.
 * Throws 503 when both fail.
 */
export async function readLog(env: Env, query: LogQuery): Promise<LogRead> {
	await flushNow(env)
	const archive = archiveOf(env)
	const page = await fromRecent(env, query)
	if (!page) {
		if (!archive) throw unavailable('access_log.unavailable', 5)
		return { ...(await fromArchive(archive, query)), source: 'archive', lost: unreportedLosses() }
	}
	const lost = page.lost + unreportedLosses()
	const recent = { entries: page.entries, has_more: page.has_more, source: 'stream', lost }
	const { oldest_id } = page
	const reachesBack = oldest_id === null || query.since === undefined || query.since < oldest_id
	if (!archive || !reachesBack || page.has_more) return recent
	return joined(query, { archive, page, lost })
}

async function fromRecent(env: Env, query: LogQuery): Promise<LogPage | undefined> {
	try {
		return await inTime(recentLog(env).read(query))
	} catch (error) {
		logError({ object: 'AccessLogStream', error: errorName(error) })
		return undefined
	}
}

/** The entries of the recent log, followed by older ones from the archive. */
async function joined(query: LogQuery, { archive, page, lost }: Sources): Promise<LogRead> {
	const { entries, oldest_id } = page
	const before = [query.before, oldest_id ?? undefined].filter((id) => id !== undefined).sort()[0]
	try {
		const limit = query.limit - entries.length
		const older = await fromArchive(archive, { ...query, before, limit })
		const source = entries.length === 0 ? 'archive' : older.entries.length === 0 ? 'stream' : 'stream, archive'
		return { entries: [...entries, ...older.entries], has_more: older.has_more, source, lost }
	} catch (error) {
		// The reader gets what the recent log has, and the next page tries the archive again.
		if (entries.length === 0) throw error
		return { entries, has_more: true, source: 'stream', lost }
	}
}

/** Newest first. */
async function fromArchive(archive: Archive, query: ArchiveQuery) {
	const rows = await archive.read({ ...query, limit: query.limit + 1 })
	return { entries: rows.slice(0, query.limit), has_more: rows.length > query.limit }
}

/**
 * Entries as the API returns them, with usernames. The log itself holds no names. They're looked up at each read, so the old
 * name of a renamed or deleted user never shows. One D1 call, or none when no entry has a user.
 */
export async function toEntries(
	db: Database['reader'],
	entries: LogEntry[],
): Promise<z.infer<typeof AccessLogEntry>[]> {
	const hasUsers = entries.some(({ user_id }) => user_id !== null)
	return withUsernames(entries, hasUsers ? await selectUsernames(db, entries) : [])
}

/** The query for the usernames of entries. */
export function selectUsernames(db: Database['reader'], entries: LogEntry[]) {
	const { id, username } = users
	const ids = JSON.stringify([...new Set(entries.flatMap(({ user_id }) => user_id ?? []))])
	return db
		.select({ id, username })
		.from(users)
		.where(inArray(id, sql`(SELECT value FROM json_each(${ids}))`))
}

/** Entries as the API returns them. Parsing removes the fields that only a simulation needs. */
export function withUsernames(entries: LogEntry[], rows: { id: string; username: string }[]) {
	const names = new Map(rows.map((row) => [row.id, row.username]))
	return entries.map(({ user_id, ...entry }) => {
		const isService = entry.identity_type === 'service'
		return AccessLogEntry.parse({
			...entry,
			user_id: isService ? null : user_id,
			service_account_id: isService ? user_id : null,
			username: names.get(user_id ?? '') ?? null,
		})
	})
}
