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

export const systemClock: Clock = {
	now: () => Date.now(),
	monotonic: () => performance.now(),
	after(ms, run, isBackground = false) {
		const timer: unknown = setTimeout(run, ms)
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

/** What the promise gives, or `LATE` when the time is over. Throws the reason of the signal. */
export function within<T>(
	clock: Clock,
	ms: number,
	promise: Promise<T>,
	signal?: AbortSignal,
): Promise<T | typeof LATE> {
	return new Promise((resolve, reject) => {
		const end = () => {
			stop()
			signal?.removeEventListener('abort', abort)
		}
		const abort = () => {
			end()
			reject(signal?.reason)
		}
		const stop = clock.after(Math.max(ms, 0), () => {
			end()
			resolve(LATE)
		})
		signal?.addEventListener('abort', abort, { once: true })
		if (signal?.aborted) abort()
		promise.then(resolve, reject).finally(end)
	})
}

const never = new Promise<never>(() => undefined)

/** Lets so much time pass. Throws the reason of the signal. */
export const sleep = async (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> => {
	await within(clock, ms, never, signal)
}

/** A wait of ours, so that a thousand clients don't come back at the same moment. */
export const jittered = (clock: Clock, ms: number): number => Math.round(ms * (0.5 + clock.random()))
