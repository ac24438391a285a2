import type { Variables } from '../../context.ts'
import { onForget } from '../../isolate.ts'
import { cacheReads } from '../metrics/counters.ts'
import { awayFor } from './away.ts'
import { PLATFORM } from './columns.ts'
import { type Copy, orCopy } from './copies.ts'
import type { Database } from './database.ts'

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
export const USUAL_WEIGHT = 1_600

/** How old what the runtime asks for may be, in milliseconds. */
export const FRESH_MS = 5_000

/** How long an outage of D1 it covers. */
export const OUTAGE_MS = 60_000

interface Options<V> {
	/** Under what name its hits and misses are counted. */
	name?: string
	/**
	 * How long an outage of D1 its entries cover, in milliseconds. An old value beats none. Anyone who asks as often as an entry may be kept
	 * finds one that's at most twice as old when the outage begins, so that's how much older it may be.
	 */
	standsInFor?: number
	/** Whether a value may be returned again like that. What refuses somebody may not. */
	isUsable?: (value: V) => boolean
	/** Keeps this one value for a different time. */
	keptForOf?: (value: V) => number
	/** About how many bytes of memory a value takes, for values that callers can make large. */
	weightOf?: (value: V) => number
}

interface Entry<V> extends Copy<V> {
	weight: number
}

export type IsolateCache<V> = ReturnType<typeof isolateCache<V>>

/**
 * Caches what this isolate last read for `keptFor` milliseconds. It holds values and never promises, because one request
 * can't await another's. When the entries exceed 8 MB together, the oldest go first.
 */
export function isolateCache<V>(
	keptFor: number,
	{
		name = 'others',
		standsInFor = 0,
		isUsable = () => true,
		keptForOf = () => keptFor,
		weightOf = () => USUAL_WEIGHT,
	}: Options<V> = {},
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
	const fresh = (key: string, at: number): Copy<V> | undefined => {
		const known = entries.get(key)
		const isFresh = known !== undefined && at - known.readAt < keptForOf(known.value)
		reads[isFresh ? 'hit' : 'miss'] += 1
		return isFresh ? known : undefined
	}
	const copy = (key: string, at: number): Copy<V> | undefined => {
		const known = entries.get(key)
		const isYoung = known && at - known.readAt < standsInFor + 2 * keptFor && awayFor() < standsInFor
		return isYoung && isUsable(known.value) ? known : undefined
	}
	/** Keeps what a read finds that begins now. One that began before `forget` may have seen the old state. */
	const keeper = (readAt: number) => {
		const before = generation
		return (key: string, value: V | undefined) => {
			if (value !== undefined && before === generation) keep(key, value, readAt)
		}
	}
	const clear = () => {
		generation += 1
		total = 0
		entries.clear()
	}
	onForget(clear)
	return {
		/** The value if it's younger than `keptFor`. */
		fresh,
		/** The value if it may stand in for D1. */
		copy,
		keeper,
		/**
		 * The cached value, or else the result of `read`. An undefined result isn't cached. If the read fails, a usable entry stands in;
		 * with `db` also if D1 is slow, and the response says so.
		 */
		async get(key: string, read: () => Promise<V | undefined>, db?: Database['reader']): Promise<V | undefined> {
			const at = Date.now()
			const known = fresh(key, at)
			if (known) return known.value
			const kept = keeper(at)
			const reading = async () => {
				const value = await read()
				kept(key, value)
				return value
			}
			if (db) return orCopy(db, () => copy(key, at), reading)
			try {
				return await reading()
			} catch (error) {
				const old = copy(key, at)
				if (old) return old.value
				throw error
			}
		},
		/** The values of all `keys`. One `read` returns those that aren't cached. */
		async getAll(
			keys: string[],
			read: (missing: string[]) => Promise<ReadonlyMap<string, V>>,
		): Promise<Map<string, V>> {
			const at = Date.now()
			const values = new Map<string, V>()
			const missing: string[] = []
			for (const key of keys) {
				const known = fresh(key, at)
				if (known) values.set(key, known.value)
				else missing.push(key)
			}
			if (missing.length === 0) return values
			const kept = keeper(at)
			for (const [key, value] of await read(missing)) {
				values.set(key, value)
				kept(key, value)
			}
			return values
		},
		/** Drops everything. Call it after you write to what the cache reads. After a dry run it drops nothing: nothing was written. */
		forget: (c?: { var: Pick<Variables, 'dry_run'> }) => {
			if (!c?.var.dry_run) clear()
		},
	}
}

/** Caches what orgs and the platform have of a thing. No org's entry pushes the platform's out. */
export function layeredCache<V>(name: string, weightOf: (value: V) => number) {
	const options = { standsInFor: OUTAGE_MS, weightOf }
	const ofOrgs = isolateCache<V>(FRESH_MS, { name, ...options })
	const ofPlatform = isolateCache<V>(FRESH_MS, { name: `platform_${name}`, ...options })
	const forget: typeof ofOrgs.forget = (c) => {
		ofOrgs.forget(c)
		ofPlatform.forget(c)
	}
	return { of: (owner: string) => (owner === PLATFORM ? ofPlatform : ofOrgs), forget }
}
