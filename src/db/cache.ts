import type { Variables } from '../context.ts'
import { cacheReads } from '../metrics/counters.ts'

const MAX_ENTRIES = 5_000

/** Puts an entry into a per-isolate map and drops the oldest entries beyond 5,000. */
export function remember<K, V>(entries: Map<K, V>, key: K, value: V) {
	entries.delete(key)
	entries.set(key, value)
	if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value as K)
}

/** How much one cache may hold: the sum of its values' estimated sizes, in bytes. An isolate has 128 MB for everything. */
const MAX_WEIGHT = 8_000_000

/** The size of a value whose cache doesn't estimate it: 5,000 of them fit. */
const USUAL_WEIGHT = 1_600

interface Options<V> {
	/** Under what name its hits and misses are counted. */
	name?: string
	/** An entry younger than this, in milliseconds, is returned again when a read fails. An old value beats none. */
	usableFor?: number
	/** Keeps this one value for a different time. */
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
 * Caches what this isolate last read for `keptFor` milliseconds. It holds values and never promises, because one request
 * can't await another's. When the entries exceed 8 MB together, the oldest go first.
 */
export function isolateCache<V>(
	keptFor: number,
	{ name = 'others', usableFor = keptFor, keptForOf = () => keptFor, weightOf = () => USUAL_WEIGHT }: Options<V> = {},
) {
	const reads = cacheReads(name)
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
	const freshAt = (at: number, key: string): Entry<V> | undefined => {
		const known = entries.get(key)
		const isFresh = known !== undefined && at - known.readAt < keptForOf(known.value)
		reads[isFresh ? 'hit' : 'miss'] += 1
		return isFresh ? known : undefined
	}
	return {
		/** The cached value, or else the result of `read`. An undefined result isn't cached. */
		async get(key: string, read: () => Promise<V | undefined>): Promise<V | undefined> {
			const readAt = Date.now()
			const fresh = freshAt(readAt, key)
			if (fresh) return fresh.value
			const before = generation
			try {
				const value = await read()
				// A read that began before `forget` may have seen the old state.
				if (value !== undefined && before === generation) keep(key, value, readAt)
				return value
			} catch (error) {
				const known = entries.get(key)
				if (known && before === generation && readAt - known.readAt < usableFor) return known.value
				throw error
			}
		},
		/** The values of all `keys`. One `read` returns those that aren't cached. */
		async getAll(
			keys: string[],
			read: (missing: string[]) => Promise<ReadonlyMap<string, V>>,
		): Promise<Map<string, V>> {
			const readAt = Date.now()
			const values = new Map<string, V>()
			const missing: string[] = []
			for (const key of keys) {
				const fresh = freshAt(readAt, key)
				if (fresh) values.set(key, fresh.value)
				else missing.push(key)
			}
			if (missing.length === 0) return values
			const before = generation
			for (const [key, value] of await read(missing)) {
				values.set(key, value)
				if (before === generation) keep(key, value, readAt)
			}
			return values
		},
		/** Drops everything. Call it after you write to what the cache reads. After a dry run it drops nothing: nothing was written. */
		forget: (c?: { var: Pick<Variables, 'dry_run'> }) => {
			if (c?.var.dry_run) return
			generation += 1
			total = 0
			entries.clear()
		},
	}
}
