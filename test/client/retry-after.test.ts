import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asked } from '../../src/tools/config-api.ts'
import { clientOf } from '../../src/tools/proof/instance.ts'
import { remoteD1 } from '../../src/tools/remote.ts'

// How long the tools wait for who has no room for a call, and how often.

const URL = 'https://plinth.example.com'
const NOW = Date.parse('2026-03-01T12:00:00Z')
/** When it was called, in milliseconds from the first call. */
let calls: number[] = []

beforeEach(() => {
	vi.useFakeTimers({ now: NOW })
	vi.stubEnv('PLINTH_TOKEN', 'token')
	calls = []
})
afterEach(() => {
	vi.useRealTimers()
	vi.unstubAllGlobals()
	vi.unstubAllEnvs()
})

const TOOLS = {
	'a command': async () => (await asked(URL, '/v1/admin/config', {})).status,
	'the proof': async () => (await clientOf(URL, new AbortController().signal).call({ path: '/v1/me' })).status,
	'a migration': () =>
		remoteD1({ address: URL, token: 'token' }, 'db')
			.prepare('SELECT 1')
			.run()
			.then(
				() => 200,
				() => 429,
			),
}

/** Calls by a tool until it's answered, or gives up. The first `times` answers are 429. */
async function called(tool: keyof typeof TOOLS, retryAfter: string, times: number): Promise<number> {
	vi.stubGlobal('fetch', () => {
		calls.push(Date.now() - NOW)
		const isBusy = calls.length <= times
		const headers = { 'X-Trace-Id': '0'.repeat(32), ...(isBusy && { 'Retry-After': retryAfter }) }
		const body = { success: true, result: [{ results: [] }] }
		return Promise.resolve(Response.json(body, { status: isBusy ? 429 : 200, headers }))
	})
	const status = TOOLS[tool]()
	await vi.runAllTimersAsync()
	return status
}

const NAMES = Object.keys(TOOLS) as (keyof typeof TOOLS)[]

test.each(
	NAMES.flatMap((tool) =>
		[
			['7', 7_000],
			['2.5', 2_500],
			['Sun, 01 Mar 2026 12:00:09 GMT', 9_000],
			['31536000', 300_000],
		].map(([text, ms]) => [tool, text, ms] as [typeof tool, string, number]),
	),
)('%s waits for Retry-After: %s', async (tool, text, ms) => {
	expect(await called(tool, text, 1)).toBe(200)
	expect(calls).toEqual([0, ms])
})

test.each(
	NAMES.flatMap((tool) => ['0', '-5', 'soon', 'Sun, 01 Mar 2026 11:00:00 GMT'].map((text) => [tool, text] as const)),
)('%s pauses although it is told Retry-After: %s, and gives up in the end', async (tool, text) => {
	expect(await called(tool, text, Infinity)).toBe(429)
	expect(calls.length).toBeLessThanOrEqual(10)
	const pauses = calls.slice(1).map((at, index) => at - (calls[index] as number))
	expect(Math.min(...pauses)).toBeGreaterThanOrEqual(500)
})
