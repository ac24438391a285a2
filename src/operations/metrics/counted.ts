import { counters, isolateName } from '../../metrics/counters.ts'
import { family, histograms, type Sample } from './text.ts'

/** What this isolate has counted, as text. */
export function countedText(): string {
	const isolate = isolateName()
	const { routes, unavailable, d1, d1_errors, caches, log_lost } = counters
	const byReason = (counts: Map<string, number>) =>
		[...counts].map(([reason, count]): Sample => [{ isolate, reason }, count])
	return [
		family(
			'counter',
			'plinth_requests_total',
			'Responses by class of the route and status.',
			Object.entries(routes).flatMap(([name, { statuses }]) =>
				[...statuses].map(([status, count]): Sample => [{ isolate, class: name, status: String(status) }, count]),
			),
		),
		histograms(
			'plinth_request_duration_seconds',
			'How long responses took, by class of the route.',
			Object.entries(routes).map(([name, { duration }]) => [{ isolate, class: name }, duration]),
		),
		family('counter', 'plinth_unavailable_total', 'Responses with status 503, by reason.', byReason(unavailable)),
		histograms('plinth_d1_call_duration_seconds', 'How long calls of D1 took.', [[{ isolate }, d1]]),
		family('counter', 'plinth_d1_errors_total', 'Calls of D1 that ended in an outage, by reason.', byReason(d1_errors)),
		family(
			'counter',
			'plinth_cache_reads_total',
			'Reads of the caches of the isolate, by result.',
			[...caches].flatMap(([cache, reads]) =>
				(['hit', 'miss'] as const).map((result): Sample => [{ isolate, cache, result }, reads[result]]),
			),
		),
		family('counter', 'plinth_log_lost_total', 'Requests that never reached the recent access log.', [
			[{ isolate }, log_lost],
		]),
	].join('')
}
