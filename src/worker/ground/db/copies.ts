import { type ApiError, apiErrorIn, unavailable } from '../http/errors.ts'
import { isAway, mayProbe, noteOutage, PATIENCE_MS, PROBED_EVERY_MS } from './away.ts'
import type { Database } from './database.ts'

/** Something that was read at `readAt`, in milliseconds. */
export interface Copy<V> {
	value: V
	readAt: number
}

/** The values of all copies, as old as the oldest; undefined if one is missing. */
export function allOf<V>(copies: (Copy<V> | undefined)[]): Copy<V[]> | undefined {
	const found = copies.filter((copy) => copy !== undefined)
	if (found.length < copies.length) return undefined
	return { value: found.map(({ value }) => value), readAt: Math.min(...found.map(({ readAt }) => readAt)) }
}

/** What takes the place of a slow read. */
const TOO_SLOW = Symbol('too slow')

const patience = () =>
	new Promise<typeof TOO_SLOW>((resolve) => {
		setTimeout(() => resolve(TOO_SLOW), PATIENCE_MS)
	})

/** Whether an error says that D1 doesn't answer, and not that it, or we, refused something. */
const isOutage = (error: unknown) => (apiErrorIn(error)?.status ?? 503) >= 500

/**
 * What `read` returns, or the copy if D1 doesn't answer: it fails, takes longer than a second and a half, or did so a moment ago. In
 * that case one request in two seconds continues to read after its response, to learn whether D1 is back. Throws the error of
 * `read` if there is no copy.
 */
export async function orCopy<V>(
	db: Database['reader'],
	copyNow: () => Copy<V> | undefined,
	read: () => Promise<V>,
): Promise<V> {
	const copy = copyNow()
	if (!copy) return read()
	if (isAway()) {
		if (mayProbe()) db.background(read().catch(() => undefined))
		return told(db, copy)
	}
	const reading = read()
	// If nobody waits for it any longer, its error is nobody's.
	reading.catch(() => undefined)
	try {
		const value = await Promise.race([reading, patience()])
		if (value !== TOO_SLOW) return value
		db.background(reading.catch(() => undefined))
	} catch (error) {
		if (!isOutage(error)) throw error
		// What was at hand may have been forgotten meanwhile.
		if (!copyNow()) throw error
	}
	noteOutage()
	const still = copyNow()
	return still ? told(db, still) : reading
}

function told<V>(db: Database['reader'], { value, readAt }: Copy<V>): V {
	db.noteCopy(readAt)
	return value
}

/** The 503 of a call that only a copy would refuse. What the copy lacks may exist by now, and what it forbids may be allowed. */
export const doubted = () => unavailable('database.unreachable', PROBED_EVERY_MS / 1_000)

/** What says that the caller, or what they ask for, isn't allowed, known or there. */
const SAYS_NO = [401, 403, 404, 409]

/** The refusal, or 503 if a copy stood in for D1 and D1 hasn't answered since. */
export const unlessDoubted = (refusal: ApiError, database: Pick<Database, 'is_doubtful'> | undefined): ApiError =>
	database?.is_doubtful() && SAYS_NO.includes(refusal.status) ? doubted() : refusal
