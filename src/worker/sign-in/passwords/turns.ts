import { rateLimited, unavailable } from '../../ground/http/errors.ts'
import type { Refusal } from '../../ground/http/reasons.ts'

// Turns limit how many hashes an isolate has in flight, and how long each may take. The hashers put them in order.

/** What an operation that hashes refuses: the second hash of a user, and any hash while too many wait. */
export const BUSY: Refusal[] = [429, 503].map((status) => ({ status, reason: 'auth.busy' }))

const MAX_IN_FLIGHT = 100
/** How long a hash may take, with its wait. A hundred of them take six seconds on two cores. */
const MAX_WAIT_MS = 15_000

interface Turn {
	/** Whose password it is. They have one turn at a time; undefined for somebody without such a limit. */
	who: string | undefined
	until: number
}

/** The turns of an isolate for hashes of one priority. */
export function newTurns() {
	const turns = new Set<Turn>()

	/** Throws a 429 if `who` has a turn, and a 503 if no turn is left. */
	function requireTurn(who?: string): void {
		for (const other of turns) {
			// A request whose client leaves never gets to its `finally`.
			if (other.until < Date.now()) turns.delete(other)
			else if (who !== undefined && other.who === who) throw rateLimited(1, 'auth.busy')
		}
		if (turns.size >= MAX_IN_FLIGHT) throw unavailable('auth.busy', 5)
	}

	/** Makes a hash in a turn of `who`. `hash` gets the time at which it's given up, and then the 503 is thrown too. */
	async function take<T>(who: string | undefined, hash: (until: number) => Promise<T | undefined>): Promise<T> {
		requireTurn(who)
		const turn = { who, until: Date.now() + MAX_WAIT_MS }
		turns.add(turn)
		try {
			const made = await hash(turn.until)
			if (made === undefined) throw unavailable('auth.busy', 5)
			return made
		} finally {
			turns.delete(turn)
		}
	}

	return { requireTurn, take }
}
