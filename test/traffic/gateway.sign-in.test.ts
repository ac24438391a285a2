import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { as, send } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import {
	CHROME,
	CURL,
	GOOGLEBOT,
	rejected,
	sendFromEdge,
	tooRisky,
	TOR,
	underGateway,
	using,
} from '../support/gateway.ts'
import { operator } from '../support/operators.ts'
import { address, admin, cookieOf, PASSWORD, signIn, unique, user } from '../support/world.ts'

// Signing in while everybody who isn't signed in is too risky. The platform's admins must never lock themselves out.

const OF_A_CRAWLER = { headers: { 'User-Agent': GOOGLEBOT, 'CF-Connecting-IP': '203.0.113.99' } }

/** A platform admin with a password. */
const newDeputy = () => operator(['admin'])

const logIn = (login: string, password = PASSWORD, headers: Record<string, string> = {}) =>
	send('POST', '/v1/auth/login', {
		body: { login, password },
		headers: { 'CF-Connecting-IP': address(), 'User-Agent': CURL, ...headers },
	})
const refresh = (cookie: string, headers: Record<string, string> = {}) =>
	send('POST', '/v1/auth/refresh', { headers: { Cookie: cookie, 'User-Agent': CURL, ...headers } })

const rowsOf = async (user_id: string) =>
	env.DB.prepare(
		`SELECT (SELECT count(*) FROM sessions WHERE user_id = ?1) AS sessions,
			(SELECT count(*) FROM sessions WHERE user_id = ?1 AND ended_at IS NOT NULL) AS ended,
			(SELECT count(*) FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE s.user_id = ?1) AS tokens,
			(SELECT count(*) FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE s.user_id = ?1 AND used_at IS NOT NULL) AS used,
			(SELECT last_login_at FROM users WHERE id = ?1) AS last_login_at,
			(SELECT count(*) FROM audit_logs) AS audited,
			(SELECT count(*) FROM login_failures) AS failures`,
	)
		.bind(user_id)
		.first()

test('a platform admin is never refused, and their API key only if it lacks platform_admin', async () => {
	const deputy = await newDeputy()
	const keyOf = async (scopes: string[]) =>
		as((await deputy.post('/v1/api-keys', { name: unique('key'), scopes })).body.key)
	const [strong, weak] = [await keyOf(['platform_admin']), await keyOf(['org.settings'])]
	await underGateway({ risk_reject_threshold: 0.1 }, async () => {
		for (const caller of [deputy, strong]) expect((await caller.get('/v1/plans', OF_A_CRAWLER)).status).toBe(200)
		expect(await weak.get('/v1/plans', OF_A_CRAWLER)).toMatchObject(rejected(0.15, ['bot']))
		expect((await sendFromEdge('GET', '/v1/me', { cf: TOR, token: deputy.token })).status).toBe(200)
	})
})

test('while every login is too risky, only a platform admin with the right password can log in', async () => {
	const plain = await user()
	const deputy = await newDeputy()
	await underGateway({ risk_reject_threshold: 0.1 }, async () => {
		for (const login of [deputy.login, deputy.login.toUpperCase(), `${deputy.login}@example.com`]) {
			const { status, body } = await logIn(login)
			expect(status).toBe(200)
			expect((await as(body.access_token).get('/v1/me')).status).toBe(200)
		}
		expect((await logIn(env.BOOTSTRAP_ADMIN_LOGIN, env.BOOTSTRAP_ADMIN_PASSWORD)).status).toBe(200)
		const before = await rowsOf(plain.user_id)
		expect(await logIn(plain.login)).toMatchObject(rejected(0.1, ['anonymous']))
		expect(await rowsOf(plain.user_id)).toEqual(before)
		const wrong = [
			await logIn(plain.login, 'wrong password 1'),
			await logIn(deputy.login, 'wrong password 1'),
			await logIn(unique('nobody')),
		]
		const right = await logIn(plain.login)
		for (const response of wrong) {
			expect(response).toMatchObject(rejected(0.1, ['anonymous']))
			// The response is the same for a right and a wrong password.
			expect({ ...response.body, trace_id: '' }).toEqual({ ...right.body, trace_id: '' })
			expect([...response.headers.keys()].sort()).toEqual([...right.headers.keys()].sort())
		}
		const after = await rowsOf(plain.user_id)
		// Each counts for its login and for its address.
		expect(after).toEqual({ ...before, failures: Number(before?.failures) + 6, sessions: before?.sessions })
	})
	expect((await logIn(plain.login)).status).toBe(200)
})

test('a demoted admin is refused like anybody else', async () => {
	const [root, { login, user_id }] = [await admin(), await newDeputy()]
	await underGateway({ risk_reject_threshold: 0.1 }, async () => {
		expect((await logIn(login)).status).toBe(200)
		expect((await root.delete(`/v1/admin/users/${user_id}/platform-admin`)).status).toBe(204)
		expect(await logIn(login)).toMatchObject(tooRisky)
	})
})

test('too many failures return 429, even to a platform admin', async () => {
	const deputy = await newDeputy()
	await underGateway({ risk_reject_threshold: 0.1 }, async () => {
		for (let failure = 0; failure < 10; failure += 1)
			expect(await logIn(deputy.login, 'wrong password 1')).toMatchObject(tooRisky)
		for (const password of [PASSWORD, 'wrong password 1'])
			expect(await logIn(deputy.login, password)).toMatchObject({
				status: 429,
				body: { details: { reason: 'auth.too_many_failures' } },
			})
	})
})

test("of concurrent guesses and an admin's right login, only the right one succeeds", async () => {
	const deputy = await newDeputy()
	await underGateway({ risk_reject_threshold: 0.1 }, async () => {
		const guesses = Array.from({ length: 5 }, (_, i) => logIn(deputy.login, `wrong password ${i}`))
		const responses = await Promise.all([...guesses, logIn(deputy.login)])
		expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 200])
	})
})

test('a login that is not too risky works as usual', async () => {
	const plain = await user()
	await underGateway({ risk_reject_threshold: 0.3 }, async () => {
		expect((await logIn(plain.login)).status).toBe(200)
		expect((await logIn(plain.login, 'wrong password 1')).status).toBe(401)
		expect(await logIn(plain.login, PASSWORD, { 'User-Agent': '' })).toMatchObject(tooRisky)
	})
})

test('a refused refresh does not use up its token, and a platform admin can refresh', async () => {
	const plain = await user()
	const deputy = await newDeputy()
	await underGateway({ risk_reject_threshold: 0.1 }, async () => {
		const before = await rowsOf(plain.user_id)
		for (let time = 0; time < 2; time += 1) {
			const refused = await refresh(plain.cookie)
			expect(refused).toMatchObject(rejected(0.1, ['anonymous']))
			expect(refused.headers.get('Set-Cookie')).toBeNull()
		}
		expect(await rowsOf(plain.user_id)).toEqual(before)
		for (const cookie of ['', 'plinth_refresh=nonsense']) expect(await refresh(cookie)).toMatchObject(tooRisky)
		const first = await refresh(deputy.cookie)
		expect(first.status).toBe(200)
		expect((await refresh(cookieOf(first.headers))).status).toBe(200)
	})
	expect((await refresh(plain.cookie)).status).toBe(200)
})

test("replaying an admin's token still ends that login, and is refused", async () => {
	const deputy = await newDeputy()
	const { body } = await underGateway({ risk_reject_threshold: 0.1 }, async () => {
		const first = await refresh(deputy.cookie)
		expect(first.status).toBe(200)
		// The token was used an hour ago, so this no longer counts as a retry.
		await env.DB.prepare('UPDATE refresh_tokens SET used_at = ? WHERE used_at IS NOT NULL')
			.bind(new Date(Date.now() - 3_600_000).toISOString())
			.run()
		expect(await refresh(deputy.cookie)).toMatchObject(tooRisky)
		expect(await refresh(cookieOf(first.headers))).toMatchObject(tooRisky)
		return first
	})
	expect((await as(body.access_token).get('/v1/me')).status).toBe(401)
})

test("an admin's two concurrent refreshes with one token both succeed", async () => {
	const deputy = await newDeputy()
	await underGateway({ risk_reject_threshold: 0.1 }, async () => {
		const responses = await Promise.all([refresh(deputy.cookie), refresh(deputy.cookie)])
		expect(responses.map(({ status }) => status).sort()).toEqual([200, 200])
	})
})

test('registering and logging out are refused right away, and change nothing', async () => {
	const [plain, name] = [await user(), unique('late')]
	const body = { login: name, password: PASSWORD, email: `${name}@example.com` }
	await underGateway({ risk_reject_threshold: 0.1 }, async () => {
		expect(await send('POST', '/v1/auth/register', { body, ...using(CURL) })).toMatchObject(tooRisky)
		expect(
			await send('POST', '/v1/auth/logout', { headers: { Cookie: plain.cookie, 'User-Agent': CURL } }),
		).toMatchObject(tooRisky)
		expect(await send('GET', '/v1/auth/login')).toMatchObject(tooRisky)
	})
	expect((await send('POST', '/v1/auth/register', { body, ...using(CURL) })).status).toBe(201)
	expect((await refresh(plain.cookie)).status).toBe(200)
})

test('a refused login makes no more D1 calls than any other', async () => {
	const plain = await user()
	await logIn(plain.login)
	const usual = await counted(() => logIn(plain.login))
	await underGateway({ risk_reject_threshold: 0.1 }, async () => {
		await send('GET', '/v1/nowhere')
		const refused = await counted(async () => expect((await logIn(plain.login)).status).toBe(403))
		expect([usual.calls, refused.calls]).toEqual([2, 1])
		expect(refused.rows_written).toBe(0)
	})
})

test('existing sessions continue if they are not too risky', async () => {
	const plain = await user()
	const again = await signIn(plain.login)
	await underGateway({ risk_reject_threshold: 0.1 }, async () => {
		for (const caller of [plain, again]) expect((await caller.get('/v1/me', using(CHROME))).status).toBe(200)
	})
})
