import { describe, expect, test } from 'vitest'
import { invalidField } from '../support/replies.ts'
import { refused } from '../support/reverts.ts'
import { rows } from '../support/rows.ts'
import { newOrg } from '../support/runs.ts'
import { admin, world } from '../support/world.ts'

const MAX = Number.MAX_SAFE_INTEGER

/** A new org, with its credits as the platform admin sees and changes them. */
async function account() {
	const [root, org_id] = [await admin(), await newOrg()]
	return {
		root,
		org_id,
		adjust: (amount: unknown, fields: object = {}) =>
			root.post('/v1/admin/credits/adjust', { org_id, amount, ...fields }),
		read: async (query = '') => (await root.get(`/v1/admin/credits?org_id=${org_id}${query}`)).body,
	}
}

test('adjusting adds and takes away; the ledger shows both, newest first, and the audit log the balances', async () => {
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
	const { body } = await root.get(`/v1/admin/audit-logs?target_id=${org_id}&action=credits.adjust`)
	expect(body[0]).toMatchObject({ org_id, before: { balance: 500 }, after: { balance: 380 } })
})

describe('what cannot be adjusted', () => {
	test('an amount that is no integer other than 0 returns 400 for amount, and one beyond 2^53 - 1 says why', async () => {
		const { root, org_id, read } = await account()
		const round = { path: 'amount', message: expect.stringContaining('because JSON readers round') }
		for (const [path, fields] of [
			['/v1/admin/credits/adjust', `"org_id":"${org_id}",`],
			['/v1/admin/credits/bulk-adjust', ''],
		]) {
			const change = (amount: string) => root.post(path as string, `{${fields}"amount":${amount}}`)
			for (const amount of ['0', '1.5', '-0.5', '"5"', 'null', '1e300', '1e400', 'true', '[1]'])
				expect([amount, await change(amount)]).toMatchObject([amount, invalidField('amount')])
			for (const amount of [String(2 ** 53), String(-(2 ** 53)), '9223372036854775807', '-9223372036854775808'])
				expect((await change(amount)).body.details.fields).toMatchObject([round])
		}
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
	const entries = await rows<{ seq: number; amount: number; balance_after: number }>(
		'SELECT seq, amount, balance_after FROM ledger_entries WHERE org_id = ? ORDER BY seq',
		org_id,
	)
	expect(entries).toHaveLength(passed.length + 1)
	let sum = 0
	for (const [index, { seq, amount, balance_after }] of entries.entries()) {
		sum += amount
		expect({ seq, balance_after }).toEqual({ seq: index + 1, balance_after: sum })
	}
	expect(balance).toBe(sum)
})

test("the ledger can't be changed, and no balance can move without it", async () => {
	const { adjust, org_id } = await account()
	await adjust(5)
	const run = (sql: string) => rows(sql, org_id)
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
