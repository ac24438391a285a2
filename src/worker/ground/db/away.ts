// Whether D1 answers, as far as this isolate knows.
import { onForget } from '../../isolate.ts'

/** How long a read may take where a copy of an earlier one is at hand, in milliseconds. */
export const PATIENCE_MS = 1_500

/** How often an isolate asks D1 whether it's back, in milliseconds. */
export const PROBED_EVERY_MS = 2_000

/** Since when D1 doesn't answer, and when this isolate last asked whether it's back; undefined while D1 answers. */
let away: { since: number; probed_at: number } | undefined
onForget(() => (away = undefined))

/** D1 answered a call after `ms`. One that answers too late to be waited for isn't back. */
export function noteAnswer(ms: number) {
	if (ms <= PATIENCE_MS) away = undefined
}

/** A call failed, or took longer than anybody waits. */
export function noteOutage() {
	const at = Date.now()
	away ??= { since: at, probed_at: at }
}

export const isAway = () => away !== undefined

/** For how long D1 hasn't answered, in milliseconds. */
export const awayFor = () => (away ? Date.now() - away.since : 0)

/** Whether the caller is the one that asks D1 again. True once in two seconds. */
export function mayProbe(): boolean {
	if (!away || Date.now() - away.probed_at < PROBED_EVERY_MS) return false
	away.probed_at = Date.now()
	return true
}
