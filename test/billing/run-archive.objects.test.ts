import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { counted, statementsOf } from '../support/d1.ts'
import { type Instance, instanceOn } from '../support/instance.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { rowsOfPages } from '../support/pages.ts'
import {
	archiveRuns,
	getLines,
	newestDay,
	openDatabase,
	putLines,
	runsFrom,
	systemContext,
} from '../support/program.ts'
import { unique } from '../support/world.ts'

const DAY_MS = 86_400_000
const ORGS = 300

let here: Instance

const series = (count: number) =>
	`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`
const dayOf = (days_ago: number) => new Date(Date.now() - days_ago * DAY_MS).toISOString().slice(0, 10)
const orgOf = (i: number) => `org_${String(i).padStart(26, '0')}`

beforeAll(async () => {
	here = await instanceOn()
	await here.db
		.prepare(
			`${series(2_500)} INSERT INTO orgs (id, name, created_at) SELECT printf('org_%026d', i), 'Org ' || i, '2026-01-01T00:00:00.000Z' FROM n`,
		)
		.run()
})

/** Ended runs of a day, in turn of each of `orgs` orgs. */
const end = (days_ago: number, count: number, orgs = ORGS, first = 0) =>
	here.db
		.prepare(
			`${series(count)} INSERT INTO runs (run_id, org_id, status, model, cost_microusd, settled_by, created_at, completed_at)
			SELECT 'run-${days_ago}-${first}-' || printf('%05d', i), printf('org_%026d', ${first} + i % ${orgs}), 'completed', 'model-' || i % 2, i, 'rep',
			strftime('%Y-%m-%dT%H:%M:%fZ', ?1, (i * 86000 / ${count}) || ' seconds'), strftime('%Y-%m-%dT%H:%M:%fZ', ?1, (i * 86000 / ${count} + 30) || ' seconds') FROM n`,
		)
		.bind(dayOf(days_ago))
		.run()

const move = () => archiveRuns(systemContext(env), NO_PLACE)

const objects = () =>
	here.db
		.prepare(
			'SELECT day, key, sum(run_count) AS runs, count(*) AS orgs FROM run_archives GROUP BY key ORDER BY day, runs DESC',
		)
		.all<{ day: string; key: string; runs: number; orgs: number }>()

const walk = (path: string): Promise<{ run_id: string; org_id: string; created_at: string }[]> =>
	rowsOfPages(here, `${path}&limit=200`)

const count = (what: string) => here.db.prepare(`SELECT count(*) AS count FROM ${what}`).first<number>('count')

test('1,000 runs of 300 orgs of a day are one object, in six D1 calls', async () => {
	await end(40, 1_000)
	expect(await statementsOf(move)).toHaveLength(13)
	await end(41, 1_000)
	const { calls, rows_written } = await counted(move)
	// A run costs two, an org's part of an object three, and its usage one for each model.
	expect({ calls, rows_written }).toEqual({ calls: 6, rows_written: 3_200 })
	const { results } = await objects()
	expect(results).toEqual(
		[41, 40].map((days) => ({ day: dayOf(days), key: expect.any(String), runs: 1_000, orgs: 300 })),
	)
	expect(await count('runs')).toBe(0)
})

test('lists and single runs find what such objects hold, and an org sees its own', async () => {
	const all = await walk('/v1/admin/runs?since=2020-01-01T00:00:00.000Z')
	expect(all).toHaveLength(2_000)
	const inOrder = all.toSorted((a, b) => (a.created_at + a.run_id < b.created_at + b.run_id ? 1 : -1))
	expect(all).toEqual(inOrder)
	for (const org_id of [0, 1, 150, 299].map(orgOf)) {
		const own = all.filter((run) => run.org_id === org_id)
		expect(await walk(`/v1/orgs/${org_id}/runs?status=completed`)).toEqual(own)
		expect(await walk(`/v1/admin/runs?org_id=${org_id}`)).toEqual(own)
		const [run] = own
		expect((await here.get(`/v1/orgs/${org_id}/runs/${run?.run_id}`)).body).toEqual(run)
		expect((await here.get(`/v1/orgs/${orgOf(7)}/runs/${run?.run_id}`)).status).toBe(404)
	}
	for (const days of [40, 41])
		expect((await here.post('/v1/admin/usage/verify', { date: dayOf(days) })).body).toMatchObject({ run_count: 1_000 })
})

test('a walk continues after the orgs that one statement looks at, and reads few rows of other days', async () => {
	await end(5, 2_500, 2_500)
	await end(60, 3, 1, 2_490)
	const { reader } = openDatabase(env.DB, 'first-primary', null)
	const day = await newestDay(reader, `${dayOf(30)}T00:00:00.000Z`)
	expect(day).toEqual({ day: dayOf(60), org_id: '' })
	const first = await runsFrom(reader, { day: dayOf(60), org_id: '' }, `${dayOf(30)}T00:00:00.000Z`, 1_000)
	expect(first).toEqual({ found: [], next: { day: dayOf(60), org_id: orgOf(2_000) } })
	const { calls, rows_read } = await counted(move)
	expect(await count(`runs WHERE created_at < '${dayOf(30)}'`)).toBe(0)
	expect(calls).toBeLessThanOrEqual(7)
	expect(rows_read).toBeLessThan(5.1 * 2_500)
})

test('40 statements, the least that a tick has, move 5,000 runs, and the next tick continues at the same org', async () => {
	await end(50, 9_000, 2_500)
	let at: string | null = null
	const place = () => ({ at, move: (to: unknown) => void (at = to as string | null) })
	const tick = () => archiveRuns(systemContext(env, undefined, { share: () => 40 }), place())
	const left = () => count(`runs WHERE created_at < '${dayOf(30)}'`)
	expect(await tick()).toBe(true)
	expect({ at, left: await left() }).toEqual({ at: `${dayOf(50)} ${orgOf(1_249)}`, left: 4_000 })
	expect(await tick()).toBe(false)
	expect({ at, left: await left() }).toEqual({ at: null, left: 0 })
	const parts = 'SELECT org_id, count(*) AS parts FROM run_archives WHERE day = ? GROUP BY org_id'
	const { results } = await here.db.prepare(parts).bind(dayOf(50)).all<{ parts: number }>()
	expect(results).toHaveLength(2_500)
	// Only an org at the edge of an object is in two.
	expect(results.filter((org) => org.parts > 1).length).toBeLessThan(9)
})

test('runs that are reported for many past days hold up no others', async () => {
	for (let days = 400; days < 420; days += 1) await end(days, 1)
	await end(31, 10)
	expect(await archiveRuns(systemContext(env, undefined, { share: () => 40 }), NO_PLACE)).toBe(true)
	expect(await count(`runs WHERE created_at BETWEEN '${dayOf(32)}' AND '${dayOf(30)}'`)).toBe(0)
	expect(await count(`runs WHERE created_at < '${dayOf(399)}'`)).toBeGreaterThan(0)
	await move()
})

test('where too many objects overlap, the list of all orgs asks for an org and leaves no run out', async () => {
	const day = 200
	const at = (minute: number) => new Date(Date.parse(dayOf(day)) + minute * 60_000).toISOString()
	const crowd = await Promise.all(
		Array.from(
			{ length: 24 },
			async () => (await here.post('/v1/admin/orgs', { name: unique('org') }, 201)).body.id as string,
		),
	)
	const reports = crowd.map((org_id, index) =>
		[index, 600 + index].map((minute) => ({
			run_id: unique('run'),
			org_id,
			status: 'completed',
			created_at: at(minute),
			completed_at: at(minute + 1),
		})),
	)
	// Each org has an object of its own, as up to 0.2.0.
	for (const ofOrg of reports) {
		await here.post('/v1/runtime/runs', ofOrg, 200)
		await move()
	}
	const newest = reports
		.flat()
		.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
		.map(({ run_id }) => run_id)
	const seen: string[] = []
	const path = `/v1/admin/runs?limit=5&to=${at(1_440)}`
	let response = await here.get(path)
	for (; response.status === 200; response = await here.get(`${path}&cursor=${response.headers.get('Next-Cursor')}`))
		seen.push(...response.body.map(({ run_id }: { run_id: string }) => run_id))
	expect(seen.length).toBeGreaterThanOrEqual(20)
	expect(seen).toEqual(newest.slice(0, seen.length))
	expect(response).toMatchObject({ status: 400, body: { details: { fields: [{ path: 'org_id' }] } } })
	expect((await here.get(`/v1/admin/runs?org_id=${crowd[0]}`)).body).toHaveLength(2)
})

test('a run of an object from before runs had a cost source is read with null for what it lacks', async () => {
	await end(70, 2, 1, 2_490)
	// A tick may end before it comes to the org.
	const place = () =>
		here.db
			.prepare('SELECT key, sha256 FROM run_archives WHERE org_id = ? AND day = ?')
			.bind(orgOf(2_490), dayOf(70))
			.first<{ key: string; sha256: string }>()
	await move()
	while (!(await place())) await move()
	const stored = (await place()) as { key: string; sha256: string }
	const lines = await getLines(env.ARCHIVE, stored)
	const names = ['total_cache_read_tokens', 'total_cache_write_tokens', 'other_cost_microusd', 'costing']
	const older = lines.map((line) => {
		const run = JSON.parse(line) as Record<string, unknown>
		for (const name of names) {
			expect(run).toHaveProperty(name)
			delete run[name]
		}
		return JSON.stringify(run)
	})
	const put = await putLines(env.ARCHIVE, 'older/', older)
	await here.db
		.prepare('UPDATE run_archives SET key = ?, sha256 = ? WHERE key = ?')
		.bind(put.key, put.sha256, stored.key)
		.run()
	const run_id = 'run-70-2490-00001'
	expect((await here.get(`/v1/admin/runs/${run_id}`)).body).toMatchObject({
		run_id,
		total_cache_read_tokens: null,
		total_cache_write_tokens: null,
		cost_source: null,
		model_scope: null,
		reported_cost_usd: null,
		priced_cost_usd: null,
	})
})
