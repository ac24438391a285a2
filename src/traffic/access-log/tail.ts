import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { Context } from 'hono'
import { principalOf } from '../../identity/auth/principal.ts'
import { openDatabase } from '../../db/database.ts'
import { unavailable } from '../../http/errors.ts'
import { inTime, logStream, settle } from './buffer.ts'
import type { LogFilters } from './entry.ts'
import { shown } from './usernames.ts'
import type { SignedIn } from '../../context.ts'

const POLL_MS = 1_000
/** Proxies take a silent connection for a dead one. */
const HEARTBEAT_MS = 15_000
/** Then the reader connects again, with the id of the last entry it saw. */
const LASTS_MS = 900_000
const BATCH = 200
const BEGINNING = `log_${'0'.repeat(26)}`

/**
 * The log as it grows, as Server-Sent Events: an `entry` for each request, under its id, and `lost` whenever requests were
 * lost. Begins behind `since`, or else now: 503 when the ring cannot say where that is. Ends when the caller may no longer
 * read the log.
 */
export async function tail(c: Context<SignedIn>, filters: LogFilters, since: string | undefined): Promise<Response> {
	const { env } = c
	const position = await positionAt(env, since)
	const authorization = c.req.header('Authorization')
	const { reader } = openDatabase(env.DB, 'first-unconstrained')
	const mayRead = async () =>
		(await principalOf(env, reader, authorization))?.permissions.has('platform_admin') ?? false
	return streamSSE(c, async (stream) => {
		const endsAt = Date.now() + LASTS_MS
		await stream.writeSSE({ event: 'open', data: '', retry: POLL_MS })
		let spokeAt = Date.now()
		while (!stream.aborted && Date.now() < endsAt && (await mayRead())) {
			const { spoke, has_more } = await follow(stream, env, reader, filters, position)
			if (spoke) spokeAt = Date.now()
			else if (Date.now() - spokeAt >= HEARTBEAT_MS) {
				await stream.write(':\n\n')
				spokeAt = Date.now()
			}
			if (!has_more) await stream.sleep(POLL_MS)
		}
	})
}

interface Position {
	/** The last entry that was passed. */
	since: string
	/** How many requests had been lost by then. */
	lost: number
}

async function positionAt(env: Env, since: string | undefined): Promise<Position> {
	await settle(env)
	const page = await inTime(logStream(env).read({ filters: {}, limit: 0 })).catch(() => {
		throw unavailable('access_log.unavailable', 5)
	})
	return { since: since ?? page.newest_id ?? BEGINNING, lost: page.lost }
}

/** Sends what has come since: whether it was anything, and whether there is more. A ring that does not answer is asked again. */
async function follow(
	stream: SSEStreamingApi,
	env: Env,
	db: Parameters<typeof shown>[0],
	filters: LogFilters,
	position: Position,
): Promise<{ spoke: boolean; has_more: boolean }> {
	const query = { filters, since: position.since, limit: BATCH }
	const page = await inTime(logStream(env).read(query)).catch(() => undefined)
	if (!page) return { spoke: false, has_more: false }
	const entries = (await shown(db, page.entries)).toReversed()
	for (const entry of entries) await stream.writeSSE({ event: 'entry', id: entry.id, data: JSON.stringify(entry) })
	const hasLost = page.lost > position.lost
	if (hasLost) await stream.writeSSE({ event: 'lost', data: JSON.stringify({ lost: page.lost }) })
	position.lost = page.lost
	// What the filters pass over need not be read again.
	position.since = (page.has_more ? entries.at(-1)?.id : page.newest_id) ?? position.since
	return { spoke: entries.length > 0 || hasLost, has_more: page.has_more }
}
