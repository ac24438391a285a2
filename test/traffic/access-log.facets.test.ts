import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { KeptRequest } from '../../src/worker/traffic/access-log/entry.ts'
import type { FacetQuery } from '../../src/worker/traffic/access-log/recent/access-log-stream.ts'
import type { LogFilters } from '../../src/worker/traffic/access-log/schema.ts'
import { append, down, FILTERS, newRecentLog, passes, requestOf, withAccessLog } from '../support/logged.ts'
import { facetsOf, pack } from '../support/program.ts'
import { runsOf } from '../support/property.ts'
import { admin, unique } from '../support/world.ts'

withAccessLog()

// The counts of the recent log for the charts.

/** An environment with a recent log of its own. */
function ownLog() {
	const recent = newRecentLog()
	const calls: FacetQuery[] = []
	const facets = (query: FacetQuery) => {
		calls.push(query)
		return recent.facets(query)
	}
	const stub = { append: () => Promise.resolve([]), facets }
	const own = { ...env, ACCESS_LOG_STREAM: { getByName: () => stub } as unknown as typeof env.ACCESS_LOG_STREAM }
	return { recent, calls, count: async (filters: LogFilters = {}) => (await facetsOf(own, filters)).facets }
}

/** Requests that end a second apart, the last of them now. */
const requests = (count: number, fields: (index: number) => Partial<KeptRequest> = () => ({})) =>
	Array.from({ length: count }, (_, index) =>
		requestOf(index, { timestamp: new Date(Date.now() - (count - index) * 1_000).toISOString(), ...fields(index) }),
	)

const beginning = (path: string) => path.split('/').slice(0, 3).join('/')

/** The counts, computed in the plainest way. */
const counted = (of: KeptRequest[], value: (request: KeptRequest) => string | null) => {
	const counts = new Map<string | null, number>()
	for (const request of of) counts.set(value(request), (counts.get(value(request)) ?? 0) + 1)
	return [...counts]
		.map(([one, count]) => ({ value: one, count }))
		.sort((a, b) => b.count - a.count || ((a.value ?? '') < (b.value ?? '') ? -1 : 1))
}

describe('counts', () => {
	test('cover the entries that pass the filters, whatever the size of chunks', async () => {
		const { recent, count } = ownLog()
		const all = requests(700)
		for (let from = 0, size = 1; from < all.length; from += size, size = (size * 7) % 250 || 1)
			await append(recent, all.slice(from, from + size))
		for (const filters of FILTERS) {
			const mine = all.filter((request) => passes(request, filters))
			const facets = await count(filters)
			expect(facets).toMatchObject({
				entry_count: mine.length,
				oldest_at: mine[0]?.timestamp ?? null,
				status_classes: counted(mine, ({ status_code }) => `${Math.floor(status_code / 100)}xx`),
				paths: counted(mine, ({ path }) => beginning(path)),
				countries: counted(mine, ({ country }) => country),
				ua_types: counted(mine, ({ ua_type }) => ua_type),
				errors: counted(mine, ({ error }) => error).filter(({ value }) => value !== null),
				reasons: counted(mine, ({ reason }) => reason).filter(({ value }) => value !== null),
				decided_by: counted(mine, ({ decided_by }) => decided_by).filter(({ value }) => value !== null),
			})
			const minutes = new Map(facets.minutes.map(({ minute, count: n }) => [minute, n]))
			for (const { value, count: n } of counted(mine, ({ timestamp }) => `${timestamp.slice(0, 16)}:00.000Z`))
				expect(minutes.get(value ?? '')).toBe(n)
		}
	})

	test('have the 20 most frequent paths, and 60 minutes up to now', async () => {
		const { recent, count } = ownLog()
		const old = requests(250, () => ({ timestamp: new Date(Date.now() - 3_700_000).toISOString() }))
		await append(recent, old)
		await append(
			recent,
			requests(240, (index) => ({ path: `/junk-${Math.floor(Math.sqrt(index * 4))}/${index % 2}/x` })),
		)
		const { entry_count, paths, minutes } = await count({ path: '/junk' })
		expect(entry_count).toBe(240)
		expect(paths).toHaveLength(20)
		expect(paths.map(({ count: n }) => n)).toEqual(paths.map(({ count: n }) => n).sort((a, b) => b - a))
		expect(minutes).toHaveLength(60)
		expect(minutes.reduce((sum, { count: n }) => sum + n, 0)).toBe(240)
		const all = await count()
		expect(all.entry_count).toBe(490)
		expect(all.minutes.reduce((sum, { count: n }) => sum + n, 0)).toBe(240)
		const times = all.minutes.map(({ minute }) => Date.parse(minute))
		expect(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) === 60_000)).toBe(true)
	})

	test('are zero for an empty log', async () => {
		const facets = await ownLog().count()
		expect(facets).toMatchObject({ entry_count: 0, oldest_at: null, status_classes: [], paths: [], countries: [] })
		expect(facets.minutes).toHaveLength(60)
	})
})

test('a long log is counted in parts, and appends continue in between', async () => {
	const { recent, count, calls } = ownLog()
	const packed = pack(requests(250))
	const length = runsOf(12_000, 50_000)
	for (let written = 0; written < length; written += 2_000)
		await recent.append(Array.from({ length: 8 }, () => ({ requests: packed, count: 250, max_risk: 1 })))
	const state = { isCounting: true, appends: 0 }
	const counting = count().finally(() => (state.isCounting = false))
	for (; state.isCounting; state.appends += 1) await append(recent, requests(1))
	const { entry_count } = await counting
	expect(entry_count).toBeGreaterThanOrEqual(length)
	expect(calls.length).toBeGreaterThanOrEqual(length / 5_000)
	expect(state.appends).toBeGreaterThan(1)
})

describe('over HTTP', () => {
	const PATH = '/v1/admin/access-log/facets'

	test("the filters are the same as the list's", async () => {
		const root = await admin()
		const path = `/${unique('nowhere')}`
		for (let i = 0; i < 3; i += 1) await root.get(`${path}/a/b`)
		const { status, headers, body } = await root.get(`${PATH}?path=${path}`)
		expect(status).toBe(200)
		expect(headers.get('X-Log-Lost')).toMatch(/^\d+$/)
		expect(body).toMatchObject({
			entry_count: 3,
			status_classes: [{ value: '4xx', count: 3 }],
			paths: [{ value: `${path}/a`, count: 3 }],
		})
		expect(await root.get(`${PATH}?status_code=99`)).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path: 'status_code' }] } },
		})
	})

	test('a recent log that does not answer returns 503', async () => {
		expect(await (await admin()).get(PATH, { env: down })).toMatchObject({
			status: 503,
			body: { details: { reason: 'access_log.unavailable' } },
		})
	})
})
