import { REASONS, statusesOf } from '../../ground/http/reasons.ts'
import { counters, isolateName } from '../../ground/metrics/counters.ts'
import { family, histograms, type Sample } from './text.ts'

/** The reasons of a 503, and those of them that a call of D1 ends with. Each is 0 before its first event, so that a rate sees the first one. */
const UNAVAILABLE = Object.entries(REASONS).flatMap(([reason, entry]) =>
	statusesOf(entry).includes(503) ? [reason] : [],
)
const OF_D1 = UNAVAILABLE.filter((reason) => reason.startsWith('database.'))

export function countedText(): string {
	const isolate = isolateName()
	const { routes, unavailable, d1, d1_errors, caches, log_lost } = counters
	const byReason = (reasons: string[], counts: Map<string, number>) =>
		[...new Map([...reasons.map((reason) => [reason, 0] as const), ...counts])].map(([reason, count]): Sample => [
			{ isolate, reason },
			count,
		])
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
		family(
			'counter',
			'plinth_unavailable_total',
			'Responses with status 503, by reason.',
			byReason(UNAVAILABLE, unavailable),
		),
		histograms('plinth_d1_call_duration_seconds', 'How long calls of D1 took.', [[{ isolate }, d1]]),
		family(
			'counter',
			'plinth_d1_errors_total',
			'Calls of D1 that ended in an outage, by reason.',
			byReason(OF_D1, d1_errors),
		),
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
