import { not, type SQL, type SQLChunk, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { WorkContext } from '../../context.ts'
import type { Statement } from './after-commit.ts'
import { write } from './write.ts'

/** Where a job left off. A job that walks everything keeps its place in D1, so it gets to the end even if every tick is cut off. */
export interface Place {
	/** Where to continue, in the job's own words; null at the beginning. */
	readonly at: string | null
	/** The statement that keeps the next place, for the batch of the step that led there. Null is the beginning again. */
	move: (to: string | SQL | null) => Statement | undefined
}

/** Keeps the place after a step that only reads. */
export async function keepPlace(c: WorkContext, place: Place, to: string | null): Promise<void> {
	const moved = place.move(to)
	if (moved) await write(c, { moved })
}

const list = (values: SQLChunk[]) => sql.join(values, sql`, `)

interface Query<T> {
	orderBy: (...columns: SQLiteColumn[]) => { limit: (count: number) => PromiseLike<T[]> }
}

/**
 * The next rows of a query, at most `size`, in the order of `key`, which are columns of theirs. The first row follows the last. If there are
 * more, the place moves past them before anybody works on them: so rows that fail or hang come again after all others.
 */
export async function nextRows<T extends Record<string, unknown>>(
	c: WorkContext,
	place: Place,
	key: SQLiteColumn[],
	size: number,
	query: (isNext: SQL | undefined) => Query<T>,
): Promise<T[]> {
	const isNext = place.at === null ? undefined : sql`(${list(key)}) > (${list(JSON.parse(place.at) as SQLChunk[])})`
	const read = (where: SQL | undefined, count: number) =>
		query(where)
			.orderBy(...key)
			.limit(count)
	const rows = await read(isNext, size)
	const all = isNext && rows.length < size ? [...rows, ...(await read(not(isNext), size - rows.length))] : rows
	const last = all.length === size ? all.at(-1) : undefined
	const to = last ? JSON.stringify(key.map(({ name }) => last[name])) : null
	if (to !== place.at) await keepPlace(c, place, to)
	return all
}

/** The places of two walks of one job. */
export function twoPlaces(place: Place): [Place, Place] {
	const [first = null, second = null] = [JSON.parse(place.at ?? '[]') as string | null | (string | null)[]].flat()
	const both = [first, second]
	const placeOf = (index: 0 | 1): Place => ({
		at: both[index]?.toString() ?? null,
		move: (to) => {
			// A walk of two knows where it goes.
			both[index] = to as string | null
			return place.move(both.some((at) => at !== null) ? JSON.stringify(both) : null)
		},
	})
	return [placeOf(0), placeOf(1)]
}
