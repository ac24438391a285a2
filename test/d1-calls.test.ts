import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { counted, statementsOf } from './support/d1.ts'
import { withAccessLog } from './support/logged.ts'
import { forgetPrincipals, newId } from './support/program.ts'
import { runner } from './support/runs.ts'
import { type Sample, samplesOf, warmCalls } from './support/samples.ts'
import { SPEC, type SpecRow } from './support/spec.ts'
import { sampleWorld } from './support/spec/row.ts'
import { create, unique } from './support/world.ts'

withAccessLog()

// A request's cost at the edge is its round trips to D1, so this counts them exactly, for every read; those of writes are in every-write.test.ts.

// The clock stands still: no cache of an isolate expires between two calls or two tests, however slow the machine is.
const now = Date.now()
beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))

const here = await sampleWorld()
const flag = await create.featureFlag()

const known = new Map<SpecRow, Promise<Sample[]>>()

/** The samples of a GET, which can be sent repeatedly. */
function readsOf(row: SpecRow): Promise<Sample[]> {
	const samples = known.get(row) ?? samplesOf(row, here)
	known.set(row, samples)
	return samples
}

const reads = SPEC.filter(({ method, noSample }) => method === 'GET' && !noSample)

const titled = (row: SpecRow) => {
	const { why } = row.d1 ?? {}
	const rule = row.access === 'anyone' ? 'one D1 call' : 'one D1 call warm and two cold'
	return [`${row.name} makes ${why === undefined ? rule : `its D1 calls: ${why}`}`, row] as const
}

test.each(reads.map(titled))('%s', async (_, row) => {
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
	const rows = Array.from({ length: 100 }, (_, index) => ({
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
	for (let sent = 0; sent < 10; sent += 1) await hundred()
	expect(((await size()) - before) / 1_000).toBeLessThanOrEqual(650)
})

test('no list scans a table', async () => {
	const statements = await statementsOf(async () => {
		for (const row of reads.filter((one) => !one.readsAll))
			for (const sample of await readsOf(row)) await sample.succeed()
		const second = await here.admin.get('/v1/feature-flags?limit=1')
		await here.admin.get(`/v1/feature-flags?limit=1&cursor=${second.headers.get('Next-Cursor')}`)
	})
	expect(statements.length).toBeGreaterThan(20)
	const different = new Map(statements.map((one) => [one.sql, one]))
	const reading = [...different.values()].filter(({ sql }) => /^select/i.test(sql))
	const plans = await env.DB.batch<{ detail: string }>(
		reading.map(({ sql, params }) => env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...params)),
	)
	for (const [index, { sql }] of reading.entries()) {
		const { results = [] } = plans[index] ?? {}
		// A scan along an index in the list's order stops at its limit; one that sorts or walks the table doesn't.
		const scans = results.filter(
			({ detail }) =>
				// `half` is a search by halving: each of its rows is one step. A subquery, and `due` too, has what its own plan found.
				// `walked` has at most 2,000 runs in the order of an index. `of_run` is one row of values, and `roles` those of one user.
				// `low` has at most 2,000 balances, and `active` 100 orgs. `behind` is a connection, with those through which it was decided.
				/^SCAN (?!json_each|CONSTANT|half|found|place|due|walked|of_run|roles|low|active|behind|\(subquery)/.test(
					detail,
				) && !/USING (COVERING )?INDEX|VIRTUAL TABLE/.test(detail),
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
				// What's `looked_at` is at most 20,000 runs, by an index.
				({ detail }) =>
					detail.includes('TEMP B-TREE FOR ORDER BY') && /limit/i.test(sql) && !/lower\(|looked_at/.test(sql),
			),
			sql,
		).toEqual([])
	}
})
