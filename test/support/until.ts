// The real one, also while a test has stopped the clock.
const { setTimeout } = globalThis

/** More time than any work of a test takes on the slowest machine. */
export const LAST_RESORT_MS = 240_000

const CHECKS = 5_000

/** Checks until `check` no longer throws, however slow the machine is. The number of checks ends what never comes. */
export async function until<T>(check: () => T | Promise<T>): Promise<T> {
	for (let left = CHECKS; ; left -= 1)
		try {
			return await check()
		} catch (error) {
			if (left === 1) throw error
			await new Promise((resolve) => setTimeout(resolve, 20))
		}
}
