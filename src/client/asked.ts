import type { Calls } from './calls.ts'
import { type Clock, monotonic, sleep } from './clock.ts'
import { Stopped } from './errors.ts'
import { isOk } from './transport.ts'

// What a run asked people for, and how they decided.

const STATES = ['open', 'granted', 'declined', 'lapsed'] as const
type State = (typeof STATES)[number]

interface Asked {
	id: string
	state: State
	poll_after_s: number
}

/** The request of a run that budgets stopped; undefined if it has none that can be read. */
export function requestIn(error: unknown): Asked | undefined {
	const { request } = error instanceof Stopped ? error.details : {}
	const { id, poll_after_s } = (request ?? {}) as { id?: unknown; poll_after_s?: unknown }
	const state = stateIn(request)
	return typeof id === 'string' && state ? { id, state, poll_after_s: pauseIn(poll_after_s, 1) } : undefined
}

/**
 * Asks how people decided until they have, the time is over, or Plinth refuses to say. While Plinth is away that's as long as a
 * question waits. An answer that doesn't say how the request stands leaves it open.
 */
export async function decisionOf(
	calls: Calls,
	clock: Clock,
	{ id, state, poll_after_s }: Asked,
	until: number,
	signal: AbortSignal | undefined,
): Promise<State> {
	let [now, wait_s] = [state, poll_after_s]
	while (now === 'open') {
		const left = until - monotonic(clock)
		if (left <= 0) break
		await sleep(clock, Math.min(left, wait_s * 1_000), signal)
		const outcome = await calls.ask(
			{ to: 'request', input: { id } },
			{ until: Math.max(until, monotonic(clock) + 1), signal },
		)
		if ('away' in outcome) continue
		if (!isOk(outcome.answer)) break
		const { body } = outcome.answer
		const said = stateIn(body)
		if (said) [now, wait_s] = [said, pauseIn((body as Partial<Asked>).poll_after_s, wait_s)]
	}
	return now
}

const stateIn = (body: unknown): State | undefined =>
	STATES.find((state) => state === (body as { state?: unknown } | null | undefined)?.state)

/** At least a second. */
const pauseIn = (said: unknown, before_s: number): number => (typeof said === 'number' ? Math.max(said, 1) : before_s)
