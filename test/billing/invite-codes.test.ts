import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { send } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { queryPlansOf } from '../support/query-plans.ts'
import { invalidField, isoTime } from '../support/replies.ts'
import { rows } from '../support/rows.ts'
import { address, admin, type Caller, PASSWORD, signIn, unique, user } from '../support/world.ts'

const OWN = '/v1/me/invite-code'
const PATH = '/v1/admin/invite-codes'
const DAY_MS = 86_400_000
const cooldown = { status: 429, body: { error: 'rate_limit', details: { reason: 'invite_codes.reset_cooldown' } } }

const codesOf = ({ user_id }: Caller) =>
	rows('SELECT id, code, is_active FROM invite_codes WHERE user_id = ? ORDER BY seq', user_id)
const actionsOn = (id: string) =>
	rows('SELECT action, actor_user_id, before, after FROM audit_logs WHERE target_id = ? ORDER BY id', id)
const patch = async (id: string, fields: object) => (await admin()).patch(`${PATH}/${id}`, fields)
const register = (invite_code: string) => {
	const login = unique('invited')
	return send('POST', '/v1/auth/register', {
		body: { login, password: PASSWORD, email: `${login}@example.com`, invite_code },
		headers: { 'CF-Connecting-IP': address() },
	})
}
const found = async (q: string) =>
	(await (await admin()).get(`${PATH}?q=${encodeURIComponent(q)}`)).body.map(({ id }: { id: string }) => id)

// Your own code.

test('a user gets a code at the first read, in full, and keeps it', async () => {
	const caller = await user()
	const first = await caller.get(OWN)
	expect(first).toMatchObject({ status: 200 })
	expect(first.body).toEqual({
		id: expect.stringMatching(/^inv_/),
		user_id: caller.user_id,
		code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/),
		max_uses: 0,
		use_count: 0,
		is_active: true,
		created_at: isoTime,
		user_login: caller.login,
		user_email: `${caller.login}@example.com`,
	})
	let again = first
	expect((await counted(async () => (again = await caller.get(OWN)))).calls).toBe(1)
	expect(again.body).toEqual(first.body)
	expect(again.headers.get('ETag')).toBe(first.headers.get('ETag'))
	expect(await actionsOn(first.body.id)).toMatchObject([
		{ action: 'invite_codes.create', actor_user_id: caller.user_id, before: null, after: expect.any(String) },
	])
})

test('concurrent first reads create one code', async () => {
	const caller = await user()
	const responses = await Promise.all(Array.from({ length: 8 }, () => caller.get(OWN)))
	expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
	expect(new Set(responses.map(({ body }) => body.code)).size).toBe(1)
	const codes = await codesOf(caller)
	expect(codes).toHaveLength(1)
	expect(await actionsOn(codes[0]?.id as string)).toHaveLength(1)
})

test('a user whose code was deactivated gets another one', async () => {
	const caller = await user()
	const { id } = (await caller.get(OWN)).body
	await patch(id, { is_active: false })
	const next = (await caller.get(OWN)).body
	expect(next).toMatchObject({ is_active: true, use_count: 0 })
	expect(next.id).not.toBe(id)
})

test('a reset replaces every active code with a new one, even right after signing up', async () => {
	const caller = await user()
	const old = (await caller.get(OWN)).body
	const { status, body } = await caller.post(`${OWN}/reset`)
	expect(status).toBe(200)
	expect(body).toEqual({ ...old, id: expect.any(String), code: expect.any(String), created_at: isoTime })
	expect(body.code).not.toBe(old.code)
	expect((await caller.get(OWN)).body).toEqual(body)
	expect((await codesOf(caller)).map(({ is_active }) => is_active)).toEqual([0, 1])
	const audited = await actionsOn(body.id)
	expect(audited).toMatchObject([{ action: 'invite_codes.reset', actor_user_id: caller.user_id }])
	for (const { before, after } of audited)
		expect([JSON.parse(String(before)), JSON.parse(String(after))]).toMatchObject([
			{ id: old.id, is_active: true },
			{ id: body.id, is_active: true },
		])
	expect((await register(old.code)).status).toBe(400)
	expect((await register(body.code)).status).toBe(201)
})

test('a second reset within 24 hours returns 429 with the time left and changes nothing; after that it works', async () => {
	const caller = await user()
	const first = await caller.post(`${OWN}/reset`)
	await patch(first.body.id, { is_active: false })
	// A code created since then doesn't count as a reset, and doesn't hide the last one.
	const between = (await caller.get(OWN)).body
	const refused = await caller.post(`${OWN}/reset`)
	expect(refused).toMatchObject(cooldown)
	const left = Number(refused.headers.get('Retry-After'))
	expect(left).toBeGreaterThan(86_300)
	expect(left).toBeLessThanOrEqual(86_400)
	const retry_at = new Date(Date.parse(first.body.created_at) + DAY_MS).toISOString()
	expect(refused.body).toMatchObject({
		message: `An invite code can be reset once in 24 hours. Try again later (${retry_at}).`,
		details: { retry_at },
	})
	expect((await caller.get(OWN)).body).toEqual(between)
	const at = Date.parse(first.body.created_at)
	vi.useFakeTimers({ now: at + DAY_MS - 1_500, toFake: ['Date'] })
	const early = await signIn(caller.login)
	const late = await early.post(`${OWN}/reset`)
	expect(late).toMatchObject(cooldown)
	expect(['1', '2']).toContain(late.headers.get('Retry-After'))
	vi.setSystemTime(at + DAY_MS)
	expect((await early.post(`${OWN}/reset`)).status).toBe(200)
	expect(await early.post(`${OWN}/reset`)).toMatchObject(cooldown)
})

test('of ten concurrent resets one wins', async () => {
	const caller = await user()
	await caller.get(OWN)
	const responses = await Promise.all(Array.from({ length: 10 }, () => caller.post(`${OWN}/reset`)))
	expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(429)])
	expect((await codesOf(caller)).map(({ is_active }) => is_active)).toEqual([0, 1])
})

test('a concurrent first read and reset leave one active code', async () => {
	const caller = await user()
	const [look, reset] = await Promise.all([caller.get(OWN), caller.post(`${OWN}/reset`)])
	expect([look.status, reset.status]).toEqual([200, 200])
	expect((await codesOf(caller)).filter(({ is_active }) => is_active)).toHaveLength(1)
})

// Administration.

test('search finds codes by any part of code, login or email in any case, newest first', async () => {
	const stem = unique('Inviter')
	const [one, two] = [await user(`${stem}-a`), await user(`${stem}-b`)]
	const [a, b] = [(await one.get(OWN)).body, (await two.get(OWN)).body]
	expect(await found(stem.toLowerCase())).toEqual([b.id, a.id])
	expect(await found(`${one.login.toUpperCase()}@example`)).toEqual([a.id])
	for (const q of [a.code, a.code.toLowerCase(), a.code.slice(2, 7)]) expect(await found(q)).toContain(a.id)
	for (const q of [`${stem}%`, `${stem}"`, `${stem} OR`]) expect([q, await found(q)]).toEqual([q, []])
	await env.DB.prepare('UPDATE users SET email = NULL WHERE id = ?').bind(one.user_id).run()
	expect(await found(`${one.login}@example`)).toEqual([])
	const read = await (await admin()).get(`${PATH}/${a.id}`)
	expect(read.body).toEqual({ ...a, user_email: null })
})

test('a page reads no more rows with many codes than with few, and scans nothing', async () => {
	const root = await admin()
	const caller = await user('owner-of-many')
	const codes = Array.from({ length: 300 }, (_, i) => ({ id: `inv_${unique('many')}`, code: unique(`MANY${i}`) }))
	await env.DB.prepare(
		"INSERT INTO invite_codes (id, user_id, code, is_active, created_at) SELECT value ->> 'id', ?, value ->> 'code', 0, '2026-11-01T00:00:00.000Z' FROM json_each(?)",
	)
		.bind(caller.user_id, JSON.stringify(codes))
		.run()
	await root.get('/v1/me')
	for (const path of [`${PATH}?limit=10`, `${PATH}?limit=10&q=many`, `${PATH}?limit=10&q=${caller.login}`]) {
		const { rows_read } = await counted(async () => expect((await root.get(path)).body).toHaveLength(10))
		expect({ path, few: rows_read <= 60, rows_read }).toMatchObject({ path, few: true })
		for (const { steps } of await queryPlansOf(() => root.get(path)))
			expect(steps.filter((step) => step.includes('TEMP B-TREE') || step.startsWith('SCAN users'))).toEqual([])
	}
	expect((await caller.get(OWN)).status).toBe(200)
	expect((await counted(() => caller.post(`${OWN}/reset`))).calls).toBe(1)
})

test('a PATCH changes only the fields it sends, and an empty one changes nothing', async () => {
	const code = (await (await user()).get(OWN)).body
	const read = async () => (await (await admin()).get(`${PATH}/${code.id}`)).body
	expect(await patch(code.id, {})).toMatchObject({ status: 200, body: code })
	expect(await patch(code.id, { max_uses: 3 })).toMatchObject({ status: 200, body: { ...code, max_uses: 3 } })
	const off = await patch(code.id, { is_active: false })
	expect(off.body).toEqual({ ...code, max_uses: 3, is_active: false })
	expect(await read()).toEqual(off.body)
	expect((await patch(code.id, { max_uses: 2 ** 31 - 1, is_active: true })).body).toEqual({
		...code,
		max_uses: 2 ** 31 - 1,
	})
	const audited = await actionsOn(code.id)
	expect(audited.filter(({ action }) => action === 'invite_codes.update')).toHaveLength(3)
})

test('a bad value is a 400 that names its field, and changes nothing', async () => {
	const code = (await (await user()).get(OWN)).body
	for (const [field, values] of [
		['max_uses', [-1, 1.5, 2 ** 31, '5', null]],
		['is_active', [1, null]],
	] as const)
		for (const value of values)
			expect([value, await patch(code.id, { [field]: value })]).toMatchObject([value, invalidField(field)])
	expect((await (await admin()).get(`${PATH}/${code.id}`)).body).toEqual(code)
})

test("a max_uses below use_count returns 400, and the rest of the PATCH isn't applied either", async () => {
	const code = (await (await user()).get(OWN)).body
	for (let i = 0; i < 2; i += 1) expect((await register(code.code)).status).toBe(201)
	expect(await patch(code.id, { max_uses: 1, is_active: false })).toMatchObject(invalidField('max_uses'))
	expect((await (await admin()).get(`${PATH}/${code.id}`)).body).toEqual({ ...code, use_count: 2 })
	for (const max_uses of [2, 0]) expect((await patch(code.id, { max_uses })).body).toMatchObject({ max_uses })
})

test("activating an inactive user's code returns 409, and it stays inactive", async () => {
	const [root, caller, gone] = [await admin(), await user('suspended'), await user('gone')]
	const refusal = { status: 409, body: { error: 'conflict', details: { reason: 'invite_codes.owner_inactive' } } }
	for (const { get, user_id } of [caller, gone]) {
		const { id } = (await get('/v1/me/invite-code')).body
		if (user_id === gone.user_id) await root.delete(`/v1/admin/users/${user_id}`)
		else await root.patch(`/v1/admin/users/${user_id}`, { status: 'suspended' })
		expect((await patch(id, { is_active: false })).status).toBe(200)
		expect(await patch(id, { is_active: true })).toMatchObject(refusal)
		expect((await patch(id, { max_uses: 5 })).body).toMatchObject({ is_active: false, max_uses: 5 })
		if (user_id === gone.user_id) continue
		await root.patch(`/v1/admin/users/${user_id}`, { status: 'active' })
		expect((await patch(id, { is_active: true })).body).toMatchObject({ is_active: true })
	}
})
