// When the next attempt follows (spec 6.2). The delays add up to some thirty hours. Each is randomly up to a fifth shorter or
// longer, so a receiver that recovers doesn't get everything at once.

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** The delay after each failed attempt. After the last one the delivery is dead. */
export const DELAYS_MS = [
	5 * SECOND_MS,
	30 * SECOND_MS,
	5 * MINUTE_MS,
	30 * MINUTE_MS,
	2 * HOUR_MS,
	5 * HOUR_MS,
	10 * HOUR_MS,
	12 * HOUR_MS,
]
const JITTER = 0.2
/** The longest that a delivery waits, by `Retry-After`. Our own delays are shorter. */
export const LONGEST_MS = 24 * HOUR_MS

/**
 * Milliseconds from the `failed`-th failed attempt to the next one; undefined if none follows. `Retry-After` can make the delay
 * longer, up to a day, but never shorter.
 */
export function delayAfter(failed: number, retryAfter: string | null): number | undefined {
	const delay = DELAYS_MS[failed - 1]
	if (delay === undefined) return undefined
	const jittered = delay * (1 - JITTER + Math.random() * 2 * JITTER)
	return Math.round(Math.max(jittered, Math.min(askedFor(retryAfter), LONGEST_MS)))
}

/** `Retry-After` in milliseconds from now: seconds, or a date (RFC 9110, 10.2.3). 0 if it's missing or unreadable. */
function askedFor(header: string | null): number {
	if (header === null) return 0
	if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND_MS
	const at = Date.parse(header)
	return Number.isNaN(at) ? 0 : Math.max(0, at - Date.now())
}
