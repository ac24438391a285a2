import { OF_OUTBOUND } from '../../ground/http/outbound-reasons.ts'
import { inTime, recentLog } from './buffer.ts'
import { idAt } from './recent/ids.ts'

const WINDOW_MS = 5 * 60_000

/** What's wrong with a server that a caller named. The mail server is ours. */
const OF_TARGETS = Object.keys(OF_OUTBOUND).filter((reason) => !reason.startsWith('smtp.'))

/** How many 5xx responses the recent log has of the last five minutes, `most` at most, without those of servers that callers named. Undefined while nothing is logged. */
export async function recentErrors(env: Env, most: number): Promise<number | undefined> {
	if (env.ACCESS_LOG === 'off') return undefined
	const since = idAt(Date.now() - WINDOW_MS)
	const query = { filters: { status_class: '5xx' as const }, except: OF_TARGETS, since, limit: most }
	const { entries } = await inTime(recentLog(env).read(query))
	return entries.length
}
