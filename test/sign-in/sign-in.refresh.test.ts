import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { as, send } from '../support/api.ts'
import { DAY_MS, later } from '../support/clock.ts'
import { SIGN_IN_RETENTION as RETENTION, deleteExpired, systemContext } from '../support/program.ts'
import { cookieOf, user } from '../support/world.ts'

const refresh = (cookie: string) => send('POST', '/v1/auth/refresh', { headers: { Cookie: cookie } })

test('refreshing rotates the cookie and keeps the session', async () => {
	const { cookie, user_id, org_id } = await user()
	const first = await refresh(cookie)
	expect(first).toMatchObject({ status: 200, body: { token_type: 'bearer', expires_in: 900 } })
	const next = cookieOf(first.headers)
	expect(next).not.toBe(cookie)
	expect((await as(first.body.access_token).get('/v1/me')).body).toMatchObject({ id: user_id, org_id })
	expect((await refresh(next)).status).toBe(200)
})

test('replaying a refresh token after ten seconds ends the session', async () => {
	const { cookie } = await user()
	const first = await refresh(cookie)
	await later(10_001, async () => {
		const replayed = await refresh(cookie)
		expect(replayed).toMatchObject({ status: 401, body: { details: { reason: 'auth.refresh_token_replayed' } } })
		expect(replayed.headers.get('Set-Cookie')).toContain('Max-Age=0')
		expect((await refresh(cookieOf(first.headers))).status).toBe(401)
		expect((await as(first.body.access_token).get('/v1/me')).status).toBe(401)
	})
})

test('replaying a refresh token whose successor was used ends the session at once', async () => {
	const { cookie } = await user()
	const second = cookieOf((await refresh(cookie)).headers)
	const third = await refresh(second)
	expect((await refresh(cookie)).status).toBe(401)
	expect((await refresh(cookieOf(third.headers))).status).toBe(401)
})

test('refreshes with one token, at once or a moment apart, return the same successor', async () => {
	const { cookie, user_id } = await user()
	const responses = await Promise.all(Array.from({ length: 5 }, () => refresh(cookie)))
	await later(9_000, async () => void responses.push(await refresh(cookie)))
	expect(responses.map(({ status }) => status)).toEqual(Array<number>(6).fill(200))
	expect(new Set(responses.map(({ headers }) => cookieOf(headers))).size).toBe(1)
	for (const { body } of responses) expect((await as(body.access_token).get('/v1/me')).body.id).toBe(user_id)
	expect((await refresh(cookieOf((responses[0] as (typeof responses)[0]).headers))).status).toBe(200)
	const tokens = await env.DB.prepare(
		'SELECT count(*) AS tokens FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE s.user_id = ?',
	)
		.bind(user_id)
		.first('tokens')
	expect(tokens).toBe(3)
})

test('used refresh tokens are deleted after minutes; the session continues, and replaying one still ends it', async () => {
	const { cookie, user_id } = await user()
	const next = cookieOf((await refresh(cookie)).headers)
	const tokens = () =>
		env.DB.prepare(
			'SELECT t.used_at IS NULL AS unused FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE s.user_id = ?',
		)
			.bind(user_id)
			.all()
	const purge = async () => {
		await deleteExpired(systemContext(env), RETENTION)
	}
	await purge()
	expect((await tokens()).results).toHaveLength(2)
	await later(301_000, purge)
	expect((await tokens()).results).toEqual([{ unused: 1 }])
	const newest = cookieOf((await refresh(next)).headers)
	const replayed = await refresh(cookie)
	expect(replayed).toMatchObject({ status: 401, body: { details: { reason: 'auth.refresh_token_replayed' } } })
	expect((await refresh(newest)).status).toBe(401)
})

test("a token that only begins like a session's tokens is unknown once the session has ended", async () => {
	const { cookie } = await user()
	const forged = `${cookie.split('.')[0]}.${'x'.repeat(43)}`
	expect(await refresh(forged)).toMatchObject({ body: { details: { reason: 'auth.refresh_token_replayed' } } })
	expect(await refresh(cookie)).toMatchObject({ body: { details: { reason: 'auth.invalid_refresh_token' } } })
})

test('a refresh without a cookie, or with a nonsense one, is 401', async () => {
	for (const cookie of ['', 'plinth_refresh=', 'plinth_refresh=nonsense', `plinth_refresh=${'x'.repeat(4000)}`])
		expect((await refresh(cookie)).status, cookie).toBe(401)
})

test('a refresh token works for 30 days', async () => {
	const { cookie } = await user()
	await later(30 * DAY_MS + 1_000, async () => {
		expect((await refresh(cookie)).status).toBe(401)
	})
})
