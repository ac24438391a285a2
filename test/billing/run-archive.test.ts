import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { cutAt } from '../support/cut.ts'
import { sendingBy } from '../support/d1.ts'
import { type Instance, instanceOn } from '../support/instance.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { rowsOfPages } from '../support/pages.ts'
import { archiveRuns, newId, systemContext } from '../support/program.ts'
import { IS_NIGHT, runsOf } from '../support/property.ts'
import { refused } from '../support/reverts.ts'
import { unique } from '../support/world.ts'

const DAY_MS = 86_400_000
const ORGS = 3

let here: Instance
let orgs: string[]
let runs: { run_id: string; org_id: string }[]

/** The same numbers each time. */
function random(seed: number) {
	let state = seed
	return (below: number) => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
		return Math.floor((state / 2_147_483_648) * below)
	}
}

const at = (days_ago: number, minute: number) =>
	new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - days_ago * DAY_MS + minute * 60_000).toISOString()

beforeAll(async () => {
	here = await instanceOn()
	orgs = await Promise.all(
		Array.from({ length: ORGS }, async () => (await here.post('/v1/admin/orgs', { name: unique('org') }, 201)).body.id),
	)
	const next = random(7)
	runs = Array.from({ length: 240 }, (_, index) => {
		const days = [0, 10, 31, 33, 40, 41, 90][next(7)] as number
		const created_at = at(days, next(30))
		const status = ['completed', 'failed', 'cancelled', 'running'][next(4)] as string
		const ended =
			status === 'running' ? {} : { completed_at: new Date(Date.parse(created_at) + next(90) * 60_000).toISOString() }
		return {
			run_id: unique(`run-${index % 5}`),
			org_id: orgs[next(ORGS)] as string,
			status,
			model: `model-${next(3)}`,
			total_cost_usd: next(100) / 1_000,
			total_input_tokens: next(1_000),
			created_at,
			...(days === 0 ? {} : ended),
		}
	})
	for (let sent = 0; sent < runs.length; sent += 80)
		await here.post('/v1/runtime/runs', runs.slice(sent, sent + 80), 200)
})

/** All rows of a list, page by page. */
const walk = (path: string, query: string, limit: () => number) => rowsOfPages(here, `${path}?limit=${limit()}${query}`)

const QUERIES = ['', '&status=failed', '&model=model-1', '&status=completed&model=model-2']

/** Small pages end everywhere, and take as many requests. */
const LIMITS = IS_NIGHT ? [1, 3, 7, 20, 200] : [7, 40, 200]

/** Every list with many filters, and single runs. */
async function everything(seed: number) {
	const next = random(seed)
	const limit = () => LIMITS[next(LIMITS.length)] as number
	const period = `&from=${at(41, 10)}&to=${at(31, 15)}`
	const lists: Record<string, unknown> = {}
	for (const query of [...QUERIES, period, `${period}&status=failed`, `&since=${at(40, 5)}`]) {
		lists[query] = await walk('/v1/admin/runs', query, limit)
		for (const org_id of orgs) {
			lists[org_id + query] = await walk(`/v1/orgs/${org_id}/runs`, query, limit)
			lists[`admin ${org_id}${query}`] = await walk('/v1/admin/runs', `${query}&org_id=${org_id}`, limit)
		}
	}
	const single = await Promise.all(
		runs
			.slice(0, runsOf(20, 60))
			.map(async ({ run_id, org_id }) => [
				(await here.get(`/v1/admin/runs/${run_id}`)).body,
				(await here.get(`/v1/orgs/${org_id}/runs/${run_id}`)).body,
				(await here.get(`/v1/orgs/${orgs.find((id) => id !== org_id)}/runs/${run_id}`)).status,
			]),
	)
	return { lists, single }
}

const move = (bucket: R2Bucket | undefined = env.ARCHIVE) =>
	archiveRuns(systemContext({ ...env, ARCHIVE: bucket }), NO_PLACE)

const COUNTED = `SELECT (SELECT count(*) FROM runs) AS hot, (SELECT coalesce(sum(run_count), 0) FROM run_archives) AS archived,
	(SELECT count(*) FROM archived_runs) AS places, (SELECT coalesce(sum(run_count), 0) FROM archived_usage) AS used`
const counted = () => here.db.prepare(COUNTED).first<Record<'hot' | 'archived' | 'places' | 'used', number>>()

test('a move that dies at any statement neither loses nor duplicates a run, and every list stays the same', async () => {
	const before = await everything(1)
	const dashboard = (await here.get('/v1/admin/dashboard')).body
	expect((before.lists[''] as unknown[]).length).toBe(runs.length)
	const whole = async () => {
		const found = await counted()
		expect(found).toMatchObject({ places: found?.archived, used: found?.archived })
		expect((found?.hot ?? 0) + (found?.archived ?? 0)).toBe(runs.length)
		return found?.archived
	}
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	for (const [verb, table] of [
		['INSERT', 'run_archives'],
		['INSERT', 'archived_usage'],
		['INSERT', 'archived_runs'],
		['DELETE', 'runs'],
	] as const) {
		await cutAt(verb, table, () => expect(move()).rejects.toThrow('cut'), 'if there is one')
		expect(await whole()).toBe(0)
	}
	for (let calls = 0, ended = false; !ended; calls += 1) {
		let left = calls
		// Every second time the call succeeds, but its response is lost.
		const dies = async <T>(work: () => Promise<T>): Promise<T> => {
			left -= 1
			if (left < 0 && calls % 2 === 0) await work()
			if (left < 0) throw new Error('killed')
			return work()
		}
		const bucket = { put: (key: string, value: ArrayBuffer) => dies(() => env.ARCHIVE.put(key, value)) }
		try {
			await sendingBy(
				(send) =>
					function (...args) {
						return dies(() => send.apply(this, args))
					},
				() => move(bucket as unknown as R2Bucket),
			)
			ended = true
		} catch {
			await whole()
		}
		if (calls > 100) throw new Error('The move does not end')
	}
	expect(await whole()).toBeGreaterThan(80)
	const stay = "SELECT count(*) AS old FROM runs WHERE completed_at < ? AND created_at < ? AND status <> 'running'"
	expect(await here.db.prepare(stay).bind(at(30, 0), at(30, 0)).first()).toEqual({ old: 0 })
	for (const seed of IS_NIGHT ? [1, 2] : [2]) expect(await everything(seed)).toEqual(before)
	expect((await here.get('/v1/admin/dashboard')).body).toEqual(dashboard)
	for (const days of [0, 31, 33, 40, 41, 90])
		expect((await here.post('/v1/admin/usage/verify', { date: at(days, 0).slice(0, 10) })).body).toMatchObject({
			differences: [],
		})
})

test('a repeated report of an archived run returns what the run did, and changes nothing', async () => {
	await move()
	const archived = await here.db.prepare('SELECT run_id FROM archived_runs LIMIT 3').all<{ run_id: string }>()
	const reports = archived.results.map(({ run_id }) => runs.find((run) => run.run_id === run_id) as object)
	const before = await counted()
	const known = await Promise.all(
		archived.results.map(async ({ run_id }) => (await here.get(`/v1/admin/runs/${run_id}`)).body),
	)
	const balances = (await here.get('/v1/admin/credits/balances')).body
	const dashboard = (await here.get('/v1/admin/dashboard')).body
	const { body } = await here.post('/v1/runtime/runs', reports, 200)
	expect((await here.get('/v1/admin/dashboard')).body).toEqual(dashboard)
	expect(body.runs).toEqual(
		known.map(({ run_id, status, credits_used, shortfall }) => ({
			run_id,
			status,
			credits_used,
			shortfall,
			// What an archived run reported lies in the bucket.
			duration_ms: null,
			total_input_tokens: null,
			total_output_tokens: null,
			total_cache_read_tokens: null,
			total_cache_write_tokens: null,
			cost_source: null,
			total_cost_usd: null,
		})),
	)
	expect(await counted()).toEqual(before)
	expect((await here.get('/v1/admin/credits/balances')).body).toEqual(balances)
})

test('an archived run stays its org’s: a report of another org is 409 and shows nothing of it', async () => {
	await move()
	const archived = await here.db
		.prepare(
			'SELECT a.run_id, m.org_id FROM archived_runs a JOIN run_archives m ON m.number = a.archive_number LIMIT 1',
		)
		.first<{ run_id: string; org_id: string }>()
	const org_id = orgs.find((id) => id !== archived?.org_id)
	const before = await counted()
	expect(await here.post('/v1/runtime/runs', { run_id: archived?.run_id, org_id, status: 'completed' })).toMatchObject(
		refused('runs.other_org'),
	)
	expect(await counted()).toEqual(before)
})

test('without a bucket nothing moves, and archived runs return 503', async () => {
	await move()
	const [org_id] = orgs
	await here.post(
		'/v1/runtime/runs',
		{ run_id: unique('run'), org_id, status: 'completed', created_at: at(50, 0), completed_at: at(50, 1) },
		200,
	)
	const before = await counted()
	await archiveRuns(systemContext({ ...env, ARCHIVE: undefined } as unknown as Env), NO_PLACE)
	expect(await counted()).toEqual(before)
	const without = await instanceOn(here.db, { ARCHIVE: undefined } as unknown as Partial<Env>)
	const { run_id } =
		(await here.db.prepare('SELECT run_id FROM archived_runs LIMIT 1').first<{ run_id: string }>()) ?? {}
	expect(await without.get(`/v1/admin/runs/${run_id}`)).toMatchObject({
		status: 503,
		body: { details: { reason: 'runs.no_bucket' } },
	})
	expect((await without.get(`/v1/admin/runs?from=${at(12, 0)}`)).status).toBe(200)
})

test('while the bucket is away, only what needs an object returns 503, with what to do', async () => {
	await move()
	const away = () => Promise.reject(new Error('We encountered an internal error. Please try again. (10001)'))
	const bucket = { ...env.ARCHIVE, get: away, put: away, list: away } as unknown as R2Bucket
	const without = await instanceOn(here.db, { ARCHIVE: bucket })
	const { run_id, org_id } =
		(await here.db
			.prepare(
				'SELECT a.run_id, r.org_id FROM archived_runs a JOIN run_archives r ON r.number = a.archive_number LIMIT 1',
			)
			.first<{ run_id: string; org_id: string }>()) ?? {}
	for (const path of [`/v1/admin/runs/${run_id}`, `/v1/admin/runs?org_id=${org_id}&to=${at(31, 0)}`]) {
		const reply = await without.get(path)
		expect(reply).toMatchObject({
			status: 503,
			body: { error: 'unavailable', details: { reason: 'archive.unavailable' } },
		})
		expect(JSON.stringify(reply.body)).not.toContain('10001')
	}
	expect((await without.get(`/v1/admin/runs?from=${at(12, 0)}`)).status).toBe(200)
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	const hanging = await instanceOn(here.db, {
		ARCHIVE: { get: () => new Promise(() => undefined) } as unknown as R2Bucket,
	})
	const reply = hanging.get(`/v1/admin/runs/${run_id}`)
	await vi.waitFor(async () => {
		await vi.advanceTimersByTimeAsync(10_000)
		expect(vi.getTimerCount()).toBe(0)
	})
	expect(await reply).toMatchObject({ status: 503, body: { details: { reason: 'archive.unavailable' } } })
})

test('nothing moves while a backup runs', async () => {
	await move()
	const [org_id] = orgs
	await here.post(
		'/v1/runtime/runs',
		{ run_id: unique('run'), org_id, status: 'completed', created_at: at(60, 0), completed_at: at(60, 1) },
		200,
	)
	await here.post('/v1/admin/backups', undefined, 202)
	const before = await counted()
	await move()
	expect(await counted()).toEqual(before)
	await here.db.prepare("UPDATE backups SET status = 'failed'").run()
	await move()
	expect((await counted())?.archived).toBe((before?.archived ?? 0) + 1)
})

test('an archived run keeps 60 bytes in the database at most', async () => {
	const size = async () => (await here.db.prepare('SELECT 1').run()).meta.size_after
	const place = () =>
		here.db
			.prepare("INSERT INTO archived_runs SELECT value, 1000000, 'completed', 5, 0 FROM json_each(?)")
			.bind(JSON.stringify(Array.from({ length: 1_000 }, () => newId('run'))))
			.run()
	await place()
	const before = await size()
	for (let placed = 0; placed < 20; placed += 1) await place()
	expect(((await size()) - before) / 20_000).toBeLessThanOrEqual(60)
})
