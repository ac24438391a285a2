import { inTime, recentLog } from './buffer.ts'
import { idAt } from './recent/ids.ts'

const WINDOW_MS = 5 * 60_000

/** How many 5xx responses the recent log has of the last five minutes, `most` at most. Undefined while nothing is logged. */
export async function recentErrors(env: Env, most: number): Promise<number | undefined> {
	if (env.ACCESS_LOG === 'off') return undefined
	const since = idAt(Date.now() - WINDOW_MS)
	const { entries } = await inTime(recentLog(env).read({ filters: { status_class: '5xx' }, since, limit: most }))
	return entries.length
}
