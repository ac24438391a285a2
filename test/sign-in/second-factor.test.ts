import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { as, send } from '../support/api.ts'
import { answer, authenticator, NOT_A_CHALLENGE, challengeOf, cookiesOf, logIn } from '../support/authenticator.ts'
import { counted } from '../support/d1.ts'
import { forgetPrincipals } from '../support/program.ts'
import { address, admin, type Caller, cookieOf, PASSWORD, user } from '../support/world.ts'

const root = await admin()

/** A user with an authenticator app and recovery codes. */
async function guarded(stem = 'ada') {
	const ada = await user(stem)
	const { code } = await authenticator(ada)
	const { codes } = (await ada.post('/v1/me/recovery-codes')).body
	return { ...ada, code, codes: codes as string[] }
}

const sessionsOf = async ({ user_id }: Pick<Caller, 'user_id'>) =>
	(
		await env.DB.prepare('SELECT factor FROM sessions WHERE user_id = ? AND ended_at IS NULL ORDER BY id DESC')
			.bind(user_id)
			.all<{ factor: string | null }>()
	).results.map(({ factor }) => factor)

describe('a right password of a user with a second factor', () => {
	test('earns a challenge, and no session and no cookie', async () => {
		const ada = await guarded()
		const before = await sessionsOf(ada)
		const { status, body, headers } = await logIn(ada.login)
		expect(status).toBe(401)
		expect(body.details).toEqual({
			reason: 'auth.second_factor',
			challenge: expect.stringMatching(/^chl_[\w-]{44}$/),
			methods: ['totp', 'recovery_code'],
		})
		expect(headers.get('Set-Cookie')).toBeNull()
		expect(await sessionsOf(ada)).toEqual(before)
	})

	test('is one that a wrong password says nothing about', async () => {
		const [ada, bob] = [await guarded(), await user('bob')]
		const [one, other] = [await logIn(ada.login, 'wrong horse 1'), await logIn(bob.login, 'wrong horse 1')]
		const seen = ({ status, body, headers }: typeof one) => ({
			status,
			body: { ...body, trace_id: '' },
			headers: [...headers.keys()].filter((name) => name !== 'x-trace-id').toSorted(),
		})
		expect(seen(one)).toEqual(seen(other))
	})

	test('takes two D1 calls, as any login does', async () => {
		const ada = await guarded()
		expect(await counted(() => logIn(ada.login))).toMatchObject({ calls: 2 })
	})
})

describe('the second factor', () => {
	test('logs in with a code, once', async () => {
		const ada = await guarded()
		const totp = await ada.code()
		const challenge = await challengeOf(ada.login)
		const { status, body, headers } = await answer(challenge, { totp })
		expect(status).toBe(200)
		expect(cookieOf(headers)).toContain('plinth_')
		expect((await as(body.access_token).get('/v1/me')).body.id).toBe(ada.user_id)
		expect((await sessionsOf(ada))[0]).toBe('totp')
		const log = await root.get(`/v1/admin/audit-logs?actor_user_id=${ada.user_id}&action=sessions.create`)
		expect(log.body[0].after).toMatchObject({ factor: 'totp' })
		// The challenge is used up, and so is the code.
		expect(await answer(challenge, { totp: await ada.code() })).toMatchObject(NOT_A_CHALLENGE)
		const next = await ada.code(1)
		expect((await answer(await challengeOf(ada.login), { totp: next })).status).toBe(200)
		expect(await answer(await challengeOf(ada.login), { totp: next })).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path: 'totp' }] } },
		})
	})

	test('logs in with a recovery code as people type it, once', async () => {
		const ada = await guarded()
		const [recovery_code = ''] = ada.codes
		const typed = ` ${recovery_code.toUpperCase().replaceAll('-', ' ')} `
		expect((await answer(await challengeOf(ada.login), { recovery_code: typed })).status).toBe(200)
		expect((await sessionsOf(ada))[0]).toBe('recovery_code')
		expect((await ada.get('/v1/me/recovery-codes')).body.left).toBe(9)
		expect((await answer(await challengeOf(ada.login), { recovery_code })).status).toBe(400)
		const bob = await guarded('bob')
		expect((await answer(await challengeOf(ada.login), { recovery_code: bob.codes[0] })).status).toBe(400)
	})

	test('starts one session, whichever of many answers at once arrives first', async () => {
		const ada = await guarded()
		const [recovery_code] = ada.codes
		const totp = await ada.code()
		const challenges = await Promise.all(Array.from({ length: 4 }, () => challengeOf(ada.login)))
		const before = await sessionsOf(ada)
		const byCode = await Promise.all(challenges.map((challenge) => answer(challenge, { totp })))
		expect(byCode.filter(({ status }) => status === 200)).toHaveLength(1)
		const others = await Promise.all(Array.from({ length: 4 }, () => challengeOf(ada.login)))
		const byRecovery = await Promise.all(others.map((challenge) => answer(challenge, { recovery_code })))
		expect(byRecovery.filter(({ status }) => status === 200)).toHaveLength(1)
		expect(await sessionsOf(ada)).toHaveLength(before.length + 2)
	})

	test('acts in the org that is asked for, and refuses one that is not theirs', async () => {
		const ada = await guarded()
		const second = (await ada.post('/v1/orgs', { name: 'Second' })).body
		const challenge = await challengeOf(ada.login)
		const refused = await answer(challenge, { totp: await ada.code(), org_id: root.org_id })
		expect(refused).toMatchObject({ status: 400, body: { details: { fields: [{ path: 'org_id' }] } } })
		const { body } = await answer(challenge, { totp: await ada.code(), org_id: second.id })
		expect((await as(body.access_token).get('/v1/me')).body.org_id).toBe(second.id)
	})

	test('is one answer', async () => {
		const challenge = await challengeOf((await guarded()).login)
		for (const body of [{}, { totp: '123456', recovery_code: 'x' }])
			expect(await answer(challenge, body)).toMatchObject({
				status: 400,
				body: { details: { fields: [{ path: 'totp' }] } },
			})
	})
})

describe('wrong answers', () => {
	test('end a challenge after five', async () => {
		const ada = await guarded()
		const challenge = await challengeOf(ada.login)
		for (let wrong = 0; wrong < 5; wrong += 1)
			expect((await answer(challenge, { recovery_code: `wrong ${wrong}` })).body.details.fields[0].path).toBe(
				'recovery_code',
			)
		expect(await answer(challenge, { totp: await ada.code() })).toMatchObject(NOT_A_CHALLENGE)
	})

	test('give the user a notice once there were five', async () => {
		const ada = await guarded()
		const told = async () =>
			(await ada.get('/v1/notifications')).body.data.filter(
				({ type }: { type: string }) => type === 'security.second_factor_failed',
			).length
		const challenge = await challengeOf(ada.login)
		for (let wrong = 0; wrong < 4; wrong += 1) await answer(challenge, { recovery_code: 'wrong' })
		expect(await told()).toBe(0)
		for (let wrong = 0; wrong < 2; wrong += 1) await answer(challenge, { recovery_code: 'wrong' })
		expect(await told()).toBe(1)
	})

	test('count as failed logins of the user, from wherever they come', async () => {
		const ada = await guarded()
		for (let challenges = 0; challenges < 2; challenges += 1) {
			const challenge = await challengeOf(ada.login)
			for (let wrong = 0; wrong < 5; wrong += 1) await answer(challenge, { recovery_code: 'wrong' })
		}
		expect(await logIn(ada.login)).toMatchObject({
			status: 429,
			body: { details: { reason: 'auth.too_many_failures' } },
		})
	})

	test('from strangers leave the user their own device', async () => {
		const ada = await guarded()
		const known = await answer(await challengeOf(ada.login), { totp: await ada.code() })
		const device = cookiesOf(known.headers)
		for (let challenges = 0; challenges < 2; challenges += 1) {
			const challenge = await challengeOf(ada.login)
			for (let wrong = 0; wrong < 5; wrong += 1) await answer(challenge, { recovery_code: 'wrong' })
		}
		const { body } = await logIn(ada.login, PASSWORD, { Cookie: device })
		const { challenge } = body.details
		expect((await answer(challenge, { totp: await ada.code() }, { Cookie: device })).status).toBe(200)
	})

	test('of a burst are counted before the right one is taken', async () => {
		const ada = await guarded()
		const challenge = await challengeOf(ada.login)
		const wrong = Array.from({ length: 20 }, (_, at) => answer(challenge, { recovery_code: `wrong ${at}` }))
		await Promise.all(wrong)
		expect(await answer(challenge, { recovery_code: ada.codes[0] })).toMatchObject(NOT_A_CHALLENGE)
	})
})

describe('a challenge', () => {
	test('lasts five minutes, and not longer than its password', async () => {
		const ada = await guarded()
		const [expired, changed] = [await challengeOf(ada.login), await challengeOf(ada.login)]
		await env.DB.prepare(
			"UPDATE sign_in_challenges SET expires_at = '2020' WHERE challenge_hash = (SELECT challenge_hash FROM sign_in_challenges WHERE user_id = ? ORDER BY created_at LIMIT 1)",
		)
			.bind(ada.user_id)
			.run()
		expect(await answer(expired, { totp: await ada.code() })).toMatchObject(NOT_A_CHALLENGE)
		const body = { old_password: PASSWORD, new_password: 'another horse 2' }
		expect((await ada.post('/v1/me/password', body)).status).toBe(200)
		expect(await answer(changed, { totp: await ada.code() })).toMatchObject(NOT_A_CHALLENGE)
	})

	test('of a suspended user ends, and so does a login of theirs before', async () => {
		const ada = await guarded()
		const challenge = await challengeOf(ada.login)
		await root.patch(`/v1/admin/users/${ada.user_id}`, { status: 'suspended' })
		expect(await answer(challenge, { totp: await ada.code() })).toMatchObject(NOT_A_CHALLENGE)
		await root.patch(`/v1/admin/users/${ada.user_id}`, { status: 'active' })
		expect(await answer(challenge, { totp: await ada.code() })).toMatchObject(NOT_A_CHALLENGE)
	})

	test('of another kind is none', async () => {
		const ada = await guarded()
		const challenge = await challengeOf(ada.login)
		expect(await ada.post('/v1/auth/step-up', { challenge, totp: await ada.code() })).toMatchObject(NOT_A_CHALLENGE)
	})
})

describe('a step-up', () => {
	async function asked(caller: Caller) {
		await env.DB.prepare("UPDATE sessions SET created_at = '2020', authenticated_at = NULL WHERE user_id = ?")
			.bind(caller.user_id)
			.run()
		forgetPrincipals()
		return (await caller.post('/v1/me/recovery-codes')).body.details
	}

	test('takes the second factor, and no password, of a user who has one', async () => {
		const ada = await guarded()
		const { challenge, methods } = await asked(ada)
		expect(methods).toEqual(['totp', 'recovery_code'])
		const proven = (body: object) => ada.post('/v1/auth/step-up', { challenge, ...body })
		expect(await proven({ password: PASSWORD })).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path: 'password' }] } },
		})
		expect((await proven({ totp: '000000' })).body.details.fields[0].path).toBe('totp')
		expect((await proven({ totp: await ada.code() })).status).toBe(200)
		expect((await ada.post('/v1/me/recovery-codes')).status).toBe(201)
		expect(await sessionsOf(ada)).toContain('totp')
	})

	test('takes a recovery code once', async () => {
		const ada = await guarded()
		const [recovery_code] = ada.codes
		const first = await asked(ada)
		expect((await ada.post('/v1/auth/step-up', { challenge: first.challenge, recovery_code })).status).toBe(200)
		const second = await asked(ada)
		expect((await ada.post('/v1/auth/step-up', { challenge: second.challenge, recovery_code })).status).toBe(400)
	})

	test('takes ten wrong codes in ten minutes, which never block a login', async () => {
		const ada = await guarded()
		for (let wrong = 0; wrong < 10; wrong += 1) {
			const { challenge } = await asked(ada)
			await ada.post('/v1/auth/step-up', { challenge, recovery_code: 'wrong' })
		}
		const { challenge } = await asked(ada)
		const refused = await ada.post('/v1/auth/step-up', { challenge, totp: await ada.code() })
		expect([refused.status, refused.body.details.reason]).toEqual([429, 'auth.too_many_failures'])
		expect((await answer(await challengeOf(ada.login), { totp: await ada.code() })).status).toBe(200)
	})
})

test('a password reset neither signs in nor ends the second factor', async () => {
	const ada = await guarded()
	const before = await challengeOf(ada.login)
	const { token } = (await root.post(`/v1/admin/users/${ada.user_id}/password-reset`)).body
	const reset = await send('POST', '/v1/auth/password-reset/confirm', { body: { token, password: 'another horse 2' } })
	expect([reset.status, reset.headers.get('Set-Cookie')]).toEqual([200, null])
	expect(await answer(before, { totp: await ada.code() })).toMatchObject(NOT_A_CHALLENGE)
	const { status, body, headers } = await logIn(ada.login, 'another horse 2', { 'CF-Connecting-IP': address() })
	expect([status, body.details.reason, headers.get('Set-Cookie')]).toEqual([401, 'auth.second_factor', null])
	expect((await answer(body.details.challenge, { totp: await ada.code() })).status).toBe(200)
})
