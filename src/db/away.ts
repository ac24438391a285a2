// Whether D1 answers, as far as this isolate knows.

/** How long a read may take where a copy of an earlier one is at hand, in milliseconds. */
export const PATIENCE_MS = 1_500

/** How often an isolate asks D1 whether it's back, in milliseconds. */
export const PROBED_EVERY_MS = 2_000

/** When this isolate last asked D1 whether it's back; undefined while D1 answers. */
let probed_at: number | undefined

/** D1 answered a call after `ms`. One that answers too late to be waited for isn't back. */
export function noteAnswer(ms: number) {
	if (ms <= PATIENCE_MS) probed_at = undefined
}

/** A call failed, or took longer than anybody waits. */
export function noteOutage() {
	probed_at ??= Date.now()
}

export const isAway = () => probed_at !== undefined

/** Whether the caller is the one that asks D1 again. True once in two seconds. */
export function mayProbe(): boolean {
	if (probed_at === undefined || Date.now() - probed_at < PROBED_EVERY_MS) return false
	probed_at = Date.now()
	return true
}
