import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { forgetPrincipals } from '../src/identity/auth/principal.ts'
import type { Answer } from './support/api.ts'
import { counted, statementsOf } from './support/d1.ts'
import { type Sample, samplesOf } from './support/samples.ts'
import { SPEC, type SpecRow } from './support/spec.ts'
import { sampleWorld } from './support/spec/row.ts'
import { create, unique } from './support/world.ts'

// What a request costs at the edge is its round trips to D1, so they are counted, exactly, for every operation.

const here = await sampleWorld()
const flag = await create.featureFlag()

const known = new Map<SpecRow, Promise<Sample[]>>()

/** The samples of a GET, which may be sent again and again. */
function readsOf(row: SpecRow): Promise<Sample[]> {
	const samples = known.get(row) ?? samplesOf(row, here)
	known.set(row, samples)
	return samples
}

const isRead = ({ method }: SpecRow) => method === 'GET'

/** How many calls an operation makes, as its row says or by the rule. */
function callsOf({ access, d1 }: SpecRow) {
	const warm = d1?.warm ?? 1
	return { warm, cold: d1?.cold ?? warm + (access === 'anyone' ? 0 : 1) }
}

/** Rows of a kind, each with the name of its test. */
const named = (rows: SpecRow[], expected: (row: SpecRow) => string) =>
	rows.filter(({ noSample }) => !noSample).map((row) => ({ row, title: `${row.name} makes ${expected(row)}` }))

const coldAndWarm = (row: SpecRow) => `${callsOf(row).warm} D1 calls warm and ${callsOf(row).cold} cold`

test.each(named(SPEC.filter(isRead), coldAndWarm))('$title', async ({ row }) => {
	const { warm, cold } = callsOf(row)
	for (const sample of await readsOf(row)) {
		// Whatever the row says is cached is cached by the first call.
		if (row.d1) await sample.succeed()
		forgetPrincipals()
		expect({ name: sample.name, calls: (await counted(sample.succeed)).calls }).toEqual({
			name: sample.name,
			calls: cold,
		})
		const { calls, rows_written } = await counted(sample.succeed)
		expect({ name: sample.name, calls, rows_written }).toEqual({ name: sample.name, calls: warm, rows_written: 0 })
	}
})

/** Sends a sample by a caller whom the isolate knows, and gives what it did to the database. */
async function effectOf({ caller, succeed, name }: Sample) {
	await caller?.get('/v1/plans?limit=1')
	let answer: Answer | undefined
	const { calls, rows_written } = await counted(async () => {
		answer = await succeed()
	})
	const { results } = await env.DB.prepare('SELECT action FROM audit_logs WHERE trace_id = ?')
		.bind(answer?.headers.get('X-Trace-Id'))
		.all()
	return { name, calls, writes: rows_written > 0, audited: results.length }
}

const writes = SPEC.filter((row) => !isRead(row) && !row.asks)
const oneBatch = (row: SpecRow) => (callsOf(row).warm === 1 ? 'one batch' : `${callsOf(row).warm} D1 calls`)

test.each(named(writes, oneBatch))('$title', async ({ row }) => {
	for (const sample of await samplesOf(row, here)) {
		const audited = row.notAudited ? 0 : 1
		const { name } = sample
		expect(await effectOf(sample)).toEqual({ name, calls: callsOf(row).warm, writes: true, audited })
	}
})

const asking = SPEC.filter(({ asks }) => asks)

test.each(named(asking, (row) => `${callsOf(row).warm} D1 calls and writes nothing`))('$title', async ({ row }) => {
	for (const sample of await samplesOf(row, here)) {
		if (row.d1) await sample.succeed()
		const { name } = sample
		expect(await effectOf(sample)).toEqual({ name, calls: callsOf(row).warm, writes: false, audited: 0 })
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
	const rows = Array.from({ length: 300 }, (_, index) => ({
		// Ids that sort low, so that they are on no first page of another test.
		id: `flag_00${unique('bulk')}`,
		key: unique(`bulk-${index}`),
	}))
	await env.DB.prepare(
		"INSERT INTO feature_flags (id, key, description, default_value, created_at) SELECT value ->> 'id', value ->> 'key', '', 0, '' FROM json_each(?)",
	)
		.bind(JSON.stringify(rows))
		.run()
	const { rows_read } = await counted(() => here.admin.get('/v1/feature-flags?limit=10'))
	expect(rows_read).toBeLessThanOrEqual(12)
	const page = await counted(() => here.admin.get('/v1/admin/audit-logs?limit=10'))
	expect(page.rows_read).toBeLessThanOrEqual(22)
})

test('no list scans a table', async () => {
	const statements = await statementsOf(async () => {
		for (const row of SPEC.filter(isRead)) for (const sample of await readsOf(row)) await sample.succeed()
		const second = await here.admin.get('/v1/feature-flags?limit=1')
		await here.admin.get(`/v1/feature-flags?limit=1&cursor=${second.headers.get('Next-Cursor')}`)
	})
	expect(statements.length).toBeGreaterThan(20)
	for (const { sql, params } of statements.filter(({ sql: text }) => /^select/i.test(text))) {
		const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
			.bind(...params)
			.all<{ detail: string }>()
		// A scan along an index in the order of the list stops at its limit; one that sorts or walks the table does not.
		const scans = results.filter(
			({ detail }) =>
				/^SCAN (?!json_each|CONSTANT)/.test(detail) && !/USING (COVERING )?INDEX|VIRTUAL TABLE/.test(detail),
		)
		const walked = scans.filter(
			({ detail }) =>
				!/^SCAN (orgs|users|runs|invite_codes|redemption_codes|subscriptions|plans|feature_flags|audit_logs)$/.test(
					detail,
				) || !/order by .* desc limit/i.test(sql),
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
