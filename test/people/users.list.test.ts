import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { later } from '../support/clock.ts'
import { counted } from '../support/d1.ts'
import { invalidField } from '../support/replies.ts'
import { admin, unique, user } from '../support/world.ts'

const PATH = '/v1/admin/users'

const listed = async (query: string) => (await (await admin()).get(`${PATH}?${query}`)).body
const found = async (q: string, status?: string) =>
	(await listed(`q=${encodeURIComponent(q)}${status ? `&status=${status}` : ''}`)).map(({ id }: { id: string }) => id)
const suspend = async ({ user_id }: { user_id: string }) =>
	(await admin()).patch(`${PATH}/${user_id}`, { status: 'suspended' })

/** Inserts `count` users after all others; in the given SQL, `n` is each one's number. */
async function fill(count: number, { name, status }: { name: string; status: string }) {
	await env.DB.prepare(
		`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
		INSERT INTO users (id, login, username, email, status, created_at)
		SELECT 'usr_' || ${name}, ${name}, 'Name of ' || ${name}, ${name} || '@example.org', ${status}, '2026-01-01T00:00:00.000Z' FROM numbers`,
	)
		.bind(count)
		.run()
}

test('the list has users newest first, with the fields of a single user and without the row number', async () => {
	const [root, one, two] = [await admin(), await user('first'), await user('second')]
	const rows = await listed('limit=2')
	expect(rows.map(({ id }: { id: string }) => id)).toEqual([two.user_id, one.user_id])
	const { orgs: _, ...record } = (await root.get(`${PATH}/${two.user_id}`)).body
	expect(rows[0]).toEqual(record)
	expect(Object.keys(rows[0])).not.toContain('seq')
	expect(rows[0]).toMatchObject({ login: two.login, username: two.login, email: `${two.login}@example.com` })
})

test('the search finds users by any part of login, username or e-mail, in any case and literally', async () => {
	const [root, mark] = [await admin(), unique('needle')]
	const [byLogin, byName, byMail] = [await user(`${mark}-x`), await user(), await user()]
	await root.patch(`${PATH}/${byName.user_id}`, { username: `100%_"Ärger" ${mark} *` })
	await root.patch(`${PATH}/${byMail.user_id}`, { email: `${mark}@example.org` })
	expect(await found(mark.toUpperCase())).toEqual([byMail.user_id, byName.user_id, byLogin.user_id])
	expect(await found(`${mark}@EXAMPLE`)).toEqual([byMail.user_id])
	expect(await found(`ärger" ${mark}`)).toEqual([byName.user_id])
	expect(await found(`${mark}-x`)).toEqual([byLogin.user_id])
	for (const literal of [
		`${mark}%`,
		`${mark.slice(0, -1)}_`,
		`${mark}*`,
		`${mark} OR x`,
		`${mark}"`,
		'status : active',
	])
		expect([literal, await found(literal)]).toEqual([literal, []])
})

test('a search term of one or two characters finds values that begin with it', async () => {
	const someone = await user()
	await (await admin()).patch(`${PATH}/${someone.user_id}`, { username: `Ø${unique('q')}` })
	for (const term of ['Ø', 'ø', 'øQ']) expect([term, await found(term)]).toEqual([term, [someone.user_id]])
	expect(await found('Øx')).toEqual([])
})

test("a search term never matches a user's status; only the `status` filter does", async () => {
	const mark = unique('statused')
	const [active, other] = [await user(mark), await user(mark)]
	await suspend(other)
	expect(await found(mark)).toEqual([other.user_id, active.user_id])
	expect(await found(mark, 'active')).toEqual([active.user_id])
	expect(await found(mark, 'suspended')).toEqual([other.user_id])
	expect((await listed('status=suspended&limit=1'))[0]).toMatchObject({ id: other.user_id, status: 'suspended' })
	expect((await listed('status=active&limit=1'))[0]).toMatchObject({ id: active.user_id, status: 'active' })
	await (await admin()).patch(`${PATH}/${other.user_id}`, { status: 'active' })
	expect(await found(mark, 'suspended')).toEqual([])
	expect(await found(mark, 'active')).toEqual([other.user_id, active.user_id])
})

test('the search finds a changed user by the new value and no longer by the old one', async () => {
	const [root, someone, mark] = [await admin(), await user('renamed'), unique('mark')]
	await root.patch(`${PATH}/${someone.user_id}`, { username: `${mark}-one`, email: `${mark}-one@example.org` })
	expect(await found(`${mark}-one`)).toEqual([someone.user_id])
	await root.patch(`${PATH}/${someone.user_id}`, { username: `${mark}-two`, email: null })
	expect(await found(`${mark}-one`)).toEqual([])
	expect(await found(`${mark}-two`)).toEqual([someone.user_id])
})

test.each([
	['status', 'status=gone'],
	['status', 'status=ACTIVE'],
	['status', 'status=active&status=suspended'],
	['q', `q=${'q'.repeat(201)}`],
	['q', 'q=%00'],
	['q', 'q=a&q=b'],
])('a bad %s is 400 naming it: %s', async (path, query) => {
	expect(await (await admin()).get(`${PATH}?${query}`)).toMatchObject(invalidField(path))
})

test("an empty q doesn't filter", async () => {
	const someone = await user()
	expect((await listed('q=&limit=1'))[0].id).toBe(someone.user_id)
})

test.each(['', 'status=suspended', 'q=%MARK%', 'q=%MARK%&status=active'])(
	'a walk through "%s" sees each user once, newest first, while others register',
	async (filter) => {
		const [root, mark] = [await admin(), unique('walked')]
		await fill(5, { name: `'${mark}-' || n`, status: filter.includes('suspended') ? "'suspended'" : "'active'" })
		const seen: string[] = []
		let path: string | undefined = `${PATH}?${filter.replace('%MARK%', mark)}&limit=2`
		for (let page = 0; path !== undefined && page < 3; page += 1) {
			const response = await root.get(path)
			seen.push(...response.body.map(({ id }: { id: string }) => id))
			if (page === 0) await user(mark)
			path = /^<([^>]+)>/.exec(response.headers.get('Link') ?? '')?.[1]
		}
		expect(seen.slice(0, 5)).toEqual([5, 4, 3, 2, 1].map((number) => `usr_${mark}-${number}`))
		if (filter.includes('q=')) expect(path).toBeUndefined()
	},
)

test('a page reads no more rows among 1,000 users than among 50', async () => {
	const [root, mark] = [await admin(), unique('crowd')]
	const name = (stem: string) => `'${mark}-${stem}-' || n`
	await fill(20, { name: name('gone'), status: "'deleted'" })
	await fill(50, { name: name('few'), status: "iif(n % 2, 'active', 'suspended')" })
	const queries = [
		'',
		'status=active',
		'status=suspended',
		'q=c',
		'q=cr',
		'q=cro',
		`q=${mark}`,
		`q=${mark}&status=active`,
		`q=${mark}&status=suspended`,
		'q=example.org',
		'q=c&status=active',
		'q=nobody-is-called-so',
		`q=${mark}-few-50`,
	]
	/** How many rows each query returns and reads, on its first and its second page. */
	const reads = async () => {
		const costs: Record<string, { rows: number; read: number }> = {}
		for (const query of queries) {
			let cursor: string | null = ''
			for (const page of [1, 2]) {
				let rows = 0
				const { rows_read } = await counted(async () => {
					const response = await root.get(`${PATH}?${query}&limit=10${cursor ? `&cursor=${cursor}` : ''}`)
					rows = response.body.length
					cursor = response.headers.get('Next-Cursor')
				})
				costs[`${query}, page ${page}`] = { rows, read: rows_read }
				if (!cursor) break
			}
		}
		return costs
	}
	// The isolate keeps what it knows of the caller while the clock stands.
	await later(0, async () => {
		await root.get(`${PATH}?limit=1`)
		const few = await reads()
		// The deleted ones are the newest, so a walk through the table meets them first.
		await fill(500, { name: name('many'), status: "iif(n % 2, 'active', 'suspended')" })
		await fill(500, { name: name('lost'), status: "'deleted'" })
		const many = await reads()
		expect(many).toEqual(few)
		for (const { rows, read } of Object.values(many)) expect(read).toBeLessThanOrEqual(4 * (rows + 1))
	})
})
