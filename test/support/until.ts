// The real timer, even while a test fakes timers.
const { setTimeout } = globalThis

/** More time than a test needs on the slowest machine. */
export const LAST_RESORT_MS = 240_000

const CHECKS = 5_000

/** Repeats `check` until it no longer throws. It gives up after a number of checks, not after a time. */
export async function until<T>(check: () => T | Promise<T>): Promise<T> {
	for (let left = CHECKS; ; left -= 1)
		try {
			return await check()
		} catch (error) {
			if (left === 1) throw error
			await new Promise((resolve) => setTimeout(resolve, 20))
		}
}
