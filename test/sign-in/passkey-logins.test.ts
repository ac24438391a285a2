import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { as, send } from '../support/api.ts'
import { cookiesOf, reasonOf } from '../support/authenticator.ts'
import { later } from '../support/clock.ts'
import { counted } from '../support/d1.ts'
import { sendFromEdge, underGateway } from '../support/gateway.ts'
import { addPasskey, logIn, requestOptions, withPasskey } from '../support/passkeys.ts'
import { repeated } from '../support/repeated.ts'
import { address, admin, PASSWORD, unique, user } from '../support/world.ts'

const PATH = '/v1/auth/passkey'

type Keyed = Awaited<ReturnType<typeof withPasskey>>

/** An answer to a new challenge. */
const answerOf = async ({ authenticator, login }: Keyed) => authenticator.get(await requestOptions(login))

const INVALID = [401, 'auth.invalid_passkey']

describe('a login by passkey', () => {
	test('begins a session that says so, and is in the audit log', async () => {
		const one = await withPasskey()
		const from = address()
		const { status, body, headers } = await logIn(await answerOf(one), { from })
		expect(status).toBe(200)
		const me = await as(body.access_token).get('/v1/me')
		expect(me.body).toMatchObject({ id: one.user_id, org_id: one.org_id })
		expect(Date.parse(me.body.last_login_at)).toBeGreaterThan(Date.parse(me.body.created_at))
		const session = await env.DB.prepare('SELECT id, factor FROM sessions WHERE user_id = ? AND client_address = ?')
			.bind(one.user_id, from)
			.first<{ id: string; factor: string }>()
		expect(session?.factor).toBe('passkey')
		const log = await (await admin()).get(`/v1/admin/audit-logs?target_id=${session?.id}`)
		expect(log.body).toMatchObject([{ action: 'sessions.create', actor_user_id: one.user_id, client_address: from }])
		const cookies = { Cookie: cookiesOf(headers) }
		expect((await send('POST', '/v1/auth/refresh', { headers: cookies })).status).toBe(200)
	})

	test('names no login if the browser knows whose passkey it is', async () => {
		const one = await withPasskey()
		const options = await requestOptions()
		expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' })
		expect((await logIn(await one.authenticator.get(options))).status).toBe(200)
	})

	test('acts in the org that it names, and refuses one that is not theirs', async () => {
		const one = await withPasskey()
		const second = (await one.post('/v1/orgs', { name: 'Second' })).body
		const { body } = await logIn(await answerOf(one), { org_id: second.id })
		expect((await as(body.access_token).get('/v1/me')).body.org_id).toBe(second.id)
		const foreign = await logIn(await answerOf(one), { org_id: (await user()).org_id })
		expect(foreign).toMatchObject({ status: 400, body: { details: { fields: [{ path: 'org_id' }] } } })
	})

	test('takes one D1 call for the options of nobody too', async () => {
		expect(await counted(() => requestOptions(unique('nobody')))).toMatchObject({ calls: 1 })
	})

	test('takes as many D1 calls for a wrong answer, whether anybody has the passkey or not', async () => {
		const one = await withPasskey()
		const lies = [{ flags: 0x01 }, { id: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA' }]
		const calls: number[] = []
		for (const lie of lies) {
			const answer = await one.authenticator.get(await requestOptions(one.login), lie)
			calls.push((await counted(() => logIn(answer))).calls)
		}
		expect(calls[0]).toBe(calls[1])
	})

	test('reads base64url alone, and no more of it than there can be', async () => {
		const one = await withPasskey()
		const credential = await answerOf(one)
		for (const [field, value] of [
			['signature', `${credential.response.signature}=`],
			['signature', 'a+b/'],
			['clientDataJSON', 'A'.repeat(4_097)],
			['authenticatorData', 'A'.repeat(8_193)],
			['userHandle', 'A'.repeat(129)],
		] as const) {
			const refused = await logIn({ ...credential, response: { ...credential.response, [field]: value } })
			expect([field, refused.status, refused.body.details.fields[0].path]).toEqual([
				field,
				400,
				`credential.response.${field}`,
			])
		}
		for (const clientDataJSON of ['e30', 'bnVsbA', 'AAAA', 'W10'])
			expect(reasonOf(await logIn({ ...credential, response: { ...credential.response, clientDataJSON } }))).toEqual(
				INVALID,
			)
		expect((await logIn(credential)).status).toBe(200)
	})

	test('makes a device of the browser, like a login by password', async () => {
		const { headers } = await logIn(await answerOf(await withPasskey()))
		expect(headers.getSetCookie().some((cookie) => cookie.startsWith('plinth_device='))).toBe(true)
	})
})

describe('a challenge', () => {
	test('counts once, also for two at the same time', async () => {
		const one = await withPasskey('EdDSA', { counts: false })
		const credential = await answerOf(one)
		const both = await Promise.all([logIn(credential), logIn(credential)])
		expect(both.map(reasonOf).toSorted()).toEqual([[200, undefined], INVALID])
		expect(reasonOf(await logIn(credential))).toEqual(INVALID)
	})

	test('ends after five minutes', async () => {
		const one = await withPasskey()
		const credential = await answerOf(one)
		await later(301_000, async () => expect(reasonOf(await logIn(credential))).toEqual(INVALID))
	})

	test('of another purpose is none', async () => {
		const one = await withPasskey()
		const { body } = await one.post('/v1/me/passkeys/options')
		const credential = await one.authenticator.get({ challenge: body.challenge, rpId: 'localhost' })
		expect(reasonOf(await logIn(credential))).toEqual(INVALID)
	})
})

test('of two logins with one count of a passkey one wins', async () => {
	const one = await withPasskey()
	const credentials = [
		await one.authenticator.get(await requestOptions(), { counter: 5 }),
		await one.authenticator.get(await requestOptions(), { counter: 5 }),
	]
	const both = await Promise.all(credentials.map((credential) => logIn(credential)))
	expect(both.map(reasonOf).toSorted()).toEqual([[200, undefined], INVALID])
})

test('a counter that falls back is in the audit log', async () => {
	const one = await withPasskey()
	for (const counter of [5, 4]) await logIn(await one.authenticator.get(await requestOptions(), { counter }))
	const log = await (await admin()).get(`/v1/admin/audit-logs?target_id=${one.passkey_id}&action=passkeys.refuse_copy`)
	expect(log.body).toMatchObject([{ actor_user_id: one.user_id }])
})

test('suspended and deleted users get the same 401 as an unknown passkey', async () => {
	const [suspended, deleted] = [await withPasskey(), await withPasskey()]
	const root = await admin()
	const before = await requestOptions(suspended.login)
	await root.patch(`/v1/admin/users/${suspended.user_id}`, { status: 'suspended' })
	await root.delete(`/v1/admin/users/${deleted.user_id}`)
	const replies = [await logIn(await answerOf(suspended)), await logIn(await answerOf(deleted))]
	expect(replies.map(reasonOf)).toEqual([INVALID, INVALID])
	expect(replies[0]?.body.message).toBe(replies[1]?.body.message)
	expect((await requestOptions(suspended.login)).allowCredentials).toEqual(before.allowCredentials)
	await root.patch(`/v1/admin/users/${suspended.user_id}`, { status: 'active' })
	expect((await logIn(await answerOf(suspended))).status).toBe(200)
})

test('a user who is suspended while their passkey is checked gets no session', async () => {
	const one = await withPasskey()
	const credential = await answerOf(one)
	const verify = crypto.subtle.verify.bind(crypto.subtle)
	vi.spyOn(crypto.subtle, 'verify').mockImplementation(async (...given) => {
		await env.DB.prepare("UPDATE users SET status = 'suspended' WHERE id = ?").bind(one.user_id).run()
		return verify(...given)
	})
	expect(reasonOf(await logIn(credential))).toEqual(INVALID)
	const sessions = await env.DB.prepare('SELECT id FROM sessions WHERE user_id = ?').bind(one.user_id).all()
	// The one of the registration.
	expect(sessions.results).toHaveLength(1)
})

describe('the options', () => {
	test('look the same for a login with passkeys, one without, and one that nobody has', async () => {
		const keyed = await withPasskey()
		const shape = ({ allowCredentials, challenge, ...options }: Awaited<ReturnType<typeof requestOptions>>) => {
			expect(challenge).toMatch(/^chl_[\w-]{44}$/)
			for (const one of allowCredentials)
				expect(one).toEqual({
					type: 'public-key',
					id: expect.stringMatching(/^[\w-]{22,64}$/),
					transports: expect.arrayContaining([expect.any(String)]),
				})
			expect([1, 2, 3]).toContain(allowCredentials.length)
			return options
		}
		const real = shape(await requestOptions(keyed.login))
		for (const login of [(await user()).login, unique('nobody'), `${unique('nobody')}@example.com`])
			expect(shape(await requestOptions(login))).toEqual(real)
	})

	const idsOf = async (login: string): Promise<string[]> =>
		(await requestOptions(login)).allowCredentials.map(({ id }: { id: string }) => id)

	test('are the same each time, and differ between logins', async () => {
		const nobody = unique('nobody')
		const ids = await idsOf(nobody)
		expect(await idsOf(nobody)).toEqual(ids)
		expect(await idsOf(unique('nobody'))).not.toEqual(ids)
	})

	test("don't tell by other spellings who has a passkey", async () => {
		/** Which spellings get the same passkeys. The Kelvin sign is a k in lower case, but not to the database. */
		const alike = async (login: string) => {
			const ids = await idsOf(login)
			const spellings = [login.toUpperCase(), ` ${login}`, `${login} `, login.replace('k', '\u212A')]
			return Promise.all(spellings.map(async (one) => (await idsOf(one)).join() === ids.join()))
		}
		const [keyed, nobody] = [await withPasskey(), unique('keyed')]
		expect(await alike(keyed.login)).toEqual(await alike(nobody))
		expect(await alike(`${keyed.login}@example.com`)).toEqual(await alike(`${nobody}@example.com`))
	})

	test("don't tell who exists by a passkey of somebody else", async () => {
		const [one, other] = [await withPasskey(), await withPasskey()]
		for (const login of [other.login, unique('nobody')])
			expect((await logIn(await one.authenticator.get(await requestOptions(login)))).status).toBe(200)
	})

	test('need PUBLIC_URL beyond localhost', async () => {
		for (const [path, body] of [
			[`${PATH}/options`, {}],
			[PATH, { credential: await answerOf(await withPasskey()) }],
		] as const) {
			const refused = await send('POST', path, { body, env: { PUBLIC_URL: 'http://127.0.0.1:8787' } })
			expect(reasonOf(refused)).toEqual([409, 'sign_in.no_public_url'])
		}
	})
})

describe('the throttle', () => {
	const wrong = async (one: Keyed) => one.authenticator.get(await requestOptions(one.login), { flags: 0x01 })

	const byPassword = (login: string, headers: Record<string, string>) =>
		send('POST', '/v1/auth/login', { body: { login, password: PASSWORD }, headers })

	test("counts strangers' failures of a passkey, and then refuses the right one", async () => {
		const one = await withPasskey()
		for (let failure = 0; failure < 10; failure += 1) expect(reasonOf(await logIn(await wrong(one)))).toEqual(INVALID)
		expect(reasonOf(await logIn(await answerOf(one)))).toEqual([429, 'auth.too_many_failures'])
		// If they counted under the login, a password would tell which of the offered passkeys are made up.
		const stranger = await byPassword(one.login, { 'CF-Connecting-IP': address() })
		expect(reasonOf(stranger)).toEqual([401, 'auth.second_factor'])
	})

	test('counts failures at a known address as failed logins of the user', async () => {
		const [one, from] = [await withPasskey(), address()]
		expect((await logIn(await answerOf(one), { from })).status).toBe(200)
		for (let failure = 0; failure < 10; failure += 1)
			expect(reasonOf(await logIn(await wrong(one), { from }))).toEqual(INVALID)
		expect(reasonOf(await byPassword(one.login, { 'CF-Connecting-IP': from }))).toEqual([429, 'auth.too_many_failures'])
	})

	test("counts nobody's passkeys by address", async () => {
		const from = address()
		const { authenticator, login } = await withPasskey()
		const [id] = [(await requestOptions(unique('nobody'))).allowCredentials[0].id]
		const fail = async (failure: number) => {
			const credential = await authenticator.get(await requestOptions(login), { id: `${id}${failure + 10}` })
			expect(reasonOf(await logIn(credential, { from }))).toEqual(INVALID)
		}
		await repeated('login_failures', 49, () => fail(0))
		await fail(1)
		expect(reasonOf(await logIn(await authenticator.get(await requestOptions(login)), { from }))).toEqual([
			429,
			'auth.too_many_failures',
		])
	})

	test('bounds what one address may ask for in an hour', async () => {
		const from = address()
		const limited = { env: { RATE_LIMITS: 'on' as const }, headers: { 'CF-Connecting-IP': from } }
		const ask = () => send('POST', `${PATH}/options`, { body: {}, ...limited })
		await repeated('sign_in_requests', 599, ask)
		expect((await ask()).status).toBe(200)
		expect(reasonOf(await ask())).toEqual([429, 'auth.too_many_requests'])
	})
})

test('a request that is too risky is refused after the user is known, and operators are exempt', async () => {
	const [one, operator] = [await withPasskey(), await withPasskey()]
	const root = await admin()
	await root.put(`/v1/admin/users/${operator.user_id}/roles`, { roles: ['auditor'] })
	const answers = [await answerOf(one), await answerOf(operator)]
	const riskily = (body: object) =>
		sendFromEdge('POST', PATH, { body, cf: { country: 'T1' }, headers: { 'User-Agent': '' } })
	await underGateway({ risk_reject_threshold: 0.1 }, async () => {
		expect(reasonOf(await riskily({ credential: answers[0] }))).toEqual([403, 'risk.rejected'])
		expect((await riskily({ credential: answers[1] })).status).toBe(200)
	})
	expect((await logIn(answers[0] as object)).status).toBe(200)
})

test('an operator without an org gets a personal one', async () => {
	const one = await user('keyed')
	const { authenticator } = await addPasskey(one)
	const root = await admin()
	await root.put(`/v1/admin/users/${one.user_id}/roles`, { roles: ['auditor'] })
	await env.DB.prepare('DELETE FROM memberships WHERE user_id = ?').bind(one.user_id).run()
	const { status, body } = await logIn(await authenticator.get(await requestOptions()))
	expect(status).toBe(200)
	expect((await as(body.access_token).get('/v1/me')).body.orgs).toHaveLength(1)
})
