import { unavailable } from '../../http/errors.ts'

// Hashes take turns, so other requests get the processor too. A turn is only a reserved time: a request that is cancelled while
// it waits blocks nobody.

/** How long a turn is with an empty queue. Turns grow with the queue, so a flood of hashes leaves most of the time to others. */
const TURN_MS = 500
/** How long a hash may wait for its turn. This limits how many are in flight. */
const MAX_WAIT_MS = 5_000

/**
 * Returns a function that runs a hash when its turn comes. `share` is the cost of the hash, 1 for the usual cost. The function
 * throws a 503 when too many are waiting.
 */
export function newTurns(): <T>(share: number, hash: () => Promise<T>) => Promise<T> {
	// A monotonic clock, because the wall clock may jump.
	let freeAt = 0
	return async (share, hash) => {
		const at = performance.now()
		const wait = Math.max(0, freeAt - at)
		if (wait > MAX_WAIT_MS) throw unavailable('auth.busy', Math.ceil(wait / 1000))
		freeAt = at + wait + (TURN_MS + wait / 2) * share
		if (wait > 0) await scheduler.wait(wait)
		return hash()
	}
}
