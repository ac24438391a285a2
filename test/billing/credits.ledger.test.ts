import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { counted } from '../support/d1.ts'
import { rowsOfPages } from '../support/pages.ts'
import { queryPlansOf } from '../support/query-plans.ts'
import { invalidField } from '../support/replies.ts'
import { runner } from '../support/runs.ts'
import { admin, create, world } from '../support/world.ts'

// The filters of a ledger, and the list of all balances.

interface Entry {
	seq: number
	type: string
	reference_type: string | null
	reference_id: string | null
	created_at: string
	amount: number
}

const at = (second: number) => new Date(Date.UTC(2025, 4, 1) + second * 1_000).toISOString()

/** An org with a ledger of `count` entries, one for each second. Every tenth entry is an adjustment. */
async function ledger(count: number) {
	const { root, org_id } = await runner()
	await env.DB.prepare(
		`INSERT INTO ledger_entries (org_id, seq, amount, balance_after, type, reference_type, reference_id, created_at)
		SELECT ?1, value ->> 'seq', 1, value ->> 'seq', value ->> 'type', value ->> 'of', value ->> 'id', value ->> 'at' FROM json_each(?2)`,
	)
		.bind(
			org_id,
			JSON.stringify(
				Array.from({ length: count }, (_, index) => ({
					seq: index + 1,
					type: index % 10 === 0 ? 'admin_adjustment' : 'consumption',
					of: index % 10 === 0 ? 'ticket' : 'run',
					id: `x-${index}`,
					// Up to four seconds late, because commits aren't in the order of their times.
					at: at(index + ((index * 7) % 5)),
				})),
			),
		)
		.run()
	const get = (query: string) => root.get(`/v1/admin/credits?org_id=${org_id}&limit=200${query}`)
	return { root, org_id, get, times: async (query: string) => timesOf((await get(query)).body.transactions) }
}

const timesOf = (entries: Entry[]) => entries.map(({ created_at }) => created_at).sort()
const expected = (count: number, from: number, to: number) =>
	Array.from({ length: count }, (_, index) => at(index + ((index * 7) % 5)))
		.filter((time) => time >= at(from) && time < at(to))
		.sort()

describe('a period of the ledger', () => {
	test('is exact, even if entries are out of order by seconds', async () => {
		const { times } = await ledger(150)
		for (const [from, to] of [
			[0, 1],
			[3, 9],
			[40, 90],
			[100, 100],
			[140, 500],
			[149, 160],
		] as const)
			expect(await times(`&from=${at(from)}&to=${at(to)}`), `${from} to ${to}`).toEqual(expected(150, from, to))
		expect(await times(`&from=${at(120)}`)).toEqual(expected(150, 120, 9_999))
		expect(await times(`&to=${at(30)}`)).toEqual(expected(150, -9, 30))
		expect(await times(`&to=${at(-9)}`)).toEqual([])
		expect(await times(`&from=${at(9_999)}`)).toEqual([])
		expect(await times('')).toHaveLength(150)
	})

	test('of an org without entries is empty', async () => {
		const { root, org_id } = await runner()
		const { body } = await root.get(`/v1/admin/credits?org_id=${org_id}&from=${at(0)}&to=${at(9)}`)
		expect(body).toEqual({ org_id, balance: 0, held: 0, available: null, transactions: [] })
	})

	test('returns each entry once across pages, and the last page reads no more than the first', async () => {
		const { root, org_id } = await ledger(400)
		const path = `/v1/admin/credits?org_id=${org_id}&from=${at(50)}&to=${at(350)}&limit=20`
		const seen: Entry[] = []
		const cost: number[] = []
		const cursors: (string | null)[] = ['']
		for (let cursor = cursors[0]; cursor != null; cursor = cursors.at(-1)) {
			const page = path + (cursor && `&cursor=${cursor}`)
			const { rows_read } = await counted(async () => {
				const { body, headers } = await root.get(page)
				seen.push(...body.transactions)
				cursors.push(headers.get('Next-Cursor'))
			})
			cost.push(rows_read)
		}
		expect(timesOf(seen)).toEqual(expected(400, 50, 350))
		expect(cost.at(-1)).toBeLessThanOrEqual(Math.max(cost[0] ?? 0, cost[1] ?? 0) + 10)
	})

	test('costs the same in a ledger of 200 and of 3,200 entries, but for a step of the search each time it doubles', async () => {
		const cost: number[] = []
		for (const count of [200, 3_200]) {
			const { get } = await ledger(count)
			await get('&limit=1')
			cost.push((await counted(() => get(`&limit=5&from=${at(100)}&to=${at(110)}`))).rows_read)
		}
		const [few, many] = cost as [number, number]
		expect(many - few).toBeLessThanOrEqual(32)
		expect(many).toBeLessThan(120)
	})
})

describe('by type and by reference', () => {
	test('the ledger can be filtered by type', async () => {
		const { get } = await ledger(95)
		const typesOf = async (type: string) =>
			(await get(`&type=${type}`)).body.transactions.map((entry: Entry) => entry.type)
		expect(await typesOf('admin_adjustment')).toEqual(Array(10).fill('admin_adjustment'))
		expect(await typesOf('consumption')).toEqual(Array(85).fill('consumption'))
		expect(await typesOf('redemption')).toEqual([])
		expect((await get(`&type=admin_adjustment&from=${at(30)}&to=${at(60)}`)).body.transactions).toHaveLength(3)
	})

	test("a run's entry is found, whatever end time the run reports", async () => {
		const { run, report, org_id, root } = await runner(1_000)
		const [mine, other, late] = [
			run({ total_cost_usd: 0.01 }),
			run({ total_cost_usd: 0.02 }),
			run({ total_cost_usd: 0.03, created_at: '2024-01-01T00:00:00Z', completed_at: '2024-01-01T00:01:00Z' }),
		]
		await report([mine, other])
		await report(late)
		for (const [{ run_id }, amount] of [
			[mine, -10],
			[late, -30],
		] as const) {
			const path = `/v1/admin/credits?org_id=${org_id}&reference_type=run&reference_id=${run_id}`
			const { transactions } = (await root.get(path)).body
			expect(transactions).toMatchObject([{ type: 'consumption', amount, reference_id: run_id }])
		}
		const elsewhere = await runner()
		const path = `/v1/admin/credits?org_id=${elsewhere.org_id}&reference_type=run&reference_id=${mine.run_id}`
		expect((await root.get(path)).body.transactions).toEqual([])
	})

	test('other entries are found by their reference', async () => {
		const { org_id, owner } = await world()
		const code = await create.redemptionCode()
		expect((await owner.post('/v1/me/redeem', { code: code.code })).status).toBe(200)
		const { body } = await owner.get(`/v1/me/credits?reference_type=redemption_code&reference_id=${code.id}`)
		expect(body.transactions).toMatchObject([{ org_id, type: 'redemption', amount: 100, reference_id: code.id }])
		expect((await owner.get('/v1/me/credits?reference_type=run&reference_id=none')).body.transactions).toEqual([])
		expect((await owner.get('/v1/me/credits?type=redemption')).body.transactions).toHaveLength(1)
	})

	test('each filter only reads its own entries, by an index', async () => {
		const { root, org_id } = await ledger(500)
		const path = `/v1/admin/credits?org_id=${org_id}&limit=5`
		await root.get(path)
		const queries = ['&type=admin_adjustment', '&type=consumption', '&reference_type=ticket&reference_id=x-30']
		for (const query of queries) {
			const { rows_read } = await counted(() => root.get(path + query))
			expect({ query, rows_read }).toEqual({ query, rows_read: expect.toSatisfy((rows: number) => rows <= 20) })
		}
		for (const [query, index] of [
			['&type=admin_adjustment', 'ledger_entries_type (org_id=? AND type=?)'],
			['&reference_type=ticket&reference_id=x', 'ledger_entries_reference'],
		])
			expect(JSON.stringify(await queryPlansOf(() => root.get(path + query)))).toContain(`USING INDEX ${index}`)
	})

	test('an invalid filter returns 400', async () => {
		const { get } = await ledger(1)
		expect(await get('&type=gift')).toMatchObject(invalidField('type'))
		expect(await get('&reference_type=run')).toMatchObject(invalidField('reference_id'))
		expect(await get('&reference_id=x')).toMatchObject(invalidField('reference_id'))
	})
})

describe('balances', () => {
	test('lowest or highest first, each org once across pages', async () => {
		const root = await admin()
		const orgs = new Map<string, number>()
		for (const balance of [50, 10, 10, 10, 30]) orgs.set((await runner(balance)).org_id, balance)
		for (const [order, sign] of [
			['highest', -1],
			['lowest', 1],
		] as const) {
			const seen: { org_id: string; org_name: string; balance: number }[] = await rowsOfPages(
				root,
				`/v1/admin/credits/balances?order=${order}&limit=7`,
			)
			expect(new Set(seen.map(({ org_id }) => org_id)).size).toBe(seen.length)
			expect(seen.map(({ balance }) => sign * balance)).toEqual(
				seen.map(({ balance }) => sign * balance).sort((a, b) => a - b),
			)
			const mine = seen.filter(({ org_id }) => orgs.has(org_id))
			expect(mine).toHaveLength(5)
			for (const row of mine)
				expect(row).toEqual({
					org_id: row.org_id,
					org_name: expect.stringMatching(/^org-/),
					balance: orgs.get(row.org_id),
					held: 0,
					available: null,
				})
		}
	})

	test('a cursor of one order is invalid in the other', async () => {
		const root = await admin()
		await runner(1)
		const { headers } = await root.get('/v1/admin/credits/balances?order=lowest&limit=1')
		const cursor = headers.get('Next-Cursor')
		expect(await root.get(`/v1/admin/credits/balances?order=highest&cursor=${cursor}`)).toMatchObject(
			invalidField('cursor'),
		)
		expect(await root.get('/v1/admin/credits/balances?order=newest')).toMatchObject(invalidField('order'))
	})

	test('a page only reads its rows, their orgs and what bounds their holds', async () => {
		const root = await admin()
		await env.DB.prepare(
			"INSERT INTO orgs (id, name, created_at) SELECT 'org_many' || value, 'Many', '' FROM json_each(?)",
		)
			.bind(JSON.stringify(Array.from({ length: 30 }, (_, index) => index)))
			.run()
		for (const order of ['lowest', 'highest']) {
			await root.get('/v1/admin/credits/balances')
			const { rows_read } = await counted(() => root.get(`/v1/admin/credits/balances?order=${order}&limit=10`))
			expect(rows_read).toBeLessThanOrEqual(54)
		}
	})
})
