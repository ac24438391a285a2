import { expect, vi } from 'vitest'
import { send } from './api.ts'
import { type Family, parse } from './prometheus.ts'

/** The token that the instance of a test gets. */
export const METRICS_TOKEN = 'a-token-of-the-scraper-0123456789'

/** Scrapes with these headers. */
export const call = (headers: Record<string, string> = { Authorization: `Bearer ${METRICS_TOKEN}` }, variables = {}) =>
	send('GET', '/metrics', { headers, env: { METRICS_TOKEN, ...variables } })

let at = 0

/** Moves the clock to when the gauges that the isolate keeps have expired, never back. Tokens are still valid. */
export function moveOn(toFake: ('Date' | 'setTimeout' | 'clearTimeout')[] = ['Date']) {
	// A test may itself have moved it by the two seconds of a deadline.
	at = Math.max(at, Date.now()) + 15_000
	vi.useFakeTimers({ now: at, toFake })
}

/** What a scraper gets: fresh numbers of the database, and the counters of this isolate. */
export async function scrape(variables = {}): Promise<Map<string, Family>> {
	moveOn()
	const { status, body } = await call(undefined, variables)
	expect(status).toBe(200)
	return parse(body)
}
