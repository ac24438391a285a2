import type { KeptEntry } from './entry.ts'
import { logStream, settle } from './buffer.ts'

const PAGE = 2_000

/** Everything the ring holds, newest first, in parts: what is needed of it at a time is all that is in memory. */
export async function* recentEntries(env: Env): AsyncGenerator<KeptEntry[]> {
	await settle(env)
	const stream = logStream(env)
	let before: string | undefined
	for (;;) {
		const { entries, has_more } = await stream.read({ filters: {}, before, limit: PAGE })
		if (entries.length > 0) yield entries
		before = entries.at(-1)?.id
		if (!has_more) return
	}
}
