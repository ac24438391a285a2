import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { type Api, BASE, type Reply } from '../support/api.ts'
import { invalidField } from '../support/replies.ts'
import { admin, create, signIn, unique, user, world } from '../support/world.ts'

type Row = Reply['body']

interface List {
	caller: Pick<Api, 'get'>
	/** Including its filters. */
	path: string
	/** Newest first; all rows of the list. */
	rows: Row[]
	/** Adds a row to the list. */
	add: () => Promise<unknown>
}

const joined = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`

/** Follows `Next-Cursor` to the end. `between` runs after the first page. */
async function walk({ caller, path }: Pick<List, 'caller' | 'path'>, limit: number, between?: () => Promise<unknown>) {
	const pages: Row[][] = []
	let cursor: string | null = null
	do {
		const response = await caller.get(
			joined(path, `limit=${limit}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`),
		)
		expect(response.status).toBe(200)
		pages.push(response.body)
		cursor = response.headers.get('Next-Cursor')
		expect(response.headers.get('Link') === null).toBe(cursor === null)
		if (pages.length === 1) await between?.()
	} while (cursor !== null && pages.length < 50)
	return pages
}

/** A new org as the list shows it. */
const newOrg = async (name = unique('org')) => ({
	...(await (await admin()).post('/v1/admin/orgs', { name })).body,
	member_count: 0,
	plan: null,
})
const five = async (add: (i: number) => Promise<Row>) => {
	const rows: Row[] = []
	for (let i = 0; i < 5; i += 1) rows.unshift(await add(i))
	return rows
}

/** Lists of exactly five rows of their own: by an org, by a search, and one's own. every-list.test.ts has the pages of all others. */
const lists: Record<string, () => Promise<List>> = {
	async 'entitlement overrides'() {
		const [caller, { id: org_id }] = [await admin(), await newOrg()]
		const add = () => create.override(org_id, { key: unique('limit.some') })
		return { caller, path: `/v1/entitlement-overrides?org_id=${org_id}`, rows: await five(add), add }
	},
	async 'orgs by name'() {
		const [caller, stem] = [await admin(), unique('paged')]
		const add = () => newOrg(unique(`${stem} & söhne`))
		return { caller, path: `/v1/admin/orgs?q=${stem}`, rows: await five(add), add }
	},
	async 'API keys'() {
		const caller = await user()
		const add = async () => {
			const { key: _, ...record } = (await caller.post('/v1/api-keys', { name: unique('key') })).body
			return record
		}
		return { caller, path: '/v1/api-keys', rows: await five(add), add }
	},
}

test.each(Object.entries(lists))('%s: pages of any size show every row once, newest first', async (_, make) => {
	const list = await make()
	const { caller, path, rows } = list
	for (const [limit, sizes] of [
		[1, [1, 1, 1, 1, 1]],
		[2, [2, 2, 1]],
		[5, [5]],
		[200, [5]],
	] as const) {
		const pages = await walk(list, limit)
		expect(pages.map(({ length }) => length)).toEqual(sizes)
		expect(pages.flat()).toEqual(rows)
	}
	const first = await caller.get(joined(path, 'limit=3'))
	const cursor = first.headers.get('Next-Cursor')
	// The Link is the next page with its filters, and the last page has none. It's relative, so no Host header from a caller or a
	// proxy becomes part of it.
	const link = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('Link') ?? '')?.[1] ?? ''
	expect(link.startsWith(`${path.split('?')[0]}?`)).toBe(true)
	expect(new URL(link, BASE).searchParams.get('cursor')).toBe(cursor)
	// An empty cursor is the first page.
	expect((await caller.get(joined(path, 'limit=3&cursor='))).body).toEqual(first.body)
	const second = await caller.get(link)
	expect([...first.body, ...second.body]).toEqual(rows)
	expect([second.headers.get('Link'), second.headers.get('Next-Cursor')]).toEqual([null, null])
	// A cursor works with another page size.
	expect((await caller.get(joined(path, `cursor=${cursor}&limit=1`))).body).toEqual(rows.slice(3, 4))
	expect((await caller.get(joined(path, `cursor=${cursor}`))).body).toEqual(rows.slice(3))
	// Rows added between pages neither repeat nor hide others.
	const pages = await walk(list, 2, async () => Promise.all([list.add(), list.add().catch(() => undefined)]))
	expect(pages.flat()).toEqual(rows)
})

test('a bad limit or cursor is a 400 that names it', async () => {
	const { caller, path } = await (lists['API keys'] as () => Promise<List>)()
	const cursor = (await caller.get(joined(path, 'limit=2'))).headers.get('Next-Cursor') as string
	const encoded = (text: string) => Buffer.from(text).toString('base64url')
	const bad = {
		limit: ['0', '201', '-1', '1.5', 'x', 'NaN', 'true', '1e1', '0x10', '0b11', '5&limit=6'],
		cursor: [
			'x',
			'null',
			'%00',
			encoded('null'),
			encoded('["x","y"]'),
			cursor.slice(0, -4),
			cursor.toLowerCase(),
			`${cursor}AAAA`,
			'c'.repeat(5_000),
		],
	}
	for (const [name, values] of Object.entries(bad))
		for (const value of values) {
			const query = `${name === 'cursor' ? 'limit=2&' : ''}${name}=${value}`
			expect.soft([query, await caller.get(joined(path, query))]).toMatchObject([query, invalidField(name)])
		}
})

test('a cursor is 400 under other filters, and on another list', async () => {
	const { caller, path } = await (lists['entitlement overrides'] as () => Promise<List>)()
	const cursor = (await caller.get(joined(path, 'limit=2'))).headers.get('Next-Cursor')
	const { id } = await newOrg()
	for (const other of [
		`/v1/entitlement-overrides?org_id=${id}`,
		path.replace('entitlement-overrides', 'subscriptions'),
		'/v1/plans',
		'/v1/feature-flags',
		'/v1/admin/orgs',
		'/v1/admin/audit-logs',
		'/v1/api-keys',
	])
		expect([other, await caller.get(joined(other, `cursor=${cursor}`))]).toMatchObject([other, invalidField('cursor')])
	expect((await caller.get(joined(path, `cursor=${cursor}`))).body).toHaveLength(3)
})

test('a cursor works only in the org of its caller', async () => {
	const { owner, stranger, org_id, admin: root } = await world()
	await root.put(`/v1/admin/orgs/${org_id}/members/${stranger.user_id}`, { role: 'owner' })
	const there = await signIn(stranger.login, org_id)
	for (let rule = 0; rule < 3; rule += 1)
		await owner.post('/v1/ip-rules', { type: 'blocklist', cidr: `192.0.2.${rule}` })
	const path = '/v1/ip-rules'
	const cursor = (await there.get(`${path}?limit=1`)).headers.get('Next-Cursor')
	expect(cursor).not.toBeNull()
	expect(await stranger.get(`${path}?cursor=${cursor}`)).toMatchObject(invalidField('cursor'))
	expect((await there.get(`${path}?cursor=${cursor}`)).body).toHaveLength(2)
})

test('filters in another order are the same filters', async () => {
	const [root, { id: org_id }] = [await admin(), await newOrg()]
	for (let i = 0; i < 3; i += 1) await create.override(org_id, { key: `limit.number_${i}` })
	const [one, two] = [`org_id=${org_id}`, 'action=entitlement_overrides.put']
	const cursor = (await root.get(`/v1/admin/audit-logs?${one}&${two}&limit=1`)).headers.get('Next-Cursor')
	expect((await root.get(`/v1/admin/audit-logs?cursor=${cursor}&${two}&${one}`)).body).toHaveLength(2)
})

test('Link keeps the filters of an org search, whatever they contain', async () => {
	const root = await admin()
	const stem = unique('a&b=c +%ö')
	const made = [await newOrg(`${stem} 1`), await newOrg(`${stem} 2`)]
	const first = await root.get(`/v1/admin/orgs?q=${encodeURIComponent(stem)}&limit=1`)
	const link = /^<([^>]+)>/.exec(first.headers.get('Link') ?? '')?.[1] ?? ''
	const second = await root.get(link)
	expect([...first.body, ...second.body]).toEqual(made.toReversed())
	expect(second.headers.get('Next-Cursor')).toBeNull()
})

test('a list returns 50 rows by default', async () => {
	const owner = await user()
	await env.DB.prepare(
		"INSERT INTO ip_rules (id, org_id, type, cidr, created_at) SELECT 'ipr_' || value, ?, 'blocklist', '10.9.0.' || value || '/32', '' FROM json_each(?)",
	)
		.bind(owner.org_id, JSON.stringify(Array.from({ length: 51 }, (_, index) => index)))
		.run()
	const response = await owner.get('/v1/ip-rules')
	expect(response.body).toHaveLength(50)
	expect(response.headers.get('Next-Cursor')).not.toBeNull()
})
