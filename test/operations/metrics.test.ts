import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { send } from '../support/api.ts'
import { counted, withD1 } from '../support/d1.ts'
import { withAccessLog } from '../support/logged.ts'
import { REASONS, Runtime, statusesOf } from '../support/program.ts'
import { type Family, parse, valueIn } from '../support/prometheus.ts'
import { call, METRICS_TOKEN, moveOn, scrape } from '../support/scraped.ts'
import { admin, unique } from '../support/world.ts'

withAccessLog()

const lost = () => Promise.reject(new Error('D1_ERROR: Network connection lost.'))

describe('who may scrape', () => {
	test('without METRICS_TOKEN the path is 404, like any unknown one', async () => {
		for (const variables of [{ METRICS_TOKEN: undefined }, { METRICS_TOKEN: '' }])
			expect(await call(undefined, variables)).toMatchObject({ status: 404, body: { error: 'not_found' } })
		expect(await call({ Authorization: 'Bearer ' }, { METRICS_TOKEN: '' })).toMatchObject({ status: 404 })
	})

	test('only the token opens it: 401 for any other, for none, and for a platform admin', async () => {
		const { token } = await admin()
		const wrong: Record<string, string>[] = [
			{},
			{ Authorization: `Bearer ${METRICS_TOKEN}x` },
			{ Authorization: `Bearer ${METRICS_TOKEN.slice(0, -1)}` },
			{ Authorization: METRICS_TOKEN },
			{ Authorization: `Basic ${btoa(`x:${METRICS_TOKEN}`)}` },
			{ Authorization: `Bearer ${token}` },
			{ Authorization: 'Bearer ' },
		]
		for (const headers of wrong) {
			const { status, body, headers: response } = await call(headers)
			expect({ headers, status, error: body.error }).toEqual({ headers, status: 401, error: 'auth.unauthorized' })
			expect(response.get('WWW-Authenticate')).toBe('Bearer')
		}
		expect((await call({ Authorization: `bearer ${METRICS_TOKEN}` })).status).toBe(200)
	})

	test("authentication and a response don't need D1: the database is down, and its gauges are missing", async () => {
		vi.spyOn(console, 'error').mockImplementation(() => undefined)
		const up = await scrape()
		expect(valueIn(up, 'plinth_database_up')).toBe(1)
		const down = await withD1(lost, () => scrape())
		expect(valueIn(down, 'plinth_database_up')).toBe(0)
		const isOfDatabase = ([, { samples }]: [string, Family]) => samples.every(({ labels }) => !('isolate' in labels))
		expect([...down].filter(isOfDatabase).map(([name]) => name)).toEqual(['plinth_database_up'])
		expect([...down.keys()]).toContain('plinth_requests_total')
	})

	test("a database that doesn't answer costs the scraper two seconds at most", async () => {
		moveOn(['Date', 'setTimeout', 'clearTimeout'])
		const silent = withD1(
			() => new Promise(() => undefined),
			() => call(),
		)
		await vi.advanceTimersByTimeAsync(2_000)
		expect(valueIn(parse((await silent).body), 'plinth_database_up')).toBe(0)
	})
})

describe('the format', () => {
	test('is text of version 0.0.4 that a strict parser accepts', async () => {
		moveOn()
		const { headers, body } = await call()
		expect(headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8')
		const families = parse(body)
		expect(families.size).toBeGreaterThan(15)
		for (const [name, { help }] of families)
			expect({ name, help }).toEqual({ name, help: expect.stringMatching(/^\S.{9,}\S$/) })
	})

	test('the parser refuses what a scraper would', () => {
		const ok = '# HELP a_total One.\n# TYPE a_total counter\na_total{x="1"} 1\n'
		expect(parse(ok).get('a_total')?.samples).toEqual([{ name: 'a_total', labels: { x: '1' }, value: 1 }])
		for (const bad of [
			ok.slice(0, -1),
			ok.replace('# HELP a_total One.\n', ''),
			`${ok}a_total{x="1"} 2\n`,
			ok.replace('{x="1"}', '{x="1}'),
			ok.replace('} 1', '} one'),
			ok.replaceAll('a_total', 'a'),
			`${ok}${ok}`,
			`${ok}b 1\n`,
		])
			expect(() => parse(bad), bad).toThrow(/./)
	})
})

/** By how much a counter grew between two scrapes. */
const growth = (
	[before, after]: [Map<string, Family>, Map<string, Family>],
	...of: [name: string, labels?: Record<string, string>, ending?: string]
) => (valueIn(after, ...of) ?? 0) - (valueIn(before, ...of) ?? 0)

describe('the counters of the isolate', () => {
	test('requests count under their class and status, with their time', async () => {
		const { token } = await admin()
		const classes: [string, string, string, number][] = [
			['GET', '/healthz', 'probe', 200],
			['GET', '/v1/plans?limit=1', 'api', 200],
			['GET', `/v1/admin/users?limit=1`, 'admin', 200],
			['POST', '/v1/auth/logout', 'sign_in', 401],
			['GET', '/v1/runtime/nothing', 'runtime', 404],
			['GET', '/v1/feature-flags/no.flag/evaluate', 'runtime', 404],
			['POST', '/ofrep/v1/evaluate/flags', 'runtime', 200],
			['GET', '/nothing/here', 'other', 404],
		]
		for (const [method, path, route_class, status] of classes) {
			const before = await scrape()
			const headers = path.startsWith('/v1/auth') ? {} : { Authorization: `Bearer ${token}` }
			const body = method === 'POST' ? { body: { context: { targetingKey: 'x' } } } : {}
			expect({ path, status: (await send(method, path, { headers, ...body })).status }).toEqual({ path, status })
			const after = await scrape()
			const labels = { class: route_class, status: String(status) }
			// The scrapes count too, as probes.
			const more = route_class === 'probe' ? 2 : 1
			const times = growth([before, after], 'plinth_request_duration_seconds', { class: route_class }, '_count')
			const requests = growth([before, after], 'plinth_requests_total', labels)
			expect({ path, requests, times }).toEqual({ path, requests: more, times: more })
		}
	})

	test('calls over RPC count as the class rpc, each with the status that HTTP would have, and write points', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => undefined)
		const points: AnalyticsEngineDataPoint[] = []
		const METRICS_DATASET = { writeDataPoint: (point: AnalyticsEngineDataPoint) => void points.push(point) }
		const runtime = new Runtime(createExecutionContext(), { ...env, METRICS_DATASET })
		const before = await scrape()
		moveOn()
		await runtime.reportRuns([])
		await runtime.reportRuns([{}] as never)
		await runtime.flag(unique('org'), 'no.flag')
		await withD1(lost, () => runtime.listMcp(unique('org')))
		const after = await scrape()
		for (const status of ['200', '400', '404', '503'])
			expect(growth([before, after], 'plinth_requests_total', { class: 'rpc', status })).toBe(1)
		expect(growth([before, after], 'plinth_unavailable_total', { reason: 'database.unreachable' })).toBe(1)
		expect(points.length).toBeGreaterThan(0)
	})

	test('a 503 counts by its reason, and D1 errors by theirs', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => undefined)
		const root = await admin()
		await root.get('/v1/plans?limit=1')
		const before = await scrape()
		const failures = 3
		for (let count = 0; count < failures; count += 1)
			expect((await withD1(lost, () => root.get(`/v1/plans/${unique('plan')}`))).status).toBe(503)
		const after = await scrape()
		const reason = { reason: 'database.unreachable' }
		expect(growth([before, after], 'plinth_unavailable_total', reason)).toBe(failures)
		expect(valueIn(after, 'plinth_d1_errors_total', reason)).toBeGreaterThanOrEqual(failures)
	})

	test('every counter is there, with its help, before its first event', async () => {
		const families = await scrape()
		const zero = (name: string, labels: Record<string, string>) =>
			expect({ name, labels, value: valueIn(families, name, labels) }).toEqual({
				name,
				labels,
				value: expect.any(Number),
			})
		const unavailable = Object.entries(REASONS).filter(([, entry]) => statusesOf(entry).includes(503))
		expect(unavailable.length).toBeGreaterThan(10)
		const of = (name: string) => families.get(name)?.samples.map(({ labels }) => labels.reason)
		expect(of('plinth_unavailable_total')).toEqual(expect.arrayContaining(unavailable.map(([reason]) => reason)))
		zero('plinth_unavailable_total', { reason: 'archive.unavailable' })
		for (const reason of ['database.full', 'database.overloaded', 'database.timeout', 'database.unreachable'])
			expect(of('plinth_d1_errors_total')).toContain(reason)
		zero('plinth_d1_errors_total', { reason: 'database.full' })
		for (const name of ['runtime', 'rpc', 'sign_in', 'api', 'admin', 'probe', 'other'])
			expect(valueIn(families, 'plinth_requests_total', { class: name, status: '200' })).toBeGreaterThanOrEqual(0)
		expect(valueIn(families, 'plinth_log_lost_total')).toBeGreaterThanOrEqual(0)
	})

	test('D1 calls count as the harness counts them, reads of caches as hits and misses', async () => {
		const root = await admin()
		await root.get('/v1/plans?limit=1')
		const before = await scrape()
		const { calls: harness } = await counted(async () => {
			await root.get('/v1/plans?limit=1')
			await root.get('/v1/plans?limit=1')
		})
		const after = await scrape()
		// The second scrape's own call counts as well: it was made before its text was.
		expect(growth([before, after], 'plinth_d1_call_duration_seconds', {}, '_count')).toBe(harness + 1)
		for (const result of ['hit', 'miss'])
			expect(growth([before, after], 'plinth_cache_reads_total', { cache: 'principals', result })).toBe(1)
	})

	test('requests that the access log lost count', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => undefined)
		const down = { getByName: () => ({ append: () => Promise.reject(new Error('down')) }) }
		const before = await scrape()
		await send('GET', '/healthz', { env: { ACCESS_LOG_STREAM: down as unknown as Env['ACCESS_LOG_STREAM'] } })
		expect(growth([before, await scrape()], 'plinth_log_lost_total')).toBeGreaterThan(0)
	})

	test('all of them carry the same isolate', async () => {
		const isolates = [...(await scrape()).values()].flatMap(({ samples }) =>
			samples.flatMap(({ labels }) => labels.isolate ?? []),
		)
		expect(new Set(isolates).size).toBe(1)
		expect(isolates[0]).toMatch(/^[\da-f]{8}$/)
	})
})

describe('the points in Analytics Engine', () => {
	/** Requests with a dataset that keeps its points. */
	function dataset() {
		const points: AnalyticsEngineDataPoint[] = []
		const METRICS_DATASET = { writeDataPoint: (point: AnalyticsEngineDataPoint) => void points.push(point) }
		const request = (path: string, headers = {}) =>
			send('GET', path, { headers, env: { METRICS_DATASET, METRICS_TOKEN } as unknown as Partial<Env> })
		return { points, request }
	}

	test('an isolate writes one a second at most, and their sums are what it counted', async () => {
		const start = Date.now() + 86_400_000
		vi.useFakeTimers({ now: start, toFake: ['Date'] })
		const { points, request } = dataset()
		await request('/healthz')
		points.length = 0
		const sent = 37
		for (let count = 0; count < sent; count += 1) {
			vi.setSystemTime(start + 1_000 + count * 100)
			await request('/nothing/here')
		}
		vi.setSystemTime(start + 20_000)
		await request('/healthz')
		expect(points.length).toBeLessThanOrEqual(5)
		const sum = (at: number) => points.reduce((total, { doubles = [] }) => total + Number(doubles[at]), 0)
		// The requests, and those with a 4xx.
		expect([sum(0), sum(1)]).toEqual([sent + 1, sent])
		for (const { doubles = [], blobs = [], indexes = [] } of points) {
			expect(doubles).toHaveLength(20)
			expect(doubles.every((one) => Number.isFinite(one) && one >= 0)).toBe(true)
			expect(blobs[0]).toMatch(/^[\da-f]{8}$/)
			expect(indexes).toHaveLength(1)
		}
	})

	test("a dataset that refuses a point doesn't fail a request", async () => {
		vi.useFakeTimers({ now: Date.now() + 2 * 86_400_000, toFake: ['Date'] })
		const writeDataPoint = () => {
			throw new TypeError('refused')
		}
		const variables = { METRICS_DATASET: { writeDataPoint } } as unknown as Partial<Env>
		expect((await send('GET', '/healthz', { env: variables })).status).toBe(200)
	})
})
