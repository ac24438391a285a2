import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { send } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { pagesOf, rowsOfPages } from '../support/pages.ts'
import { invalidField, missing } from '../support/replies.ts'
import { address, admin, PASSWORD, unique, user } from '../support/world.ts'

const PATH = '/v1/admin/referrals'
const TREE = '/v1/admin/referrals/tree'
const CREATED_AT = '2026-01-01T00:00:00.000Z'

const ask = async (user_id: string, query = '') => (await admin()).get(`${TREE}?user_id=${user_id}${query}`)

/** Registers a user with the code and returns their ID. */
async function invite(invite_code: string): Promise<string> {
	const login = unique('invited')
	const { body } = await send('POST', '/v1/auth/register', {
		body: { login, password: PASSWORD, email: `${login}@example.com`, invite_code },
		headers: { 'CF-Connecting-IP': address() },
	})
	return body.user_id
}

// The list.

test('referrals are listed newest first, all or by inviter, page by page', async () => {
	const root = await admin()
	const inviter = await user('inviter')
	const { code } = (await inviter.get('/v1/me/invite-code')).body
	const invited: string[] = []
	for (let i = 0; i < 3; i += 1) invited.unshift(await invite(code))
	for (const path of [`${PATH}?limit=2`, `${PATH}?inviter_user_id=${inviter.user_id}&limit=2`]) {
		const listed = (await rowsOfPages(root, path)).map(({ invitee_user_id }) => invitee_user_id)
		expect(listed.filter((id) => invited.includes(id))).toEqual(invited)
	}
	for (const id of ['usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S', 'x', '%00'])
		expect((await root.get(`${PATH}?inviter_user_id=${id}`)).body).toEqual([])
})

test('a page of referrals reads no more rows than it returns', async () => {
	const root = await admin()
	const inviter = await user('inviter')
	const { id } = (await inviter.get('/v1/me/invite-code')).body
	await env.DB.batch([
		env.DB.prepare(
			'INSERT INTO users (id, login, username, created_at) SELECT ?1 || value, ?1 || value, ?1 || value, ?3 FROM json_each(?2)',
		).bind(unique('bulk'), JSON.stringify(Array.from({ length: 300 }, (_, i) => i)), CREATED_AT),
		env.DB.prepare(
			"INSERT INTO referrals (id, inviter_user_id, invitee_user_id, invite_code_id, credited, created_at) SELECT 'ref_0' || u.id, ?1, u.id, ?2, 0, '' FROM users u WHERE u.id LIKE 'bulk%'",
		).bind(inviter.user_id, id),
	])
	for (const path of [`${PATH}?limit=10`, `${PATH}?limit=10&inviter_user_id=${inviter.user_id}`]) {
		const { rows_read } = await counted(async () => expect((await root.get(path)).body).toHaveLength(10))
		expect({ path, few: rows_read <= 66, rows_read }).toMatchObject({ path, few: true })
	}
})

// The tree.

interface Node {
	user_id: string
	depth: number
	inviter_id: string | null
}

let counter = 0

/** A user for each name, and a referral for each `inviter > invitee`, in this order. Returns the users' IDs by name. */
async function family(names: string[], invitations: string[]): Promise<(name: string) => string> {
	const stem = unique('kin')
	const idOf = (name: string) => `${stem}-${name}`
	const referrals = invitations.map((line) => {
		const [inviter, invitee] = line.split(' > ').map((name) => idOf(name)) as [string, string]
		counter += 1
		return { id: `ref_0${stem}${String(counter).padStart(8, '0')}`, inviter, invitee }
	})
	await env.DB.batch([
		env.DB.prepare(
			'INSERT INTO users (id, login, username, created_at) SELECT value, value, value, ? FROM json_each(?)',
		).bind(CREATED_AT, JSON.stringify(names.map(idOf))),
		env.DB.prepare(
			"INSERT INTO invite_codes (id, user_id, code, created_at) VALUES ('inv_' || ?1, ?1, ?1, '2026-11-01T00:00:00.000Z')",
		).bind(idOf(names[0] as string)),
		env.DB.prepare(
			"INSERT INTO referrals (id, inviter_user_id, invitee_user_id, invite_code_id, credited, created_at) SELECT value ->> 'id', value ->> 'inviter', value ->> 'invitee', 'inv_' || ?, 0, '2026-02-02T00:00:00.000Z' FROM json_each(?)",
		).bind(idOf(names[0] as string), JSON.stringify(referrals)),
	])
	return idOf
}

const walked = async (user_id: string): Promise<string[]> =>
	(await ask(user_id)).body.map((node: Node) => `${node.depth} ${node.user_id.split('-').at(-1)}`)

test('a tree lists parents first, and the oldest first within a depth', async () => {
	// d came before c, and f, whose inviter came last, before e.
	const idOf = await family(
		['a', 'b', 'c', 'd', 'e', 'f', 'up'],
		['a > b', 'a > d', 'a > c', 'c > f', 'b > e', 'up > a'],
	)
	const { status, body } = await ask(idOf('a'))
	expect(status).toBe(200)
	const root = { user_id: idOf('a'), login: idOf('a'), depth: 0, created_at: CREATED_AT }
	expect(body[0]).toEqual({ ...root, inviter_id: idOf('up') })
	expect((await ask(idOf('up'))).body[0]).toMatchObject({ user_id: idOf('up'), inviter_id: null })
	expect(body[4]).toEqual({
		user_id: idOf('f'),
		login: idOf('f'),
		inviter_id: idOf('c'),
		depth: 2,
		created_at: CREATED_AT,
	})
	// Whoever the root is, a node is the same but for its depth.
	const [, , , , last] = body
	expect((await ask(idOf('f'))).body[0]).toEqual({ ...last, depth: 0 })
	expect(await walked(idOf('a'))).toEqual(['0 a', '1 b', '1 d', '1 c', '2 f', '2 e'])
	expect(await walked(idOf('b'))).toEqual(['0 b', '1 e'])
	expect(await walked(idOf('e'))).toEqual(['0 e'])
})

test("a circle in the data doesn't repeat anybody", async () => {
	const idOf = await family(['a', 'b', 'c', 'd'], ['c > a', 'a > b', 'b > c', 'b > d'])
	expect(await walked(idOf('a'))).toEqual(['0 a', '1 b', '2 c', '2 d'])
	expect(await walked(idOf('b'))).toEqual(['0 b', '1 c', '1 d', '2 a'])
	const alone = await family(['a', 'b'], ['a > a', 'a > b'])
	expect(await walked(alone('a'))).toEqual(['0 a', '1 b'])
})

test('a tree ends at depth 10', async () => {
	const names = Array.from({ length: 12 }, (_, i) => String(i))
	const idOf = await family(
		names,
		names.slice(1).map((name, i) => `${i} > ${name}`),
	)
	expect(await walked(idOf('0'))).toEqual(names.slice(0, 11).map((name) => `${name} ${name}`))
	expect(await walked(idOf('1'))).toHaveLength(11)
	expect(await walked(idOf('2'))).toHaveLength(10)
})

test('paging with any page size returns every node once, whatever is added meanwhile', async () => {
	const names = ['r', ...Array.from({ length: 8 }, (_, i) => `n${i}`)]
	const lines = ['r > n0', 'r > n1', 'r > n2', 'n0 > n3', 'n1 > n4', 'n1 > n5', 'n3 > n6', 'n4 > n7']
	for (const limit of [1, 2, 3, 9, 1000]) {
		const idOf = await family([...names, 'late'], lines)
		const whole = (await ask(idOf('r'))).body
		expect(whole).toHaveLength(9)
		const add = env.DB.prepare(
			"INSERT OR IGNORE INTO referrals (id, inviter_user_id, invitee_user_id, invite_code_id, credited, created_at) VALUES (?, ?, ?, ?, 0, '')",
		).bind(`ref_0${idOf('z')}`, idOf('r'), idOf('late'), `inv_${idOf('r')}`)
		const pages = await pagesOf(await admin(), `${TREE}?user_id=${idOf('r')}&limit=${limit}`, () => add.run())
		for (const { body } of pages) expect(body.length).toBeLessThanOrEqual(limit)
		const seen: Node[] = pages.flatMap(({ body }) => body)
		expect(seen.filter(({ user_id }) => user_id !== idOf('late'))).toEqual(whole)
	}
})

test('a tree returns at most 1000 nodes, also by default', async () => {
	const names = Array.from({ length: 1002 }, (_, i) => String(i))
	const idOf = await family(
		names,
		names.slice(1).map((name) => `0 > ${name}`),
	)
	const first = await ask(idOf('0'))
	expect(first.body).toHaveLength(1000)
	const second = await ask(idOf('0'), `&cursor=${first.headers.get('Next-Cursor')}`)
	expect(second.body.map(({ user_id }: Node) => user_id)).toEqual([idOf('1000'), idOf('1001')])
	expect(second.headers.get('Next-Cursor')).toBeNull()
})

test('a tree reads its own nodes only, in one D1 call', async () => {
	const idOf = await family(['a', 'b', 'c'], ['a > b', 'b > c'])
	const { calls, rows_read } = await counted(() => ask(idOf('a')))
	expect(calls).toBe(1)
	expect(rows_read).toBeLessThanOrEqual(40)
})

test('a tree needs an existing user, and a cursor belongs to its tree', async () => {
	const root = await admin()
	expect(await root.get(TREE)).toMatchObject(invalidField('user_id'))
	for (const id of ['usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S', 'x', '%00'])
		expect([id, await ask(id)]).toMatchObject([id, missing])
	const idOf = await family(['a', 'b', 'other'], ['a > b'])
	const cursor = (await ask(idOf('a'), '&limit=1')).headers.get('Next-Cursor')
	expect(await ask(idOf('other'), `&cursor=${cursor}`)).toMatchObject(invalidField('cursor'))
})
