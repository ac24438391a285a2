/** Time, and chance. A test brings its own. */
export interface Clock {
	/** The time that people agree on. It may be moved back, so it's only for what is written as a time. */
	now: () => number
	/** Milliseconds that only go forward, for waits and deadlines. A clock without them counts by `now`. */
	monotonic?: () => number
	/** Calls `run` after so many milliseconds, unless the returned function is called before. In the background it keeps no process alive. */
	after: (ms: number, run: () => void, isBackground?: boolean) => () => void
	/** A number from 0 to 1, as `Math.random`. */
	random: () => number
}

/** A timer of more would end at once. */
const LONGEST_MS = 2 ** 31 - 1

export const systemClock: Clock = {
	now: () => Date.now(),
	monotonic: () => performance.now(),
	after(ms, run, isBackground = false) {
		const timer: unknown = setTimeout(run, Math.min(ms, LONGEST_MS))
		if (isBackground) (timer as { unref?: () => void }).unref?.()
		return () => clearTimeout(timer as number)
	},
	random: () => Math.random(),
}

/** For waits: by no clock that anybody sets. */
export const monotonic = (clock: Clock): number => clock.monotonic?.() ?? clock.now()

/** How long a call may take, and what aborts it. */
export interface CallOptions {
	deadline_ms?: number | undefined
	signal?: AbortSignal | undefined
}

export const LATE = Symbol('late')

/** Calls `late` when the time is over, or `aborted` with the reason of the signal. Returns what ends that. */
function timed(
	clock: Clock,
	ms: number,
	signal: AbortSignal | undefined,
	late: () => void,
	aborted: (reason: unknown) => void,
): () => void {
	const end = () => {
		stop()
		signal?.removeEventListener('abort', abort)
	}
	const abort = () => {
		end()
		aborted(signal?.reason)
	}
	const stop = clock.after(Math.max(ms, 0), () => {
		end()
		late()
	})
	signal?.addEventListener('abort', abort, { once: true })
	if (signal?.aborted) abort()
	return end
}

/**
 * What the promise gives, or `LATE` when the time is over. Throws the reason of the signal. A promise keeps everyone who waits for
 * it until it ends, so it has to.
 */
export const within = <T>(
	clock: Clock,
	ms: number,
	promise: Promise<T>,
	signal?: AbortSignal,
): Promise<T | typeof LATE> =>
	new Promise((resolve, reject) => {
		const end = timed(clock, ms, signal, () => resolve(LATE), reject)
		promise.then(resolve, reject).finally(end)
	})

/** Lets so much time pass. Throws the reason of the signal. */
export const sleep = (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> =>
	new Promise((resolve, reject) => void timed(clock, ms, signal, resolve, reject))

/** A wait of ours, so that a thousand clients don't come back at the same moment. */
export const jittered = (clock: Clock, ms: number): number => Math.round(ms * (0.5 + clock.random()))
