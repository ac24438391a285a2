// The Worker gives D1, the access log and its archive five seconds to answer, and D1 a second and a half where it has a copy. A busy
// machine may need more, so these deadlines never expire on their own in tests. A test of a deadline fakes the timers and advances them.

const DEADLINES_MS: unknown[] = [5_000, 1_500]

const { setTimeout: start } = globalThis

/** Replaces `setTimeout` for the Worker and all test files, which share one global scope. */
export function dropDeadlines(): void {
	const setTimeout = (...args: Parameters<typeof start>) => (DEADLINES_MS.includes(args[1]) ? 0 : start(...args))
	Object.assign(globalThis, { setTimeout })
}
