import { DELAYS_MS } from '../../src/worker/webhooks/deliveries/schedule.ts'
import { below } from './insert.ts'

/** The result of an attempt, and the least time it took. */
export interface Outcome {
	status_code: number | null
	error: string | null
	response: string
	latency_ms: number
}

export const DELIVERED: Outcome = { status_code: 204, error: null, response: '', latency_ms: 40 }
export const UNAVAILABLE: Outcome = {
	status_code: 503,
	error: 'status.503',
	response: 'Service Unavailable',
	latency_ms: 60,
}
export const TIMED_OUT: Outcome = { status_code: null, error: 'timeout', response: '', latency_ms: 15_000 }
export const REFUSED: Outcome = { status_code: 410, error: 'status.410', response: 'Gone', latency_ms: 30 }

/** The attempts to send an event, spaced as in the schedule. */
export function attemptsOf(endpoint_id: string, event: { id: string; created_at: string }, outcomes: Outcome[]) {
	let at = Date.parse(event.created_at) + 200
	return outcomes.map((outcome, before) => {
		const latency_ms = outcome.latency_ms + below(120)
		at += (DELAYS_MS[before - 1] ?? 0) * (0.8 + below(400) / 1_000) + latency_ms
		return {
			endpoint_id,
			event_id: event.id,
			attempt: before + 1,
			...outcome,
			latency_ms,
			created_at: new Date(at).toISOString(),
		}
	})
}
