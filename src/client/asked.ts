import type { Calls } from './calls.ts'
import { type Clock, monotonic, sleep } from './clock.ts'
import { Stopped } from './errors.ts'
import { isOk } from './transport.ts'

// What a run asked people for, and how they decided.

type State = 'open' | 'granted' | 'declined' | 'lapsed'

interface Asked {
	id: string
	state: State
	poll_after_s: number
}

/** The request of a run that budgets stopped; undefined if it has none. */
export function requestIn(error: unknown): Asked | undefined {
	const { request } = error instanceof Stopped ? (error.details as { request?: Asked | null }) : {}
	return request ?? undefined
}

/** Asks how people decided until they have, or the time is over. While Plinth is away that's as long as a question waits. */
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
		await sleep(clock, Math.min(left, Math.max(1, wait_s) * 1_000), signal)
		const outcome = await calls.ask(
			{ to: 'request', input: { id } },
			{ until: Math.max(until, monotonic(clock) + 1), signal },
		)
		if (!('answer' in outcome) || !isOk(outcome.answer)) continue
		const polled = outcome.answer.body as Asked
		;[now, wait_s] = [polled.state, polled.poll_after_s]
	}
	return now
}
