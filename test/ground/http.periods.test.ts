import { env } from 'cloudflare:workers'
import { ulid } from 'ulid'
import { beforeAll, describe, expect, test } from 'vitest'
import { counted } from '../support/d1.ts'
import { admin, unique, user } from '../support/world.ts'

// `from` and `to` of the lists that are ordered by ids: the ids find the period, the times in the rows decide.

const at = (second: number) => new Date(Date.UTC(2025, 2, 1) + second * 1_000).toISOString()

/** An id made up to 0.9 seconds before or after the time in its row. */
const idAt = (prefix: string, second: number) =>
	`${prefix}_${ulid(Date.parse(at(second)) + ((second * 7) % 19) * 100 - 900)}`

/** Inserts rows, the first of which is the oldest. */
const insert = (table: string, rows: Record<string, unknown>[]) => {
	const columns = Object.keys(rows[0] ?? {})
	return env.DB.prepare(
		`INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join()}) SELECT ${columns.map((name) => `value ->> '${name}'`).join()} FROM json_each(?)`,
	)
		.bind(JSON.stringify(rows))
		.run()
}

/** A list with a row for each of 300 seconds. */
const LISTS = {
	'audit-logs': async () => {
		const [root, action] = [await admin(), unique('action')]
		const rows = Array.from({ length: 300 }, (_, second) => ({
			id: idAt('aud', second),
			action,
			target_type: 'plans',
			target_id: String(second),
			client_address: 'x',
			trace_id: 'x',
			created_at: at(second),
		}))
		await insert('audit_logs', rows)
		return { get: root.get, path: `/v1/admin/audit-logs?action=${action}` }
	},
	deliveries: async () => {
		const caller = await user()
		const created = await caller.post('/v1/webhook-endpoints', {
			url: 'https://hooks.example.com',
			events: ['subscription.expired'],
		})
		const endpoint_id: string = created.body.id
		const rows = Array.from({ length: 300 }, (_, second) => ({ id: idAt('evt', second), created_at: at(second) }))
		await insert(
			'events',
			rows.map((row) => ({ ...row, org_id: caller.org_id, type: 'x', data: '{}' })),
		)
		await insert(
			'webhook_deliveries',
			rows.map(({ id, created_at }) => ({ endpoint_id, event_id: id, status: 'delivered', created_at })),
		)
		return { get: caller.get, path: `/v1/webhook-endpoints/${endpoint_id}/deliveries?status=delivered` }
	},
}

describe.each(Object.entries(LISTS))('%s', (_, make) => {
	let list: Awaited<ReturnType<typeof make>>
	beforeAll(async () => {
		list = await make()
	})

	test('from is inclusive and to is exclusive, both to the millisecond', async () => {
		const { get, path } = list
		const times = async (query: string) =>
			(await get(`${path}${query}`)).body.map(({ created_at }: { created_at: string }) => created_at)
		expect((await times(`&from=${at(100)}&to=${at(103)}`)).sort()).toEqual([at(100), at(101), at(102)])
		expect((await times(`&from=${at(298)}`)).sort()).toEqual([at(298), at(299)])
		expect((await times(`&to=${at(2)}`)).sort()).toEqual([at(0), at(1)])
		expect((await times(`&from=${encodeURIComponent('2025-03-01T01:00:00+01:00')}&to=${at(1)}`)).sort()).toEqual([
			at(0),
		])
		expect(await times(`&from=${at(5)}&to=${at(5)}`)).toEqual([])
		expect(await times('&from=0001-01-01T00:00:00Z&to=1969-01-01T00:00:00Z')).toEqual([])
	})

	test('pages within a period show each row once', async () => {
		const { get, path } = list
		const seen: string[] = []
		const first = `${path}&from=${at(10)}&to=${at(35)}&limit=10`
		for (let next: string | null = ''; next !== null;) {
			const { body, headers } = await get(first + (next && `&cursor=${next}`))
			seen.push(...body.map(({ created_at }: { created_at: string }) => created_at))
			next = headers.get('Next-Cursor')
		}
		expect(seen.sort()).toEqual(Array.from({ length: 25 }, (_, i) => at(10 + i)))
	})

	test('a period long ago costs as much as the newest one', async () => {
		const { get, path } = list
		const read = async (query: string) => (await counted(() => get(`${path}&limit=5${query}`))).rows_read
		await read('')
		const newest = await read('')
		expect(await read(`&to=${at(20)}`)).toBeLessThanOrEqual(newest + 8)
		expect(await read(`&from=${at(20)}&to=${at(24)}`)).toBeLessThanOrEqual(newest + 8)
	})

	test("a bound that isn't a time is 400", async () => {
		const { get, path } = list
		for (const name of ['from', 'to'])
			expect(await get(`${path}&${name}=yesterday`)).toMatchObject({
				status: 400,
				body: { details: { fields: [{ path: name }] } },
			})
	})
})
