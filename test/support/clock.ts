import { vi } from 'vitest'

export const DAY_MS = 86_400_000

/** Runs `work` at a later time. */
export async function later(ms: number, work: () => Promise<unknown>): Promise<void> {
	vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] })
	try {
		await work()
	} finally {
		vi.useRealTimers()
	}
}
