import { unavailable } from '../../http/errors.ts'

// Turns limit how many hashes an isolate has in flight, and how long each may take. The hashers put them in order.

const MAX_IN_FLIGHT = 100
/** How long a hash may take, with its wait. A hundred of them take six seconds on two cores. */
const MAX_WAIT_MS = 15_000

/**
 * Returns a function that makes a hash if there's a turn left. `hash` gets the time at which it's given up. The function throws a
 * 503 if too many hashes are in flight, or if `hash` gives up.
 */
export function newTurns(): <T>(hash: (until: number) => Promise<T | undefined>) => Promise<T> {
	const turns = new Set<{ until: number }>()
	return async (hash) => {
		const turn = { until: Date.now() + MAX_WAIT_MS }
		// A request whose client leaves never gets to its `finally`.
		for (const other of turns) if (other.until < Date.now()) turns.delete(other)
		if (turns.size >= MAX_IN_FLIGHT) throw unavailable('auth.busy', 5)
		turns.add(turn)
		try {
			const made = await hash(turn.until)
			if (made === undefined) throw unavailable('auth.busy', 5)
			return made
		} finally {
			turns.delete(turn)
		}
	}
}
