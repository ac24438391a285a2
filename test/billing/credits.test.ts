import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { counted } from '../support/d1.ts'
import { admin, unique, world } from '../support/world.ts'

const MAX = Number.MAX_SAFE_INTEGER

const invalidField = (path: string) => ({ status: 400, body: { details: { fields: [{ path }] } } })
const refused = (reason: string) => ({ status: 409, body: { error: 'conflict', details: { reason } } })

/** A new org, with its credits as the platform admin sees and changes them. */
async function account() {
	const root = await admin()
	const { id: org_id } = (await root.post('/v1/admin/orgs', { name: unique('org') })).body
	return {
		root,
		org_id,
		adjust: (amount: unknown, fields: object = {}) =>
			root.post('/v1/admin/credits/adjust', { org_id, amount, ...fields }),
		read: async (query = '') => (await root.get(`/v1/admin/credits?org_id=${org_id}${query}`)).body,
	}
}

test('a new org has a balance of 0 and an empty ledger', async () => {
	const { read, org_id } = await account()
	expect(await read()).toEqual({ org_id, balance: 0, held: 0, available: null, transactions: [] })
})

test('adjusting adds and takes away, and the ledger shows both, newest first', async () => {
	const { root, adjust, read, org_id } = await account()
	expect((await adjust(500, { note: 'Welcome' })).body).toEqual({ org_id, balance: 500 })
	expect((await adjust(-120)).body).toEqual({ org_id, balance: 380 })
	const { balance, transactions } = await read()
	expect(balance).toBe(380)
	const entry = { org_id, type: 'admin_adjustment', reference_type: null, reference_id: null }
	expect(transactions).toMatchObject([
		{ ...entry, amount: -120, balance_after: 380, note: '', actor_user_id: root.user_id },
		{ ...entry, amount: 500, balance_after: 500, note: 'Welcome', actor_user_id: root.user_id },
	])
	expect(new Set(transactions.map(({ id }: { id: string }) => id)).size).toBe(2)
})

test('adjusting is one D1 call, and audited with the balance before and after', async () => {
	const { root, adjust, org_id } = await account()
	await adjust(5)
	expect((await counted(() => adjust(7))).calls).toBe(1)
	const { body } = await root.get(`/v1/admin/audit-logs?target_id=${org_id}&action=credits.adjust`)
	expect(body[0]).toMatchObject({ org_id, before: { balance: 5 }, after: { balance: 12 } })
})

describe('what cannot be adjusted', () => {
	test('an amount that is no integer other than 0, or too large for JSON, returns 400 for amount', async () => {
		const { root, org_id, adjust, read } = await account()
		for (const amount of [0, 1.5, -0.5, '5', null, 1e300, true, [1]])
			expect([amount, await adjust(amount)]).toMatchObject([amount, invalidField('amount')])
		for (const amount of ['9223372036854775807', '-9223372036854775808', '1e400'])
			expect(await root.post('/v1/admin/credits/adjust', `{"org_id":"${org_id}","amount":${amount}}`)).toMatchObject(
				invalidField('amount'),
			)
		expect((await read()).transactions).toEqual([])
	})

	test('taking more than the balance returns 409 and takes nothing', async () => {
		const { adjust, read } = await account()
		await adjust(10)
		expect(await adjust(-11)).toMatchObject(refused('credits.insufficient'))
		expect(await adjust(-MAX)).toMatchObject(refused('credits.insufficient'))
		expect((await read()).balance).toBe(10)
		expect((await adjust(-10)).body.balance).toBe(0)
	})

	test('a balance holds 2^53 - 1 exactly and not one more', async () => {
		const { adjust, read } = await account()
		expect((await adjust(MAX)).body.balance).toBe(MAX)
		expect(await adjust(1)).toMatchObject(refused('credits.overflow'))
		expect(await adjust(MAX)).toMatchObject(refused('credits.overflow'))
		expect((await read()).balance).toBe(MAX)
		expect((await adjust(-MAX)).body.balance).toBe(0)
	})

	test('an unknown org returns 400 in a body and 404 in a query, a missing one 400', async () => {
		const root = await admin()
		expect(await root.post('/v1/admin/credits/adjust', { org_id: 'org_none', amount: 1 })).toMatchObject(
			invalidField('org_id'),
		)
		expect((await root.get('/v1/admin/credits?org_id=org_none')).status).toBe(404)
		expect(await root.get('/v1/admin/credits')).toMatchObject(invalidField('org_id'))
	})

	test('a note has 1024 characters at most', async () => {
		const { adjust } = await account()
		expect(await adjust(1, { note: 'n'.repeat(1025) })).toMatchObject(invalidField('note'))
		expect((await adjust(1, { note: 'n'.repeat(1024) })).status).toBe(200)
	})
})

test("concurrent adjustments are all applied, except those that the balance doesn't cover", async () => {
	const { adjust, read, org_id } = await account()
	await adjust(9)
	const responses = await Promise.all(Array.from({ length: 40 }, (_, i) => adjust(i % 2 === 0 ? 1 : -2)))
	const passed = responses.filter(({ status }) => status === 200)
	for (const { status, body } of responses) if (status !== 200) expect(body.details.reason).toBe('credits.insufficient')
	const { balance } = await read()
	const { results } = await env.DB.prepare(
		'SELECT seq, amount, balance_after FROM ledger_entries WHERE org_id = ? ORDER BY seq',
	)
		.bind(org_id)
		.all<{ seq: number; amount: number; balance_after: number }>()
	expect(results).toHaveLength(passed.length + 1)
	let sum = 0
	for (const [index, { seq, amount, balance_after }] of results.entries()) {
		sum += amount
		expect({ seq, balance_after }).toEqual({ seq: index + 1, balance_after: sum })
	}
	expect(balance).toBe(sum)
})

test('paging the ledger returns each entry once, even while new ones arrive', async () => {
	const { root, adjust, org_id } = await account()
	for (let i = 1; i <= 7; i += 1) await adjust(i)
	const seen: number[] = []
	let cursor = ''
	for (let page = 0; page < 10; page += 1) {
		const response = await root.get(`/v1/admin/credits?org_id=${org_id}&limit=3${cursor}`)
		seen.push(...response.body.transactions.map(({ amount }: { amount: number }) => amount))
		const next = response.headers.get('Next-Cursor')
		if (!next) break
		cursor = `&cursor=${next}`
		await adjust(100)
	}
	expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1])
})

test("the ledger can't be changed, and no balance can move without it", async () => {
	const { adjust, org_id } = await account()
	await adjust(5)
	const run = (sql: string) => env.DB.prepare(sql).bind(org_id).run()
	await expect(run('UPDATE ledger_entries SET amount = 6 WHERE org_id = ?')).rejects.toThrow('append-only')
	await expect(run('DELETE FROM ledger_entries WHERE org_id = ?')).rejects.toThrow('append-only')
	const insert = (seq: number, amount: number, balance_after: number, type = 'redemption') =>
		run(
			`INSERT INTO ledger_entries (org_id, seq, amount, balance_after, type, created_at) VALUES (?, ${seq}, ${amount}, ${balance_after}, '${type}', '')`,
		)
	await expect(insert(3, 1, 6)).rejects.toThrow('does not follow')
	await expect(insert(2, 1, 7)).rejects.toThrow('does not follow')
	await expect(insert(2, -6, -1)).rejects.toThrow('CHECK')
})

test("a member sees its org's credits, and only those", async () => {
	const { org_id, admin: root, owner, member, stranger } = await world()
	await root.post('/v1/admin/credits/adjust', { org_id, amount: 42 })
	for (const caller of [owner, member])
		expect((await caller.get('/v1/me/credits')).body).toMatchObject({
			org_id,
			balance: 42,
			transactions: [{ amount: 42 }],
		})
	expect((await stranger.get('/v1/me/credits')).body).toMatchObject({ org_id: stranger.org_id, balance: 0 })
})

describe('verify', () => {
	test('finds nothing while every account matches its ledger', async () => {
		const { root, adjust, org_id } = await account()
		await adjust(9)
		const { body } = await root.post('/v1/admin/credits/verify')
		expect(body.differences.filter((found: { org_id: string }) => found.org_id === org_id)).toEqual([])
		const orgs = await env.DB.prepare('SELECT count(*) AS n FROM orgs').first<{ n: number }>()
		expect(body.org_count).toBe(orgs?.n)
	})

	test('names an org whose balance was changed behind the ledger', async () => {
		const { root, adjust, org_id } = await account()
		await adjust(9)
		await env.DB.prepare('UPDATE credit_accounts SET balance = 10 WHERE org_id = ?').bind(org_id).run()
		const { body } = await root.post('/v1/admin/credits/verify')
		expect(body.differences).toContainEqual({ org_id, balance: 10, ledger_sum: 9, entry_count: 1, ledger_count: 1 })
		await env.DB.prepare('UPDATE credit_accounts SET balance = 9 WHERE org_id = ?').bind(org_id).run()
	})
})

test('an amount beyond 2^53 - 1 returns 400, and the message says why', async () => {
	const root = await admin()
	for (const amount of [2 ** 53, -(2 ** 53), 2 ** 63])
		for (const [path, body] of [
			['/v1/admin/credits/adjust', { org_id: 'org_x', amount }],
			['/v1/admin/credits/bulk-adjust', { amount }],
		] as const)
			expect(await root.post(path, body)).toMatchObject({
				status: 400,
				body: {
					details: { fields: [{ path: 'amount', message: expect.stringContaining('because JSON readers round') }] },
				},
			})
})
