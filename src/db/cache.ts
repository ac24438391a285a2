import type { Variables } from '../context.ts'

const MAX_ENTRIES = 5_000

/** Puts an entry into a per-isolate map, and drops the oldest entry beyond 5,000. */
export function remember<K, V>(entries: Map<K, V>, key: K, value: V) {
	entries.delete(key)
	entries.set(key, value)
	if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value as K)
}

/**
 * A cache of what this isolate last read, for `keptFor` milliseconds. It holds values and never promises, because one request
 * must not await another's. When a read fails, an entry younger than `usableFor` is given again: an old answer beats none.
 * `keptForOf` gives another time for single values.
 */
export function isolateCache<V>(keptFor: number, usableFor = keptFor, keptForOf: (value: V) => number = () => keptFor) {
	const entries = new Map<string, { value: V; readAt: number }>()
	let generation = 0
	return {
		/** The kept value, or what `read` gives. An undefined result is not kept. */
		async get(key: string, read: () => Promise<V | undefined>): Promise<V | undefined> {
			const known = entries.get(key)
			const readAt = Date.now()
			if (known && readAt - known.readAt < keptForOf(known.value)) return known.value
			const before = generation
			try {
				const value = await read()
				// A read that began before `forget` may have seen what was true before it.
				if (value !== undefined && before === generation) remember(entries, key, { value, readAt })
				return value
			} catch (error) {
				if (known && before === generation && readAt - known.readAt < usableFor) return known.value
				throw error
			}
		},
		/** Drops everything. Call it after a write to what was read. After a dry run it drops nothing, since nothing was written. */
		forget: (c?: { var: Pick<Variables, 'dry_run'> }) => {
			if (c?.var.dry_run) return
			generation += 1
			entries.clear()
		},
	}
}
