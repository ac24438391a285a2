import { flushNow, orUnavailable, recentLog } from '../buffer.ts'
import type { KeptEntry } from '../entry.ts'

const PAGE = 2_000

/**
 * Every entry of the recent log, newest first, a page at a time: only one page is in memory. Throws 503 when the recent log
 * doesn't answer.
 */
export async function* recentEntries(env: Env): AsyncGenerator<KeptEntry[]> {
	await flushNow(env)
	const recent = recentLog(env)
	let before: string | undefined
	for (;;) {
		const { entries, has_more } = await orUnavailable(recent.read({ filters: {}, before, limit: PAGE }))
		if (entries.length > 0) yield entries
		before = entries.at(-1)?.id
		if (!has_more) return
	}
}
