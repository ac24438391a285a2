import { Refusal } from '../api.ts'

/** How often a call is repeated, and the wait if the API doesn't say how long. */
const TIMES = 4
const WAIT_S = 5
/** People who watch a progress bar give up before this. */
const MOST_S = 120

const isTooEarly = (error: unknown): error is Refusal =>
	error instanceof Refusal && (error.status === 429 || error.status === 503)

export const sleep = (seconds: number, signal?: AbortSignal) =>
	new Promise<void>((done) => {
		const timer = setTimeout(done, seconds * 1000)
		signal?.addEventListener('abort', () => {
			clearTimeout(timer)
			done()
		})
	})

/** Makes a call, and repeats it as late as `Retry-After` says while there are too many. For series of calls. */
export async function inTime<T>(call: () => Promise<T>, signal: AbortSignal, left = TIMES): Promise<T> {
	try {
		return await call()
	} catch (error) {
		if (!isTooEarly(error) || left === 0 || signal.aborted) throw error
		const wait_s = error.retry_after_s ?? WAIT_S
		if (wait_s > MOST_S) throw error
		await sleep(wait_s, signal)
		return inTime(call, signal, left - 1)
	}
}
