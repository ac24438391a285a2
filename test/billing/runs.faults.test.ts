import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { cutAt } from '../support/cut.ts'
import { counted } from '../support/d1.ts'
import { WALKED } from '../support/program.ts'
import { runner } from '../support/runs.ts'
import { admin, unique } from '../support/world.ts'

test.each([
	['INSERT', 'runs'],
	['UPDATE', 'runs'],
	['INSERT', 'ledger_entries'],
	['UPDATE', 'credit_accounts'],
	['INSERT', 'usage_days'],
	['UPDATE', 'counters'],
	['INSERT', 'events'],
	['INSERT', 'idempotency_keys'],
	['UPDATE', 'idempotency_keys'],
] as const)('a report that dies at its %s of %s leaves nothing, and the retry counts once', async (verb, table) => {
	const { run, report, credits, usage, events, root } = await runner(100)
	// More than the balance, so the run gets a shortfall too.
	const ended = run({ total_cost_usd: 0.13, total_input_tokens: 4 })
	const call = () => report([ended], { headers: { 'Idempotency-Key': ended.run_id } })
	expect((await cutAt(verb, table, call)).status).toBe(500)
	expect((await root.get(`/v1/admin/runs/${ended.run_id}`)).status).toBe(404)
	expect((await credits()).balance).toBe(100)
	expect((await usage()).run_count).toBe(0)
	expect(await events()).toEqual([])
	const first = await call()
	expect(first.status).toBe(200)
	expect((await call()).body).toEqual(first.body)
	expect((await credits()).balance).toBe(0)
	expect(await usage()).toMatchObject({ run_count: 1, total_input_tokens: 4, total_cost_usd: 0.13 })
	expect((await events()).map(({ type }) => type).toSorted()).toEqual(['credits.exhausted', 'run.completed'])
})

test('of concurrent reports of one end, one counts', async () => {
	const { run, report, credits, usage, events } = await runner(1000)
	const ended = run({ total_cost_usd: 0.1, total_output_tokens: 9 })
	const statuses = ['completed', 'failed', 'cancelled']
	const responses = await Promise.all(
		Array.from({ length: 12 }, (_, i) => report([run({ status: 'running' }), { ...ended, status: statuses[i % 3] }])),
	)
	const ends = new Set(responses.map(({ body }) => JSON.stringify(body.runs[1])))
	expect(ends.size).toBe(1)
	expect((await credits()).balance).toBe(900)
	expect(await usage()).toMatchObject({ run_count: 1, total_output_tokens: 9, total_cost_usd: 0.1 })
	expect(await events()).toHaveLength(1)
})

test('runs that end at once take the balance and no more', async () => {
	const { run, report, credits } = await runner(50)
	const responses = await Promise.all(Array.from({ length: 12 }, () => report(run({ total_cost_usd: 0.007 }))))
	const runs = responses.map(({ body }) => body.runs[0])
	const taken = runs.reduce((sum, { credits_used, shortfall }) => sum + credits_used - shortfall, 0)
	expect(taken).toBe(50)
	expect(runs.reduce((sum, { shortfall }) => sum + shortfall, 0)).toBe(12 * 7 - 50)
	const { balance, transactions } = await credits()
	expect(balance).toBe(0)
	expect(transactions.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(0)
})

test('no list of runs reads more rows because there are more runs, and a filter reads 2,000 runs at most', async () => {
	const root = await admin()
	const { org_id } = await runner()
	const model = unique('model')
	const fill = (from: number, to: number) =>
		env.DB.prepare(
			`WITH RECURSIVE n(i) AS (SELECT ?2 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
			INSERT INTO runs (run_id, org_id, status, model, created_at, completed_at)
			SELECT ?4 || i, ?1, iif(i % 10, 'completed', 'failed'), ?4, strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + i * 60, 'unixepoch'), '2026-11-01T00:00:00.000Z' FROM n`,
		)
			.bind(org_id, from, to, model)
			.run()
	const filters = ['', `org_id=${org_id}`, 'since=2026-01-01T00:00:00Z', `org_id=${org_id}&since=2026-01-01T00:00:00Z`]
	const rowsRead = async () => {
		const rows: number[] = []
		for (const filter of filters)
			rows.push((await counted(() => root.get(`/v1/admin/runs?limit=20&${filter}`))).rows_read)
		return rows
	}
	await fill(1, 400)
	// With a stopped clock the principal is read once, however long the test takes.
	vi.useFakeTimers({ toFake: ['Date'] })
	const few = await rowsRead()
	await fill(401, 6000)
	const many = await rowsRead()
	for (const [index, rows] of many.entries()) expect(rows).toBeLessThanOrEqual(few[index] ?? 0)
	for (const rows of [...few, ...many]) expect(rows).toBeLessThanOrEqual(65)
	const rare = [`status=queued&model=${model}`, `org_id=${org_id}&status=queued`, `org_id=${org_id}&model=none`]
	for (const filter of rare) {
		const { rows_read } = await counted(() => root.get(`/v1/admin/runs?limit=20&${filter}`))
		expect(rows_read).toBeLessThanOrEqual(3 * WALKED + 100)
	}
	// Every tenth run failed, so a page is full long before the limit.
	const { rows_read } = await counted(() => root.get(`/v1/admin/runs?limit=20&org_id=${org_id}&status=failed`))
	expect(rows_read).toBeLessThanOrEqual(650)
})
