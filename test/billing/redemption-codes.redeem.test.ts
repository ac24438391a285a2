import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { cutAt } from '../support/cut.ts'
import { sendingBy } from '../support/d1.ts'
import { manyOrgs } from '../support/redemption-codes.ts'
import { invalidField, isoTime } from '../support/replies.ts'
import { refused } from '../support/reverts.ts'
import { rows } from '../support/rows.ts'
import { admin, type Caller, create, unique, user, world } from '../support/world.ts'

const PATH = '/v1/me/redeem'
const MAX = 9_007_199_254_740_991

interface Code {
	id: string
	code: string
	value: string
}

const redeem = (caller: Pick<Caller, 'post'>, { code }: { code: string }, headers: Record<string, string> = {}) =>
	caller.post(PATH, { code }, { headers })
const balanceOf = async (org_id: string) =>
	(await rows('SELECT balance FROM credit_accounts WHERE org_id = ?', org_id))[0]?.balance
const switchTo = async ({ id }: Code, is_active: boolean) =>
	expect((await (await admin()).patch(`/v1/admin/redemption-codes/${id}`, { is_active })).status).toBe(200)

/** Everything that redeeming the code wrote. */
async function traces({ id }: Code) {
	const [code] = await rows('SELECT use_count FROM redemption_codes WHERE id = ?', id)
	return {
		use_count: code?.use_count,
		redemptions: await rows('SELECT org_id, user_id, created_at FROM redemptions WHERE code_id = ?', id),
		entries: await rows(
			"SELECT * FROM ledger_entries WHERE reference_type = 'redemption_code' AND reference_id = ?",
			id,
		),
		events: await rows("SELECT * FROM events WHERE data ->> 'redemption_code_id' = ?", id),
		audit: await rows("SELECT * FROM audit_logs WHERE target_id = ? AND action = 'redemption_codes.redeem'", id),
	}
}
const nothing = { use_count: 0, redemptions: [], entries: [], events: [], audit: [] }

test('redeeming credits returns them, and updates balance, ledger, code and audit log', async () => {
	const { member, owner, org_id } = await world()
	const code = await create.redemptionCode({ value: '250', max_uses: 3 })
	expect(await redeem(member, code)).toMatchObject({
		status: 200,
		body: { code: code.code, type: 'credits', value: '250' },
	})
	expect(await balanceOf(org_id)).toBe(250)
	const left = await traces(code)
	expect(left).toMatchObject({
		use_count: 1,
		redemptions: [{ org_id, user_id: member.user_id, created_at: isoTime }],
		entries: [
			{
				org_id,
				seq: 1,
				amount: 250,
				balance_after: 250,
				type: 'redemption',
				note: null,
				actor_user_id: member.user_id,
			},
		],
		events: [{ org_id, type: 'redemption_code.redeemed', created_at: isoTime }],
		audit: [{ org_id, actor_user_id: member.user_id, target_type: 'redemption_codes' }],
	})
	expect(JSON.parse(left.events[0]?.data as string)).toEqual({
		redemption_code_id: code.id,
		type: 'credits',
		value: '250',
		org_id,
		user_id: member.user_id,
	})
	const { before, after } = left.audit[0] as { before: string; after: string }
	for (const side of [before, after])
		expect(JSON.parse(side)).toEqual({ id: code.id, type: code.type, value: code.value })
	expect(await redeem(owner, code)).toMatchObject(refused('redemption_codes.already_redeemed'))
	expect(await traces(code)).toEqual(left)
})

test('a code of another type is recorded and emitted, and moves no credits', async () => {
	const caller = await user()
	const code = await create.redemptionCode({ type: 'plan "größer"', value: '0 €' })
	expect(await redeem(caller, code)).toMatchObject({
		status: 200,
		body: { code: code.code, type: 'plan "größer"', value: '0 €' },
	})
	const { use_count, redemptions, entries, events, audit } = await traces(code)
	expect({ use_count, entries }).toEqual({ use_count: 1, entries: [] })
	expect([redemptions, events, audit].map(({ length }) => length)).toEqual([1, 1, 1])
	expect(JSON.parse(events[0]?.data as string)).toMatchObject({ type: 'plan "größer"', value: '0 €' })
	expect(await balanceOf(caller.org_id)).toBe(0)
})

test('a code can be typed in any case, with other separators or none', async () => {
	const code = await create.redemptionCode({ max_uses: 10 })
	const bare = code.code.replaceAll('-', '')
	const typed = [
		bare.toLowerCase(),
		code.code.toLowerCase(),
		` ${code.code}\n`,
		bare.replaceAll(/(..)/g, '$1 '),
		code.code.replaceAll('-', '–'),
	]
	const callers = await manyOrgs(typed.length)
	for (const [index, caller] of callers.entries())
		expect([typed[index], await redeem(caller, { code: typed[index] as string })]).toMatchObject([
			typed[index],
			{ status: 200, body: { code: code.code } },
		])
	expect(await traces(code)).toMatchObject({ use_count: typed.length })
})

test('an invalid code returns 400 for code', async () => {
	const [caller, code] = [await user(), await create.redemptionCode()]
	for (const typed of [
		'AAAA-AAAA-AAAA-AAAA',
		code.code.slice(0, -1),
		`${code.code}2`,
		`ß${code.code.slice(1)}`,
		'',
		'----',
		'a\u0000b',
		'\ud800',
		'x'.repeat(10_000),
		7,
		null,
		undefined,
		[code.code],
	])
		expect([typed, await caller.post(PATH, { code: typed })]).toMatchObject([typed, invalidField('code')])
	expect(await traces(code)).toEqual(nothing)
})

test("an inactive code is refused until it's activated again", async () => {
	const [caller, code] = [await user(), await create.redemptionCode()]
	await switchTo(code, false)
	expect(await redeem(caller, code)).toMatchObject(refused('redemption_codes.inactive'))
	expect(await traces(code)).toEqual(nothing)
	await switchTo(code, true)
	expect((await redeem(caller, code)).status).toBe(200)
})

test('a code expires exactly at expires_at', async () => {
	const end = Date.now() + 60_000
	const code = await create.redemptionCode({ expires_at: new Date(end).toISOString(), max_uses: 2 })
	const [early, late] = await manyOrgs(2)
	vi.useFakeTimers({ now: end - 1, toFake: ['Date'] })
	expect((await redeem(early as Caller, code)).status).toBe(200)
	vi.setSystemTime(end)
	expect(await redeem(late as Caller, code)).toMatchObject(refused('redemption_codes.expired'))
	vi.useRealTimers()
	expect(await traces(code)).toMatchObject({ use_count: 1 })
})

test('a code without uses left is refused; an org that has redeemed it gets that reason first', async () => {
	const [one, two] = (await manyOrgs(2)) as [Caller, Caller]
	const code = await create.redemptionCode()
	expect((await redeem(one, code)).status).toBe(200)
	expect(await redeem(two, code)).toMatchObject(refused('redemption_codes.exhausted'))
	expect(await redeem(one, code)).toMatchObject(refused('redemption_codes.already_redeemed'))
	await switchTo(code, false)
	expect(await redeem(two, code)).toMatchObject(refused('redemption_codes.inactive'))
	expect(await redeem(one, code)).toMatchObject(refused('redemption_codes.already_redeemed'))
	expect(await traces(code)).toMatchObject({ use_count: 1 })
})

test('if two members of an org redeem at once, one succeeds and the other gets the reason', async () => {
	const { member, owner, org_id } = await world()
	for (let round = 0; round < 3; round += 1) {
		const code = await create.redemptionCode({ value: '10', max_uses: 5 })
		const responses = await Promise.all([redeem(member, code), redeem(owner, code)])
		const [won, lost] = responses.toSorted((a, b) => a.status - b.status)
		expect(won?.status).toBe(200)
		expect(lost).toMatchObject(refused('redemption_codes.already_redeemed'))
		const { use_count, redemptions, entries, events } = await traces(code)
		expect([use_count, redemptions.length, entries.length, events.length]).toEqual([1, 1, 1, 1])
		expect(await balanceOf(org_id)).toBe(10 * (round + 1))
	}
})

test('if 24 orgs redeem a code with 5 uses at once, exactly 5 succeed', async () => {
	const callers = await manyOrgs(24)
	const code = await create.redemptionCode({ value: '7', max_uses: 5 })
	const responses = await Promise.all(callers.map((caller) => redeem(caller, code)))
	const winners = callers.filter((_, index) => responses[index]?.status === 200).map(({ org_id }) => org_id)
	expect(winners).toHaveLength(5)
	for (const response of responses.filter(({ status }) => status !== 200))
		expect(response).toMatchObject(refused('redemption_codes.exhausted'))
	const { use_count, redemptions, entries, events } = await traces(code)
	expect(use_count).toBe(5)
	for (const left of [redemptions, entries, events])
		expect(left.map(({ org_id }) => org_id as string).sort()).toEqual(winners.toSorted())
	const balances = await rows(
		'SELECT org_id, balance FROM credit_accounts WHERE balance <> 0 AND org_id IN (SELECT value FROM json_each(?))',
		JSON.stringify(callers.map(({ org_id }) => org_id)),
	)
	expect(balances.toSorted((a, b) => (String(a.org_id) < String(b.org_id) ? -1 : 1))).toEqual(
		winners.toSorted().map((org_id) => ({ org_id, balance: 7 })),
	)
	expect(entries.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(35)
})

test("credits that the balance can't hold are refused, and others can still use the code", async () => {
	const [full, other, empty] = (await manyOrgs(3)) as [Caller, Caller, Caller]
	await env.DB.prepare(
		"INSERT INTO ledger_entries (org_id, seq, amount, balance_after, type, created_at) VALUES (?1, 1, ?2, ?2, 'initial_grant', '')",
	)
		.bind(full.org_id, MAX - 5)
		.run()
	const [six, five, one] = await Promise.all(['6', '5', '1'].map((value) => create.redemptionCode({ value })))
	expect(await redeem(full, six)).toMatchObject(refused('credits.overflow'))
	expect(await traces(six)).toEqual(nothing)
	expect((await redeem(full, five)).status).toBe(200)
	expect(await balanceOf(full.org_id)).toBe(MAX)
	expect(await redeem(full, one)).toMatchObject(refused('credits.overflow'))
	const most = await create.redemptionCode({ value: String(MAX) })
	expect(await redeem(full, most)).toMatchObject(refused('credits.overflow'))
	expect([await balanceOf(full.org_id), await balanceOf(empty.org_id)]).toEqual([MAX, 0])
	expect(await redeem(empty, most)).toMatchObject({ status: 200, body: { value: '9007199254740991' } })
	expect(await balanceOf(empty.org_id)).toBe(MAX)
	expect((await redeem(other, six)).status).toBe(200)
	expect((await redeem(full, await create.redemptionCode({ type: 'plan', value: '1' }))).status).toBe(200)
})

test("a refusal whose cause disappears before it's known returns a conflict that the caller can retry", async () => {
	const [caller, code] = [await user(), await create.redemptionCode()]
	await switchTo(code, false)
	// Activates the code between the refused batch and the lookup of its cause.
	const activate = env.DB.prepare('UPDATE redemption_codes SET is_active = 1 WHERE id = ?').bind(code.id)
	const reply = await sendingBy(
		(send) =>
			async function (...args) {
				const response = await send.apply(this, args)
				if (Array.isArray(args[1])) await activate.run()
				return response
			},
		() => redeem(caller, code),
	)
	expect(reply).toMatchObject(refused('redemption_codes.changed'))
	expect(await traces(code)).toEqual(nothing)
	expect((await redeem(caller, code)).status).toBe(200)
})

test.each([
	['UPDATE', 'redemption_codes'],
	['INSERT', 'redemptions'],
	['INSERT', 'ledger_entries'],
	['UPDATE', 'credit_accounts'],
	['INSERT', 'events'],
	['INSERT', 'audit_logs'],
	['UPDATE', 'audit_logs'],
	['INSERT', 'idempotency_keys'],
	['UPDATE', 'idempotency_keys'],
] as const)(
	'a redemption that dies at its %s of %s leaves nothing, and the retry redeems once',
	async (verb, table) => {
		const [caller, code] = [await user(), await create.redemptionCode()]
		const key = { 'Idempotency-Key': unique('key') }
		expect((await cutAt(verb, table, () => redeem(caller, code, key))).status).toBe(500)
		expect(await traces(code)).toEqual(nothing)
		expect(await balanceOf(caller.org_id)).toBe(0)
		const again = await redeem(caller, code, key)
		expect(again.status).toBe(200)
		expect(again.headers.get('Idempotency-Replayed')).toBeNull()
		const { use_count, redemptions, entries, events, audit } = await traces(code)
		expect([use_count, ...[redemptions, entries, events, audit].map(({ length }) => length)]).toEqual([1, 1, 1, 1, 1])
		expect(await balanceOf(caller.org_id)).toBe(100)
	},
)
