/** What an answer may ask for, so that a command neither hurries nor hangs. */
const LEAST_MS = 1_000
const MOST_MS = 300_000

/** How long an answer asks to wait: seconds or a date (RFC 9110, 10.2.3). `otherwise` if it says nothing that can be waited for. */
export function retryAfter(headers: Headers, otherwise = LEAST_MS): number {
	const text = headers.get('Retry-After')?.trim() ?? ''
	const ms = /^\d+(\.\d+)?$/.test(text)
		? Number(text) * 1_000
		: /^[A-Za-z]/.test(text)
			? Date.parse(text) - Date.now()
			: 0
	return ms > 0 ? Math.min(Math.max(ms, LEAST_MS), MOST_MS) : otherwise
}

/** How often a call is sent that's answered with 429. */
export const TRIES = 10

/** Lets so much time pass, or less if the signal ends it. */
export const paused = (ms: number, signal?: AbortSignal): Promise<void> =>
	new Promise((resolve) => {
		const end = () => {
			clearTimeout(timer)
			signal?.removeEventListener('abort', end)
			resolve()
		}
		const timer = setTimeout(end, ms)
		signal?.addEventListener('abort', end)
		if (signal?.aborted) end()
	})
