import { unavailable } from '../../http/errors.ts'

// Hashes take turns, which leaves the processor to other requests. A turn is reserved by its time alone: a request that is
// cancelled while it waits blocks nobody.

/** A turn while none waits. The longer the queue, the longer the turns: a flood of hashes leaves most of the time. */
const TURN_MS = 500
/** How long a hash may wait for its turn. It bounds how many are in flight. */
const MAX_WAIT_MS = 5_000

/**
 * Gives a function that runs a hash when its turn comes. `share` is what the hash costs: 1 for one of the usual cost. It throws
 * the 503 when too many are waiting.
 */
export function newTurns(): <T>(share: number, hash: () => Promise<T>) => Promise<T> {
	// This clock is not the wall clock, which may be set back.
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
