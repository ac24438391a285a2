import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { isAway } from './away.ts'
import type { IsolateCache } from './cache.ts'
import { allOf, type Copy, orCopy } from './copies.ts'
import type { Database } from './database.ts'

type Reader = Database['reader']
type Statement = BatchItem<'sqlite'>

/** A value that an isolate caches, and how to read it from D1. Several of them are read in one batch. */
export interface Reading<V> {
	fresh: (at: number) => Copy<V> | undefined
	copy: (at: number) => Copy<V> | undefined
	/** Whether a replica may answer. Never for what refuses somebody, such as pauses, nor for secrets. */
	mayLag: boolean
	/** A read that begins at `at`: its statements, and what keeps and returns the value that their rows make. */
	begin: (db: Reader, at: number) => { statements: readonly Statement[]; take: (rows: unknown[]) => V }
}

/** How `key` of `cache` is read. Undefined isn't cached. */
export function reading<V, const S extends readonly Statement[]>(
	cache: IsolateCache<NonNullable<V>>,
	key: string,
	statementsOf: (db: Reader) => S,
	valueOf: (rows: BatchResponse<S>) => V,
	{ mayLag = false }: { mayLag?: boolean } = {},
): Reading<V> {
	return {
		mayLag,
		fresh: (at) => cache.fresh(key, at),
		copy: (at) => cache.copy(key, at),
		begin: (db, at) => {
			const keep = cache.keeper(at)
			return {
				statements: statementsOf(db),
				take: (rows) => {
					const value = valueOf(rows as BatchResponse<S>)
					keep(key, value ?? undefined)
					return value
				},
			}
		},
	}
}

/**
 * The values of all readings: those that are cached from the isolate, the others in one batch: at the primary, or at a replica
 * if that may answer all of them and the primary isn't away. While D1 doesn't answer, usable copies of the others stand in. At most one D1 call.
 */
export async function readTogether<const R extends readonly Reading<unknown>[]>(
	db: Reader,
	readings: R,
): Promise<{ -readonly [Index in keyof R]: R[Index] extends Reading<infer V> ? V : never }> {
	const at = Date.now()
	const known = new Map(readings.map((one) => [one, one.fresh(at)]))
	const missing = readings.filter((one) => !known.get(one))
	if (missing.length > 0) {
		const copies = () => allOf(missing.map((one) => one.copy(at)))
		const read = await orCopy(db, copies, () =>
			readNow(!isAway() && missing.every(({ mayLag }) => mayLag) ? db.replica() : db.primary(), missing, at),
		)
		for (const [index, one] of missing.entries()) known.set(one, { value: read[index], readAt: at })
	}
	return readings.map((one) => known.get(one)?.value) as never
}

async function readNow(db: Reader, readings: Reading<unknown>[], at: number): Promise<unknown[]> {
	const begun = readings.map((one) => one.begin(db, at))
	const [first, ...others] = begun.flatMap(({ statements }) => statements)
	const rows: unknown[] = first ? await db.batch([first, ...others]) : []
	return begun.map(({ statements, take }) => take(rows.splice(0, statements.length)))
}
