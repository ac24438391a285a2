import type { KeptEntry } from '../entry.ts'
import { unavailable } from '../../../http/errors.ts'
import { inTime, logStream, settle } from '../buffer.ts'

const PAGE = 2_000

/** Everything the ring holds, newest first, in parts: what is needed of it at a time is all that is in memory. 503 when the ring does not answer. */
export async function* recentEntries(env: Env): AsyncGenerator<KeptEntry[]> {
	await settle(env)
	const stream = logStream(env)
	let before: string | undefined
	for (;;) {
		const { entries, has_more } = await inTime(stream.read({ filters: {}, before, limit: PAGE })).catch(() => {
			throw unavailable('access_log.unavailable', 5)
		})
		if (entries.length > 0) yield entries
		before = entries.at(-1)?.id
		if (!has_more) return
	}
}
