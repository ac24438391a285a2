// The Worker gives D1, the access log and its archive five seconds to answer. A busy machine may need more, so these deadlines
// never expire on their own in tests. A test of a deadline fakes the timers and advances them.

const DEADLINE_MS = 5_000

const { setTimeout: start } = globalThis

/** Replaces `setTimeout` for the Worker and all test files, which share one global scope. */
export function dropDeadlines(): void {
	const setTimeout = (...args: Parameters<typeof start>) => (args[1] === DEADLINE_MS ? 0 : start(...args))
	Object.assign(globalThis, { setTimeout })
}
