import { env, exports } from 'cloudflare:workers'
import { decodeJwt, decodeProtectedHeader, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { as, send } from '../support/api.ts'
import { later } from '../support/clock.ts'
import { hashing, toHash } from '../support/program.ts'
import { address, cookieOf, PASSWORD, signIn, unique, user, world } from '../support/world.ts'

const login = (body: object, headers: Record<string, string> = { 'CF-Connecting-IP': address() }) =>
	send('POST', '/v1/auth/login', { body, headers })
const refresh = (cookie: string, body?: object) =>
	send('POST', '/v1/auth/refresh', { body, headers: { Cookie: cookie } })
const register = (body: object) => send('POST', '/v1/auth/register', { body })

test('registering creates a user who owns a personal org and is signed in', async () => {
	const name = unique('ada')
	const account = {
		login: name,
		password: PASSWORD,
		email: `${name}@example.com`,
		username: `Ada 🧮 ${name}`,
		locale: 'de-CH',
		timezone: 'Europe/Berlin',
	}
	const { status, body, headers } = await register(account)
	expect({ status, body }).toEqual({
		status: 201,
		body: {
			user_id: expect.stringMatching(/^usr_/),
			org_id: expect.stringMatching(/^org_/),
			access_token: expect.any(String),
			token_type: 'bearer',
			expires_in: 900,
		},
	})
	const [cookie, device] = headers.getSetCookie()
	expect(device).toMatch(/^plinth_device=[\w.-]+; Max-Age=34560000; Path=\/v1\/auth; HttpOnly; SameSite=Lax$/)
	expect(cookie).toMatch(
		/^plinth_refresh=refresh_[\w-]{22}\.[\w-]{43}; Max-Age=2592000; Path=\/v1\/auth; HttpOnly; SameSite=Lax$/,
	)
	const { password: _, ...shown } = account
	expect((await as(body.access_token).get('/v1/me')).body).toMatchObject({
		...shown,
		id: body.user_id,
		email_verified: false,
		org_id: body.org_id,
		orgs: [{ org_id: body.org_id, name: `Ada 🧮 ${name}'s org`, role: 'owner' }],
	})
})

test('registration refuses invalid input, naming the field', async () => {
	const good = { login: unique('eve'), password: PASSWORD, email: `${unique('eve')}@example.com` }
	const bad: [string, unknown][] = [
		['login', ''],
		['login', 'with space'],
		['login', 'a@b'],
		['login', 'x'.repeat(65)],
		['login', 7],
		['password', 'short1'],
		['password', 'no digits here'],
		['password', '12345678901'],
		['password', `1${'ä'.repeat(36)}`],
		['email', 'nobody'],
		['email', null],
		['username', '   '],
		['username', 'a\u0000b'],
		['locale', 'not a locale'],
		['timezone', 'Mars/Olympus'],
	]
	for (const [field, value] of bad) {
		const { status, body } = await register({ ...good, [field]: value })
		expect({ value, status, path: body.details.fields?.[0]?.path }).toEqual({ value, status: 400, path: field })
	}
	expect((await login({ login: good.login, password: PASSWORD })).status).toBe(401)
	expect((await register({ ...good, password: `1${'ä'.repeat(35)}` })).status).toBe(201)
})

test('twenty registrations of one login create one user', async () => {
	const name = unique('taken')
	const body = { login: name, password: PASSWORD, email: `${name}@example.com` }
	const responses = await Promise.all(Array.from({ length: 20 }, () => register(body)))
	expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)])
})

test('users log in with their login or their e-mail address, in any case', async () => {
	const { login: name } = await user('Mixed')
	for (const given of [name, name.toUpperCase(), `${name}@example.com`, `${name}@EXAMPLE.com`]) {
		const { status, body } = await login({ login: given, password: PASSWORD })
		expect({ given, status }).toEqual({ given, status: 200 })
		expect((await as(body.access_token).get('/v1/me')).body).toMatchObject({
			login: name,
			last_login_at: expect.any(String),
		})
	}
})

test('a wrong password and an unknown login get the same 401, which says that one of the two is wrong', async () => {
	const { login: name } = await user()
	const wrong = await login({ login: name, password: 'wrong password 1' })
	const unknown = await login({ login: unique('nobody'), password: PASSWORD })
	expect(wrong).toMatchObject({
		status: 401,
		body: {
			message: expect.stringMatching(/^The login or the password is wrong, or the user is suspended\./),
			details: { reason: 'auth.invalid_credentials' },
		},
	})
	expect({ ...wrong.body, trace_id: '' }).toEqual({ ...unknown.body, trace_id: '' })
})

test('an access token is an EdDSA JWT, valid for 15 minutes, that the published keys verify', async () => {
	const { token, user_id, org_id } = await user()
	const { body: jwks, headers } = await send('GET', '/.well-known/jwks.json')
	expect(headers.get('Cache-Control')).toBe('public, max-age=300')
	expect(JSON.stringify(jwks)).not.toContain('"d"')
	const { kid } = decodeProtectedHeader(token as string)
	const key = jwks.keys.find((candidate: JWK) => candidate.kid === kid)
	const { payload, protectedHeader } = await jwtVerify(token as string, await importJWK(key), {
		issuer: env.JWT_ISSUER,
		audience: env.JWT_AUDIENCE,
	})
	expect(protectedHeader.alg).toBe('EdDSA')
	expect(payload).toMatchObject({ sub: user_id, org_id, sid: expect.stringMatching(/^ses_/) })
	expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900)
})

test('an access token expires after 15 minutes, even in an isolate that verified it before', async () => {
	const { get } = await user()
	expect((await get('/v1/me')).status).toBe(200)
	await later(901_000, async () => {
		expect((await get('/v1/me')).status).toBe(401)
	})
})

test('every key of JWT_KEYS verifies, and the first one signs', async () => {
	const { token } = await user()
	const [, previous] = JSON.parse(env.JWT_KEYS) as (JWK & { kid: string })[]
	expect(decodeProtectedHeader(token as string).kid).toBe('current')
	const { sub, org_id, sid, iss, aud } = decodeJwt(token as string)
	const old = await new SignJWT({ sub: sub as string, org_id, sid, iss: iss as string, aud: aud as string })
		.setProtectedHeader({ alg: 'EdDSA', kid: 'previous' })
		.setExpirationTime('5m')
		.sign(await importJWK(previous as JWK, 'EdDSA'))
	expect((await as(old).get('/v1/me')).status).toBe(200)
})

test('over https the cookies are secure, and no other cookie counts', async () => {
	const { login: name } = await user()
	const call = (path: string, init: RequestInit) =>
		exports.default.fetch(`https://plinth.example${path}`, { method: 'POST', ...init })
	const body = JSON.stringify({ login: name, password: PASSWORD })
	const response = await call('/v1/auth/login', { body, headers: { 'CF-Connecting-IP': address() } })
	expect(response.status).toBe(200)
	const cookies = response.headers.getSetCookie()
	expect(cookies).toHaveLength(2)
	for (const [index, kind] of ['refresh', 'device'].entries())
		expect(cookies[index]).toMatch(
			new RegExp(`^__Secure-plinth_${kind}=[\\w.-]+; Max-Age=\\d+; Path=/v1/auth; HttpOnly; Secure; SameSite=Lax$`),
		)
	const Cookie = cookieOf(response.headers)
	expect((await call('/v1/auth/refresh', { headers: { Cookie: Cookie.replace('__Secure-', '') } })).status).toBe(401)
	expect((await call('/v1/auth/refresh', { headers: { Cookie } })).status).toBe(200)
})

test('a member can switch to another org by logging in or by refreshing', async () => {
	const { member, org_id, stranger } = await world()
	const own = await signIn(member.login)
	const { orgs } = (await own.get('/v1/me')).body
	expect(orgs.map((org: { org_id: string }) => org.org_id)).toContain(org_id)
	const switched = await refresh(own.cookie, { org_id })
	expect((await as(switched.body.access_token).get('/v1/me')).body).toMatchObject({ org_id, permissions: [] })
	const next = cookieOf(switched.headers)
	const refused = await refresh(next, { org_id: stranger.org_id })
	expect(refused).toMatchObject({ status: 400, body: { details: { fields: [{ path: 'org_id' }] } } })
	// The refusal used nothing up, and the session stays in the org it switched to.
	const again = await refresh(next)
	expect((await as(again.body.access_token).get('/v1/me')).body.org_id).toBe(org_id)
	expect(await login({ login: member.login, password: PASSWORD, org_id: stranger.org_id })).toMatchObject({
		status: 400,
		body: { details: { fields: [{ path: 'org_id' }] } },
	})
})

test('logging out ends the session at once, with every token it was refreshed to', async () => {
	const { cookie, token } = await user()
	const refreshed = await refresh(cookie)
	const out = await send('POST', '/v1/auth/logout', { headers: { Cookie: cookieOf(refreshed.headers) } })
	expect({ status: out.status, body: out.body }).toEqual({ status: 200, body: { ok: true } })
	expect(out.headers.get('Set-Cookie')).toContain('Max-Age=0')
	expect((await as(token).get('/v1/me')).status).toBe(401)
	expect((await as(refreshed.body.access_token).get('/v1/me')).status).toBe(401)
	expect((await refresh(cookieOf(refreshed.headers))).status).toBe(401)
	expect((await send('POST', '/v1/auth/logout', { headers: { Cookie: cookieOf(refreshed.headers) } })).status).toBe(200)
})

test('logging out takes the access token too, ends only that session, and needs one of the two', async () => {
	const { login: name, token } = await user()
	const other = await signIn(name)
	expect((await as(token).post('/v1/auth/logout')).status).toBe(200)
	expect((await as(token).get('/v1/me')).status).toBe(401)
	expect((await other.get('/v1/me')).status).toBe(200)
	expect((await send('POST', '/v1/auth/logout')).status).toBe(401)
})

test("a suspended user's token, API key, refresh token and password stop working within 5 seconds", async () => {
	const suspended = await user()
	const key = as((await suspended.post('/v1/api-keys', { name: 'key' })).body.key)
	expect((await key.get('/v1/plans')).status).toBe(200)
	await env.DB.prepare("UPDATE users SET status = 'suspended' WHERE id = ?").bind(suspended.user_id).run()
	await later(5_001, async () => {
		expect((await suspended.get('/v1/me')).status).toBe(401)
		expect((await key.get('/v1/plans')).status).toBe(401)
		expect((await refresh(suspended.cookie)).status).toBe(401)
		expect((await login({ login: suspended.login, password: PASSWORD })).status).toBe(401)
	})
})

describe('a password', () => {
	const [composed, decomposed] = ['caf\u00e9 1234', 'cafe\u0301 1234']
	const registers = async (password: string) => {
		const name = unique('ada')
		const reply = await register({ login: name, password, email: `${name}@example.com` })
		return { name, reply }
	}
	const storedOf = async (user_id: string) =>
		(await env.DB.prepare('SELECT password_hash FROM passwords WHERE user_id = ?').bind(user_id).first())?.[
			'password_hash'
		] as string

	test('is the same in each form of Unicode, and counts 72 bytes in the shorter one', async () => {
		const { name } = await registers(decomposed)
		for (const password of [composed, decomposed])
			expect((await login({ login: ` ${name} `, password })).status).toBe(200)
		expect((await registers(`1${'e\u0301'.repeat(35)}`)).reply.status).toBe(201)
		expect((await registers(`1${'\u00e9'.repeat(36)}`)).reply.status).toBe(400)
		expect((await registers('e\u03011e\u0301')).reply.status).toBe(400)
	})

	test('of an older hash is compared as typed, and hashed anew once it was right', async () => {
		for (const typed of [composed, decomposed]) {
			const { name, reply } = await registers(composed)
			const salt = new Uint8Array(16)
			const old = toHash(salt, hashing.cheaply({ password: typed, salt })).replace('scrypt-nfc', 'scrypt')
			await env.DB.prepare('UPDATE passwords SET password_hash = ? WHERE user_id = ?')
				.bind(old, reply.body.user_id)
				.run()
			const other = typed === composed ? decomposed : composed
			expect((await login({ login: name, password: other })).status).toBe(401)
			expect(await storedOf(reply.body.user_id)).toBe(old)
			expect((await login({ login: name, password: typed })).status).toBe(200)
			expect(await storedOf(reply.body.user_id)).toMatch(/^scrypt-nfc\$/)
			expect((await login({ login: name, password: other })).status).toBe(200)
		}
	})
})
