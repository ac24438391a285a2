import { type Archive, archiveOf } from './archive/read.ts'
import type { ArchiveQuery } from './archive/sql.ts'
import type { LogPage, LogQuery } from './recent/access-log-stream.ts'
import { logError } from '../../http/log.ts'
import { unavailable } from '../../http/errors.ts'
import { inTime, logStream, settle, untoldLosses } from './buffer.ts'
import type { LogEntry } from './entry.ts'

export interface LogRead {
	/** Newest first. */
	entries: LogEntry[]
	has_more: boolean
	/** `stream`, `archive`, or both. */
	source: string
	/** How many requests the ring never got. */
	lost: number
}

/**
 * One page of the log. The ring has the newest entries, exactly; what is older comes from the archive where there is one. When
 * the ring does not answer the archive answers alone. Throws 503 when neither does.
 */
export async function readLog(env: Env, query: LogQuery): Promise<LogRead> {
	await settle(env)
	const archive = archiveOf(env)
	const page = await fromRing(env, query)
	if (!page) {
		if (!archive) throw unavailable('access_log.unavailable', 5)
		const order = isForward(query) ? 'oldest' : 'newest'
		return { ...(await fromArchive(archive, { ...query, order })), source: 'archive', lost: untoldLosses() }
	}
	const lost = page.lost + untoldLosses()
	const inRing = { entries: page.entries, has_more: page.has_more, source: 'stream', lost }
	const { oldest_id } = page
	const reachesBack = oldest_id === null || query.since === undefined || query.since < oldest_id
	if (!archive || !reachesBack || (!isForward(query) && page.has_more)) return inRing
	return isForward(query) ? forward(archive, query, page, lost) : backward(archive, query, page, lost)
}

/** Whether the page goes on from an entry, oldest ones first. */
const isForward = ({ since, before }: LogQuery) => since !== undefined && before === undefined

async function fromRing(env: Env, query: LogQuery): Promise<LogPage | undefined> {
	try {
		return await inTime(logStream(env).read(query))
	} catch (error) {
		logError({ object: 'AccessLogStream', error: error instanceof Error ? error.name : typeof error })
		return undefined
	}
}

/** What the ring has of the page, and behind it what is older. */
async function backward(
	archive: Archive,
	query: LogQuery,
	{ entries, oldest_id }: LogPage,
	lost: number,
): Promise<LogRead> {
	const before = [query.before, oldest_id ?? undefined].filter((id) => id !== undefined).sort()[0]
	try {
		const limit = query.limit - entries.length
		const older = await fromArchive(archive, { ...query, before, limit, order: 'newest' })
		const source = entries.length === 0 ? 'archive' : older.entries.length === 0 ? 'stream' : 'stream, archive'
		return { entries: [...entries, ...older.entries], has_more: older.has_more, source, lost }
	} catch (error) {
		// What is there is shown, and the next page asks the archive again.
		if (entries.length === 0) throw error
		return { entries, has_more: true, source: 'stream', lost }
	}
}

/** What is older than the ring, and before it, when that is all, what the ring has. */
async function forward(archive: Archive, query: LogQuery, page: LogPage, lost: number): Promise<LogRead> {
	const older = await fromArchive(archive, { ...query, before: page.oldest_id ?? undefined, order: 'oldest' })
	const room = query.limit - older.entries.length
	if (older.has_more || room === 0)
		return { entries: older.entries, has_more: older.has_more || page.entries.length > 0, source: 'archive', lost }
	return {
		entries: [...page.entries.slice(-room), ...older.entries],
		has_more: page.has_more || page.entries.length > room,
		source: older.entries.length > 0 ? 'stream, archive' : 'stream',
		lost,
	}
}

/** Newest first, whichever end is asked for. */
async function fromArchive(archive: Archive, query: ArchiveQuery) {
	const { limit, order } = query
	const rows = await archive.read({ ...query, limit: limit + 1 })
	const entries = rows.slice(0, limit)
	return { entries: order === 'oldest' ? entries.toReversed() : entries, has_more: rows.length > limit }
}
