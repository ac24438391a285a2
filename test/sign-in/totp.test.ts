import { Buffer } from 'node:buffer'
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { answer, authenticator, challengeOf, codeAt, logIn, newKey, reasonOf } from '../support/authenticator.ts'
import { tablesWith } from '../support/planted.ts'
import { codeOf, otpauthUri, stepOf, toBase32 } from '../support/program.ts'
import { admin, user } from '../support/world.ts'

const PATH = '/v1/me/totp'
const WRONG = {
	status: 400,
	body: { details: { fields: [{ path: 'code' }] } },
}

const stored = (user_id: string) =>
	env.DB.prepare(
		"SELECT (SELECT count(*) FROM secrets WHERE table_name = 'totp_keys' AND row_id = ?1) AS kept, (SELECT count(*) FROM replaced_secrets WHERE table_name = 'totp_keys' AND row_id = ?1) AS replaced",
	)
		.bind(user_id)
		.first()

// RFC 6238, appendix B, SHA-1. Its codes have eight digits, of which ours are the last six.
describe('the codes of RFC 6238', () => {
	const key = Buffer.from('12345678901234567890')

	test.each([
		[59, '94287082'],
		[1_111_111_109, '07081804'],
		[1_111_111_111, '14050471'],
		[1_234_567_890, '89005924'],
		[2_000_000_000, '69279037'],
		[20_000_000_000, '65353130'],
	])('at %d s', async (seconds, code) => {
		expect(codeOf(key, Math.floor(seconds / 30))).toBe(code.slice(2))
		if (seconds < 2 ** 32) expect(await codeAt(toBase32(key), seconds * 1000)).toBe(code.slice(2))
	})

	test('count in their own step, and in the one before and after it', () => {
		vi.useFakeTimers({ now: 59_000, toFake: ['Date'] })
		const taken = [-1, 0, 1, 2, 3].filter((step) => step >= 0 && stepOf(key, codeOf(key, step), null) === step)
		expect(taken).toEqual([0, 1, 2])
		expect(stepOf(key, codeOf(key, 1), 1)).toBeUndefined()
		expect(stepOf(key, codeOf(key, 0), 1)).toBeUndefined()
		expect(stepOf(key, codeOf(key, 2), 1)).toBe(2)
	})

	test('come from a key in base32 and a URI that apps read', () => {
		expect(toBase32(key)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
		const uri = new URL(otpauthUri(key, 'ada'))
		expect([uri.protocol, uri.host, uri.pathname]).toEqual(['otpauth:', 'totp', '/Plinth:ada'])
		expect(Object.fromEntries(uri.searchParams)).toEqual({
			secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
			issuer: 'Plinth',
			algorithm: 'SHA1',
			digits: '6',
			period: '30',
		})
	})
})

describe('an authenticator app', () => {
	test('counts once its first code is right, and its user gets a notice', async () => {
		const ada = await user('ada')
		expect((await ada.get(PATH)).body).toEqual({ enabled_at: null })
		const { code } = await newKey(ada)
		expect((await ada.get(PATH)).body).toEqual({ enabled_at: null })
		expect(await ada.put(PATH, { code: await code(5) })).toMatchObject(WRONG)
		const enabled = await ada.put(PATH, { code: (await code()).replace(/^.../, '$& ') })
		expect(enabled.status).toBe(200)
		const read = await ada.get(PATH)
		expect([read.body, read.headers.get('ETag')]).toEqual([enabled.body, enabled.headers.get('ETag')])
		const log = await (await admin()).get(`/v1/admin/audit-logs?actor_user_id=${ada.user_id}&action=totp_keys.enable`)
		expect(log.body).toMatchObject([{ after: { enabled_at: enabled.body.enabled_at } }])
		expect((await ada.get('/v1/notifications')).body.data).toMatchObject([{ type: 'security.totp_enabled' }])
	})

	test('is one: neither a second key nor a second confirmation is taken', async () => {
		const ada = await user('ada')
		expect(reasonOf(await ada.put(PATH, { code: '000000' }))).toEqual([409, 'totp.not_requested'])
		const { code } = await authenticator(ada)
		expect(reasonOf(await ada.post(`${PATH}/options`))).toEqual([409, 'totp.enabled'])
		expect(reasonOf(await ada.put(PATH, { code: await code() }))).toEqual([409, 'totp.enabled'])
	})

	test('takes the newest key, for ten minutes, and its vault has no other', async () => {
		const ada = await user('ada')
		const first = await newKey(ada)
		const second = await newKey(ada)
		expect(await ada.put(PATH, { code: await first.code() })).toMatchObject(WRONG)
		expect(await stored(ada.user_id)).toEqual({ kept: 1, replaced: 0 })
		await env.DB.prepare('UPDATE totp_keys SET created_at = ? WHERE user_id = ?')
			.bind(new Date(Date.now() - 601_000).toISOString(), ada.user_id)
			.run()
		expect(reasonOf(await ada.put(PATH, { code: await second.code() }))).toEqual([409, 'totp.not_requested'])
	})

	test('of two confirmations at once one wins', async () => {
		const ada = await user('ada')
		const { code } = await newKey(ada)
		const body = { code: await code() }
		const both = await Promise.all([ada.put(PATH, body), ada.put(PATH, body)])
		expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
	})

	test('is the one whose code was right, whatever newer key is made meanwhile', async () => {
		const ada = await user('ada')
		const older = await newKey(ada)
		const unseal = crypto.subtle.decrypt.bind(crypto.subtle)
		const newer: string[] = []
		vi.spyOn(crypto.subtle, 'decrypt').mockImplementationOnce(async (...given) => {
			newer.push((await ada.post(`${PATH}/options`)).body.secret)
			return unseal(...given)
		})
		expect(reasonOf(await ada.put(PATH, { code: await older.code() }))).toEqual([409, 'totp.not_requested'])
		expect((await ada.put(PATH, { code: await codeAt(newer[0] ?? '', Date.now()) })).status).toBe(200)
	})

	test('can be confirmed with ten wrong codes in ten minutes at most', async () => {
		const ada = await user('ada')
		const { code } = await newKey(ada)
		for (let wrong = 0; wrong < 10; wrong += 1) await ada.put(PATH, { code: '12345x'.replace('x', String(wrong)) })
		expect(reasonOf(await ada.put(PATH, { code: await code() }))).toEqual([429, 'auth.too_many_failures'])
	})

	test('leaves nothing behind when it is removed, and the password alone logs in again', async () => {
		const ada = await user('ada')
		await authenticator(ada)
		await ada.post('/v1/me/recovery-codes')
		expect((await ada.delete(PATH)).status).toBe(204)
		expect((await ada.get(PATH)).body).toEqual({ enabled_at: null })
		expect(await stored(ada.user_id)).toEqual({ kept: 0, replaced: 0 })
		expect((await ada.get('/v1/me/recovery-codes')).body).toEqual({ left: 0, created_at: null })
		expect(reasonOf(await ada.delete(PATH))).toEqual([409, 'totp.not_requested'])
		expect((await logIn(ada.login)).status).toBe(200)
		expect((await ada.get('/v1/notifications')).body.data[0]).toMatchObject({ type: 'security.totp_disabled' })
	})

	test('goes with its user', async () => {
		const ada = await user('ada')
		await authenticator(ada)
		await ada.post('/v1/me/recovery-codes')
		expect((await (await admin()).delete(`/v1/admin/users/${ada.user_id}`)).status).toBe(204)
		expect(await stored(ada.user_id)).toEqual({ kept: 0, replaced: 0 })
		const left = await env.DB.prepare(
			'SELECT (SELECT count(*) FROM totp_keys WHERE user_id = ?1) + (SELECT count(*) FROM recovery_codes WHERE user_id = ?1) AS n',
		)
			.bind(ada.user_id)
			.first()
		expect(left).toEqual({ n: 0 })
	})
})

describe('recovery codes', () => {
	test('are ten, shown once, stored as hashes, and replaced by the next ten', async () => {
		const ada = await user('ada')
		expect(reasonOf(await ada.post('/v1/me/recovery-codes'))).toEqual([409, 'recovery_codes.no_factor'])
		await authenticator(ada)
		const first = await ada.post('/v1/me/recovery-codes')
		expect([first.status, new Set(first.body.codes).size]).toEqual([201, 10])
		for (const code of first.body.codes) expect(code).toMatch(/^([a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/)
		const { results } = await env.DB.prepare('SELECT * FROM recovery_codes WHERE user_id = ?').bind(ada.user_id).all()
		expect(results).toHaveLength(10)
		for (const code of first.body.codes as string[]) expect(JSON.stringify(results)).not.toContain(code)
		expect((await ada.get('/v1/me/recovery-codes')).body).toEqual({ left: 10, created_at: first.body.created_at })
		const second = await ada.post('/v1/me/recovery-codes')
		expect(first.body.codes.filter((code: string) => second.body.codes.includes(code))).toEqual([])
		const log = await (
			await admin()
		).get(`/v1/admin/audit-logs?actor_user_id=${ada.user_id}&action=recovery_codes.create`)
		expect(log.body).toMatchObject([
			{ before: { left: 10 }, after: { left: 10 } },
			{ before: { left: 0 }, after: { left: 10 } },
		])
		expect((await answer(await challengeOf(ada.login), { recovery_code: first.body.codes[0] })).status).toBe(400)
		expect((await answer(await challengeOf(ada.login), { recovery_code: second.body.codes[0] })).status).toBe(200)
	})
})

test('the key is sealed, and its text is nowhere in the database', async () => {
	const ada = await user('ada')
	const { secret } = await authenticator(ada)
	const sealed = await env.DB.prepare("SELECT * FROM secrets WHERE table_name = 'totp_keys' AND row_id = ?")
		.bind(ada.user_id)
		.first()
	expect(sealed).not.toBeNull()
	expect(await tablesWith(ada.user_id)).toContain('totp_keys')
	for (const form of [secret, secret.toLowerCase()]) expect(await tablesWith(form)).toEqual([])
})
