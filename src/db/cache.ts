import type { Variables } from '../context.ts'

const MAX_ENTRIES = 5_000

/** Puts an entry into a per-isolate map, and drops the oldest entry beyond 5,000. */
export function remember<K, V>(entries: Map<K, V>, key: K, value: V) {
	entries.delete(key)
	entries.set(key, value)
	if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value as K)
}

/** What one cache may hold, in bytes by the estimates of its values. An isolate has 128 MB for everything. */
const MAX_WEIGHT = 8_000_000

/** The weight of a value whose cache names no other: 5,000 of them fit. */
const USUAL_WEIGHT = 1_600

interface Options<V> {
	/** An entry younger than this, in milliseconds, is given again when a read fails. An old answer beats none. */
	usableFor?: number
	/** Another time to keep a single value for. */
	keptForOf?: (value: V) => number
	/** About how many bytes of memory a value takes, for values that callers can make large. */
	weightOf?: (value: V) => number
}

interface Entry<V> {
	value: V
	readAt: number
	weight: number
}

/**
 * A cache of what this isolate last read, for `keptFor` milliseconds. It holds values and never promises, because one request
 * must not await another's. The oldest entries go when all together weigh more than 8 MB.
 */
export function isolateCache<V>(
	keptFor: number,
	{ usableFor = keptFor, keptForOf = () => keptFor, weightOf = () => USUAL_WEIGHT }: Options<V> = {},
) {
	const entries = new Map<string, Entry<V>>()
	let total = 0
	let generation = 0
	const drop = (key: string) => {
		total -= entries.get(key)?.weight ?? 0
		entries.delete(key)
	}
	const keep = (key: string, value: V, readAt: number) => {
		drop(key)
		const weight = weightOf(value)
		entries.set(key, { value, readAt, weight })
		total += weight
		for (const oldest of entries.keys()) {
			if (total <= MAX_WEIGHT) break
			drop(oldest)
		}
	}
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
				if (value !== undefined && before === generation) keep(key, value, readAt)
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
			total = 0
			entries.clear()
		},
	}
}
