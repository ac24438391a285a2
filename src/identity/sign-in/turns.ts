import { unavailable } from '../../http/errors.ts'

// A hash occupies the only thread of its isolate for some 200 ms. So hashes take turns, and other requests are answered in
// between. A turn is reserved by its time alone: a request that is cancelled while it waits blocks nobody.

/** A turn while none waits. The longer the queue, the longer the turns: a flood of hashes leaves nine tenths of the time. */
const TURN_MS = 250
/** How long a hash may wait for its turn: eleven are in flight at most. */
const MAX_WAIT_MS = 10_000

/** How many times as long as a hash took the queue rests after it. A busy machine takes longer than a turn for a hash. */
const REST = 3

/**
 * Gives a function that runs a hash when its turn comes. `share` is what the hash costs: 1 for one of the usual cost. It throws
 * the 503 when too many are waiting.
 */
export function newTurns(): <T>(share: number, hash: () => T) => Promise<T> {
	// This clock is not the wall clock, which may be set back.
	let freeAt = 0
	let restsUntil = 0
	const rest = () => restsUntil - performance.now()
	return async (share, hash) => {
		const at = performance.now()
		const wait = Math.max(0, freeAt - at)
		if (wait > MAX_WAIT_MS) throw unavailable('auth.busy', Math.ceil(wait / 1000))
		freeAt = at + wait + (TURN_MS + wait / 4) * share
		if (wait > 0) {
			await scheduler.wait(wait)
			while (rest() > 0) await scheduler.wait(rest())
		}
		const began = performance.now()
		const result = hash()
		const ended = performance.now()
		restsUntil = ended + REST * (ended - began)
		return result
	}
}
