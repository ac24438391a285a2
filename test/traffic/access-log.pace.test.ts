import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { BASE } from '../support/api.ts'
import worker, { newPace } from '../support/program.ts'

test('the pressure is the number of appends a second divided by a hundred', () => {
	const pace = newPace()
	for (let append = 1; append <= 400; append += 1) expect(pace(7_000)).toBe(append / 100)
	// The second before still counts; after two idle seconds it doesn't.
	expect(pace(8_000)).toBe(4)
	expect(pace(10_000)).toBe(0.01)
})

test('an isolate waits longer before each append while there are too many, and then recovers', async () => {
	const appended: number[] = []
	let pressure = 0
	const append = (chunks: { count: number }[]) => {
		appended.push(Date.now())
		return Promise.resolve({ first_ids: chunks.map(() => 'log_01JD6Z5W3T9V7K2M4N8P0Q1R2S'), pressure })
	}
	const ACCESS_LOG_STREAM = { getByName: () => ({ append }) } as unknown as typeof env.ACCESS_LOG_STREAM
	const own = { ...env, ACCESS_LOG: 'on', ACCESS_LOG_STREAM, ACCESS_LOG_DELAY_MS: '100' }
	const ctx = createExecutionContext()
	vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
	/** The time from the first waiting request to the append, `count` times. */
	const delays = async (count: number) => {
		const found: number[] = []
		for (let time = 0; time < count; time += 1) {
			const [since, before] = [Date.now(), appended.length]
			await worker.fetch(new Request(`${BASE}/healthz`), own, ctx)
			while (appended.length === before) await vi.advanceTimersByTimeAsync(100)
			found.push((appended.at(-1) ?? 0) - since)
		}
		return found
	}
	try {
		await delays(8)
		expect(await delays(2)).toEqual([100, 100])
		pressure = 4
		expect(await delays(5)).toEqual([100, 400, 1_600, 5_000, 5_000])
		pressure = 1
		expect(await delays(2)).toEqual([5_000, 5_000])
		pressure = 0.1
		expect((await delays(9)).at(-1)).toBe(100)
	} finally {
		vi.useRealTimers()
	}
	await waitOnExecutionContext(ctx)
})
