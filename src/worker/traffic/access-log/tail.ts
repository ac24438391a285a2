import type { Context } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { SignedIn } from '../../context.ts'
import { type Database, openDatabase } from '../../ground/db/database.ts'
import { flushNow, inTime, orUnavailable, recentLog } from './buffer.ts'
import { toEntries } from './read.ts'
import type { LogFilters } from './schema.ts'

const POLL_MS = 1_000
/** Proxies close connections that stay silent. */
const HEARTBEAT_MS = 15_000
/** After this time the reader must reconnect, with the id of the last entry they got. */
const LASTS_MS = 900_000
const BATCH = 200
const BEGINNING = `log_${'0'.repeat(26)}`

/**
 * Follows the log as Server-Sent Events: an `entry` for each request, under its id, and `lost` when requests were lost. Starts
 * after `since`, or now. Throws 503 if the recent log doesn't answer at the start. Ends after 15 minutes, or when the caller
 * may no longer read the log.
 */
export async function tail(c: Context<SignedIn>, filters: LogFilters, since: string | undefined): Promise<Response> {
	const {
		env,
		var: { principal_now },
	} = c
	const position = await positionAt(env, since)
	const { reader } = openDatabase(env.DB, 'first-unconstrained')
	const mayRead = async () => (await principal_now(reader))?.permissions.has('platform.read') ?? false
	return streamSSE(c, async (stream) => {
		const endsAt = Date.now() + LASTS_MS
		await stream.writeSSE({ event: 'open', data: '', retry: POLL_MS })
		let sentAt = Date.now()
		while (!stream.aborted && Date.now() < endsAt && (await mayRead())) {
			const { hasSent, has_more } = await follow(stream, { env, db: reader, filters, position })
			if (hasSent) sentAt = Date.now()
			else if (Date.now() - sentAt >= HEARTBEAT_MS) {
				await stream.write(':\n\n')
				sentAt = Date.now()
			}
			if (!has_more) await stream.sleep(POLL_MS)
		}
	})
}

interface Position {
	/** The last entry that was read, whether or not it passed the filters. */
	since: string
	/** How many requests had been lost by then. */
	lost: number
}

interface Follower {
	env: Env
	db: Database['reader']
	filters: LogFilters
	/** Each call of `follow` advances it. */
	position: Position
}

async function positionAt(env: Env, since: string | undefined): Promise<Position> {
	await flushNow(env)
	const page = await orUnavailable(recentLog(env).read({ filters: {}, limit: 0 }))
	return { since: since ?? page.newest_id ?? BEGINNING, lost: page.lost }
}

/** Sends what came after the position. Sends nothing if the recent log doesn't answer; the next call tries again. */
async function follow(
	stream: SSEStreamingApi,
	{ env, db, filters, position }: Follower,
): Promise<{ hasSent: boolean; has_more: boolean }> {
	const query = { filters, since: position.since, limit: BATCH, end: 'oldest' as const }
	const page = await inTime(recentLog(env).read(query)).catch(() => undefined)
	if (!page) return { hasSent: false, has_more: false }
	const entries = (await toEntries(db, page.entries)).toReversed()
	for (const entry of entries) await stream.writeSSE({ event: 'entry', id: entry.id, data: JSON.stringify(entry) })
	const hasLost = page.lost > position.lost
	if (hasLost) await stream.writeSSE({ event: 'lost', data: JSON.stringify({ lost: page.lost }) })
	position.lost = page.lost
	// Entries that the filters dropped needn't be read again.
	position.since = (page.has_more ? entries.at(-1)?.id : page.newest_id) ?? position.since
	return { hasSent: entries.length > 0 || hasLost, has_more: page.has_more }
}
