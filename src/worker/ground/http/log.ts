import { forgettable } from '../../isolate.ts'
import { apiErrorIn } from './errors.ts'

/** Writes one line to the Worker's log. Never pass it a message, a parameter or a header from a caller or a driver. */
export const logError = (record: Record<string, unknown>) => console.error(JSON.stringify(record))

/**
 * What may be logged of an error: the code and the reason of ours, as `unavailable:database.timeout`, or the class of any other.
 * The message may not: it can hold text from a caller or a driver.
 */
export function errorName(error: unknown): string {
	const ours = apiErrorIn(error)
	if (ours) return ours.reason ? `${ours.code}:${ours.reason}` : ours.code
	return error instanceof Error ? error.name : typeof error
}

/** How often an isolate writes a line of the same kind. In an outage every request would write one. */
const EVERY_MS = 1_000

interface Repeated {
	record: Record<string, unknown>
	/** How many times it happened that no line has told yet. */
	count: number
	/** When the first of these happened. */
	since: number
	logged_at: number
}

const repeated = forgettable(new Map<string, Repeated>())

const isDue = ({ logged_at }: Repeated, now: number) => Math.abs(now - logged_at) >= EVERY_MS

function logOne(one: Repeated, now: number) {
	logError({ ...one.record, count: one.count, since: new Date(one.since).toISOString() })
	one.count = 0
	one.logged_at = now
}

/**
 * Logs what happens often under a key: at once, then at most once a second, with how many times it happened since. The last ones
 * wait for `logRest`.
 */
export function logRepeated(key: string, record: Record<string, unknown>) {
	const now = Date.now()
	const one = repeated.get(key) ?? { record, count: 0, since: now, logged_at: -Infinity }
	repeated.set(key, one)
	one.record = record
	if (one.count === 0) one.since = now
	one.count += 1
	if (isDue(one, now)) logOne(one, now)
}

/** Logs what `logRepeated` has counted and not logged yet. Any request calls it, since the last refusal has no successor. */
export function logRest() {
	if (repeated.size === 0) return
	const now = Date.now()
	for (const [key, one] of repeated) {
		if (!isDue(one, now)) continue
		if (one.count > 0) logOne(one, now)
		else repeated.delete(key)
	}
}
