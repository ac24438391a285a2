import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../src/db/columns.ts'
import { forgetPrincipals } from '../src/tenancy/principals/remembered.ts'
import { type Reply, as } from './support/api.ts'
import { counted, statementsOf } from './support/d1.ts'
import { runner } from './support/runs.ts'
import { type Sample, samplesOf } from './support/samples.ts'
import { SPEC, type SpecRow } from './support/spec.ts'
import { sampleWorld } from './support/spec/row.ts'
import { create, unique } from './support/world.ts'

// A request's cost at the edge is its round trips to D1, so this counts them exactly, for every operation.

// The clock stands still: no cache of an isolate expires between two calls, however slow the machine is.
beforeEach(() => void vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const here = await sampleWorld()
const flag = await create.featureFlag()

const known = new Map<SpecRow, Promise<Sample[]>>()

/** The samples of a GET, which can be sent repeatedly. */
function readsOf(row: SpecRow): Promise<Sample[]> {
	const samples = known.get(row) ?? samplesOf(row, here)
	known.set(row, samples)
	return samples
}

const isRead = ({ method }: SpecRow) => method === 'GET'

const spoken = (count: number) => `${['no', 'one', 'two'][count] ?? count} D1 call${count === 1 ? '' : 's'}`

/** The D1 calls of an operation whose row names no exception. */
const rule = (row: SpecRow) => {
	const cold = row.access === 'anyone' ? '' : ' warm and two cold'
	return isRead(row) ? `one D1 call${cold}` : row.asks ? 'one D1 call and writes nothing' : 'one batch'
}

/** The rows that have samples, each with the name of its test. */
const titled = (rows: SpecRow[]) =>
	rows
		.filter(({ noSample }) => !noSample)
		.map((row) => {
			const { warm, why } = row.d1 ?? {}
			const calls = typeof warm === 'number' ? spoken(warm) : 'its D1 calls'
			return [why === undefined ? `${row.name} makes ${rule(row)}` : `${row.name} makes ${calls}: ${why}`, row] as const
		})

/** How many D1 calls the operation makes for a caller whom the isolate knows; undefined if that varies. */
async function warmCalls({ d1 }: SpecRow): Promise<number | undefined> {
	const { warm = 1 } = d1 ?? {}
	if (warm === 'varies') return undefined
	return typeof warm === 'number' ? warm : warm()
}

test.each(titled(SPEC.filter(isRead)))('%s', async (_, row) => {
	for (const { name, succeed } of await readsOf(row)) {
		// The first call caches what the row says is cached.
		if (row.d1) await succeed()
		const warm = await warmCalls(row)
		const cold = warm !== undefined && (row.d1?.cold ?? warm + (row.access === 'anyone' ? 0 : 1))
		forgetPrincipals()
		expect({ name, calls: (await counted(() => succeed())).calls }).toEqual({ name, calls: cold })
		const { calls, rows_written } = await counted(() => succeed())
		expect({ name, calls, rows_written }).toEqual({ name, calls: warm, rows_written: 0 })
	}
})

test.each(titled(SPEC.filter((row) => !isRead(row))))('%s', async (_, row) => {
	for (const sample of await samplesOf(row, here)) {
		const { name } = sample
		if (row.asks && row.d1) await sample.succeed()
		const calls = await warmCalls(row)
		const effect = await effectOf(sample)
		const audited = row.asks || row.notAudited ? [] : [expect.stringMatching(/^aud_/)]
		expect(effect).toEqual({ name, calls: calls ?? effect.calls, writes: !row.asks, audited })
	}
})

/** Sends a sample as a caller whom the isolate knows, and returns what it did to the database. */
async function effectOf({ caller, succeed, name }: Sample) {
	// Without a caller, this call caches the gateway's document.
	await as(caller?.token).get('/v1/plans?limit=1')
	let response: Reply | undefined
	const { calls, rows_written } = await counted(async () => {
		response = await succeed()
	})
	const { results } = await env.DB.prepare('SELECT id FROM audit_logs WHERE trace_id = ?')
		.bind(response?.headers.get('X-Trace-Id'))
		.all<{ id: string }>()
	const audited = results.map(({ id }) => id)
	expect({ name, id: response?.headers.get('Audit-Id') }).toEqual({ name, id: audited[0] ?? null })
	return { name, calls, writes: rows_written > 0, audited }
}

test('a warm flag evaluation makes no D1 call', async () => {
	const { member } = here
	const evaluate = () => member.get(`/v1/feature-flags/${flag.key}/evaluate`)
	const bulk = () => member.post('/ofrep/v1/evaluate/flags', { context: { targetingKey: 'x' } })
	await evaluate()
	for (const call of [evaluate, bulk]) expect((await counted(call)).calls).toBe(0)
})

test('a health probe makes no D1 call', async () => {
	expect((await counted(() => here.member.get('/healthz'))).calls).toBe(0)
})

test('a page reads no more rows than it shows, in lists and searches', async () => {
	const rows = Array.from({ length: 300 }, (_, index) => ({
		// Ids that sort low, so they appear on no other test's first page.
		id: `flag_00${unique('bulk')}`,
		key: unique(`bulk-${index}`),
	}))
	await env.DB.prepare(
		"INSERT INTO feature_flags (id, key, description, default_value, created_at) SELECT value ->> 'id', value ->> 'key', '', 0, '2026-11-01T00:00:00.000Z' FROM json_each(?)",
	)
		.bind(JSON.stringify(rows))
		.run()
	// The isolate knows the caller now, so only the page is counted.
	await here.admin.get('/v1/plans?limit=1')
	const { rows_read } = await counted(() => here.admin.get('/v1/feature-flags?limit=10'))
	expect(rows_read).toBeLessThanOrEqual(12)
	const page = await counted(() => here.admin.get('/v1/admin/audit-logs?limit=10'))
	expect(page.rows_read).toBeLessThanOrEqual(22)
})

test('a report of a hundred runs writes at most 8 rows for each, and a stored run takes at most 650 bytes', async () => {
	const { run, report } = await runner(10_000_000, { isSubscribed: false })
	const used = { total_cost_usd: 0.0042, duration_ms: 5210, total_input_tokens: 1830, total_output_tokens: 412 }
	const hundred = () =>
		report(Array.from({ length: 100 }, () => run({ run_id: newId('run'), model: 'gpt-5-mini', ...used })))
	const size = async () => (await env.DB.prepare('SELECT 1').run()).meta.size_after
	await hundred()
	const { calls, rows_written } = await counted(hundred)
	expect(calls).toBe(1)
	expect(rows_written).toBeLessThanOrEqual(800)
	const before = await size()
	for (let sent = 0; sent < 30; sent += 1) await hundred()
	expect(((await size()) - before) / 3_000).toBeLessThanOrEqual(650)
})

test('no list scans a table', async () => {
	const statements = await statementsOf(async () => {
		for (const row of SPEC.filter((one) => isRead(one) && !one.readsAll))
			for (const sample of await readsOf(row)) await sample.succeed()
		const second = await here.admin.get('/v1/feature-flags?limit=1')
		await here.admin.get(`/v1/feature-flags?limit=1&cursor=${second.headers.get('Next-Cursor')}`)
	})
	expect(statements.length).toBeGreaterThan(20)
	for (const { sql, params } of statements.filter(({ sql: text }) => /^select/i.test(text))) {
		const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
			.bind(...params)
			.all<{ detail: string }>()
		// A scan along an index in the list's order stops at its limit; one that sorts or walks the table doesn't.
		const scans = results.filter(
			({ detail }) =>
				// `half` is a search by halving: each of its rows is one step. A subquery, and `due` too, has what its own plan found.
				// `walked` has at most 2,000 runs in the order of an index. `of_run` is one row of values, and `roles` those of one user.
				/^SCAN (?!json_each|CONSTANT|half|found|place|due|walked|of_run|roles|\(subquery)/.test(detail) &&
				!/USING (COVERING )?INDEX|VIRTUAL TABLE/.test(detail),
		)
		const walked = scans.filter(
			({ detail }) =>
				// `h` is the live runs, which a budget of runs lists.
				!/^SCAN (h|orgs|users|runs|invite_codes|redemption_codes|subscriptions|plans|feature_flags|audit_logs|config_entries|rejected_reports)$/.test(
					detail,
				) || !/order by .* (desc|asc) limit/i.test(sql),
		)
		expect(walked, sql).toEqual([])
		expect(
			results.filter(
				({ detail }) => detail.includes('TEMP B-TREE FOR ORDER BY') && /limit/i.test(sql) && !/lower\(/.test(sql),
			),
			sql,
		).toEqual([])
	}
})
