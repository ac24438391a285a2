import type * as z from 'zod'
import { flushNow, orUnavailable, recentLog, unreportedLosses } from './buffer.ts'
import { type FacetPart, minuteOf, summed } from './recent/facets.ts'
import type { AccessLogFacets, LogFilters } from './schema.ts'

const MINUTES = 60
const MINUTE_MS = 60_000
const SHOWN = 20

/**
 * Counts the recent log by what the charts show. Each call counts only a part, so that appends get their turn in between.
 * Throws 503 when the object doesn't answer.
 */
export async function facetsOf(
	env: Env,
	filters: LogFilters,
): Promise<{ facets: z.infer<typeof AccessLogFacets>; lost: number }> {
	await flushNow(env)
	const recent = recentLog(env)
	const minutes = Array.from({ length: MINUTES }, (_, index) =>
		minuteOf(new Date(Date.now() - (MINUTES - 1 - index) * MINUTE_MS).toISOString()),
	)
	const parts: FacetPart[] = []
	let lost = 0
	for (let before: string | undefined, more = true; more;) {
		const part = await orUnavailable(recent.facets({ filters, before, since: minutes[0] ?? '' }))
		parts.push(part)
		lost = part.lost
		before = part.next_before ?? undefined
		more = part.next_before !== null
	}
	return { facets: toFacets(parts, minutes), lost: lost + unreportedLosses() }
}

function toFacets(parts: FacetPart[], minutes: string[]) {
	const counts = summed(parts)
	const byMinute = new Map(counts.minute.map(({ value, count }) => [value, count]))
	return {
		entry_count: parts.reduce((sum, { entry_count }) => sum + entry_count, 0),
		oldest_at: parts.findLast(({ oldest_at }) => oldest_at !== null)?.oldest_at ?? null,
		status_classes: counts.status_class,
		paths: counts.path.slice(0, SHOWN),
		countries: counts.country,
		ua_types: counts.ua_type,
		errors: counts.error,
		reasons: counts.reason.slice(0, SHOWN),
		decided_by: counts.decided_by.slice(0, SHOWN),
		minutes: minutes.map((minute) => ({ minute: `${minute}:00.000Z`, count: byMinute.get(minute) ?? 0 })),
	}
}
