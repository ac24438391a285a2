import { env } from 'cloudflare:workers'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { as, send } from '../support/api.ts'
import { later } from '../support/clock.ts'
import { clearEmail, configure, mailTo, ports, reaching, seenBy } from '../support/email.ts'
import { ONE_TIME_TOKEN_RETENTION as RETENTION, deleteExpired, hashing, systemContext } from '../support/program.ts'
import { invalidField } from '../support/replies.ts'
import { address, admin, type Caller, PASSWORD, signIn, unique, user } from '../support/world.ts'

const NEW = 'another horse 2'

const logIn = (login: string, password: string, options = {}) =>
	send('POST', '/v1/auth/login', {
		body: { login, password },
		headers: { 'CF-Connecting-IP': address() },
		...options,
	})
const refresh = (cookie: string) => send('POST', '/v1/auth/refresh', { headers: { Cookie: cookie } })
const confirm = (token: string, password = NEW) =>
	send('POST', '/v1/auth/password-reset/confirm', { body: { token, password } })
const link = async ({ user_id }: { user_id: string }) =>
	(await admin()).post(`/v1/admin/users/${user_id}/password-reset`)
const ask = (login: string, from = address(), variables: Partial<Env> = {}) =>
	send('POST', '/v1/auth/password-reset', {
		body: { login },
		headers: { 'CF-Connecting-IP': from },
		env: { ...reaching, ...variables },
	})
const addressOf = ({ login }: { login: string }) => `${login}@example.com`
/** The token of a mail: the only line with nothing else on it. */
const tokenIn = (text = '') => /^(?:reset|verify)_[\w-]{43}\r?$/m.exec(text)?.[0].trim() ?? ''
const mailsTo = async (to: string) => (await seenBy('plain')).filter((sight) => sight.to?.includes(to))

beforeEach(() => configure({ smtp_port: ports.plain }))
afterAll(clearEmail)

test('a user changes the password with the old one, which ends all their other sessions', async () => {
	const someone = await user()
	const other = await signIn(someone.login)
	const change = (old_password: string, new_password = NEW) =>
		someone.post('/v1/me/password', { old_password, new_password })
	expect(await change('wrong horse 1')).toMatchObject(invalidField('old_password'))
	expect(await change(PASSWORD, 'short1')).toMatchObject(invalidField('new_password'))
	expect((await other.get('/v1/me')).status).toBe(200)
	expect(await change(PASSWORD)).toMatchObject({ status: 200, body: { ok: true } })
	expect((await someone.get('/v1/me')).status).toBe(200)
	expect((await refresh(someone.cookie)).status).toBe(200)
	expect((await other.get('/v1/me')).status).toBe(401)
	expect((await refresh(other.cookie)).status).toBe(401)
	expect((await logIn(someone.login, PASSWORD)).status).toBe(401)
	expect((await logIn(someone.login, NEW)).status).toBe(200)
})

test("after ten wrong old passwords a user can't change the password for ten minutes, but can still log in", async () => {
	const someone = await user()
	const change = (old_password: string) => someone.post('/v1/me/password', { old_password, new_password: NEW })
	const responses = await Promise.all(Array.from({ length: 12 }, () => change('wrong horse 1')))
	expect(responses.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(400), 429, 429])
	expect(await change(PASSWORD)).toMatchObject({ status: 429, body: { details: { reason: 'auth.too_many_failures' } } })
	expect((await logIn(someone.login, PASSWORD)).status).toBe(200)
})

test('users see where they are logged in, and can end one session at once', async () => {
	const [someone, stranger] = [await user(), await user()]
	const from = address()
	const response = await send('POST', '/v1/auth/login', {
		body: { login: someone.login, password: PASSWORD },
		headers: { 'CF-Connecting-IP': from, 'User-Agent': `Tester/1 ${'x'.repeat(600)}` },
	})
	const other = as(response.body.access_token)
	const list = await other.get('/v1/me/sessions')
	expect(list.body).toEqual([
		{
			id: expect.stringMatching(/^ses_/),
			org_id: someone.org_id,
			client_address: from,
			user_agent: expect.stringMatching(/^Tester\/1 x{503}$/),
			created_at: expect.any(String),
			last_used_at: null,
			expires_at: expect.any(String),
			is_current: true,
		},
		expect.objectContaining({ is_current: false }),
	])
	const [{ id }, first] = list.body
	const page = await other.get('/v1/me/sessions?limit=1')
	expect(page.body).toEqual([list.body[0]])
	expect((await other.get(`/v1/me/sessions?limit=1&cursor=${page.headers.get('Next-Cursor')}`)).body).toEqual([first])
	expect((await stranger.delete(`/v1/me/sessions/${id}`)).status).toBe(404)
	await refresh(someone.cookie)
	expect((await someone.get('/v1/me/sessions')).body[1]).toMatchObject({
		id: first.id,
		last_used_at: expect.any(String),
	})
	expect((await someone.delete(`/v1/me/sessions/${id}`)).status).toBe(204)
	expect((await other.get('/v1/me')).status).toBe(401)
	expect((await someone.delete(`/v1/me/sessions/${id}`)).status).toBe(404)
	expect((await someone.get('/v1/me/sessions')).body).toHaveLength(1)
})

test('a platform admin creates a one-time token; the new password ends all sessions', async () => {
	const someone = await user()
	const made = await link(someone)
	expect(made.body).toEqual({
		user_id: someone.user_id,
		expires_at: expect.any(String),
		token: expect.stringMatching(/^reset_[\w-]{43}$/),
	})
	const { token } = made.body
	expect(await confirm(token, 'short1')).toMatchObject(invalidField('password'))
	const responses = await Promise.all([confirm(token), confirm(token), confirm(token)])
	expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400])
	expect(await confirm(token)).toMatchObject(invalidField('token'))
	expect((await someone.get('/v1/me')).status).toBe(401)
	expect((await refresh(someone.cookie)).status).toBe(401)
	expect((await logIn(someone.login, PASSWORD)).status).toBe(401)
	expect((await logIn(someone.login, NEW)).status).toBe(200)
	const [entry] = (
		await (await admin()).get(`/v1/admin/audit-logs?target_id=${someone.user_id}&action=passwords.reset`)
	).body
	expect(entry).toMatchObject({ actor_user_id: someone.user_id })
	const { results } = await env.DB.prepare('SELECT * FROM one_time_tokens WHERE user_id = ?')
		.bind(someone.user_id)
		.all()
	expect(results).toEqual([])
})

test('a token ends after an hour, with the next token, with the account, and when the password changes', async () => {
	const someone = await user()
	const first = (await link(someone)).body.token
	const second = (await link(someone)).body.token
	expect(await confirm(first)).toMatchObject(invalidField('token'))
	await later(3_601_000, async () => expect(await confirm(second)).toMatchObject(invalidField('token')))
	await later(3_601_000, async () => {
		await deleteExpired(systemContext(env), RETENTION)
	})
	const left = await env.DB.prepare('SELECT count(*) AS n FROM one_time_tokens WHERE user_id = ?')
		.bind(someone.user_id)
		.first('n')
	expect(left).toBe(0)
	const again = await user()
	const third = (await link(again)).body.token
	await again.post('/v1/me/password', { old_password: PASSWORD, new_password: NEW })
	expect(await confirm(third)).toMatchObject(invalidField('token'))
	const fourth = (await link(again)).body.token
	await (await admin()).patch(`/v1/admin/users/${again.user_id}`, { status: 'suspended' })
	expect(await confirm(fourth)).toMatchObject(invalidField('token'))
	expect((await link({ user_id: 'usr_nothing' })).status).toBe(404)
	expect(await confirm('nonsense')).toMatchObject(invalidField('token'))
})

/** For a call whose password is checked: runs `work` right after that, before anything else happens. */
const afterTheCheck = (work: () => Promise<unknown>) => {
	const derive = async (asked: Parameters<typeof hashing.cheaply>[0]) => {
		await work()
		return hashing.cheaply(asked)
	}
	return { env: { PASSWORD_HASHER: { getByName: () => ({ derive }) } as never } }
}

test('a reset wins over a login or a change of the password whose password was checked before the reset', async () => {
	const someone = await user()
	const { token } = (await link(someone)).body
	expect(
		(
			await logIn(
				someone.login,
				PASSWORD,
				afterTheCheck(() => confirm(token)),
			)
		).status,
	).toBe(401)
	const other = await user()
	const { token: another } = (await link(other)).body
	const change = { old_password: PASSWORD, new_password: 'a third horse 3' }
	const reset = afterTheCheck(() => confirm(another))
	expect(await other.post('/v1/me/password', change, reset)).toMatchObject(invalidField('old_password'))
	expect((await logIn(other.login, NEW)).status).toBe(200)
})

test('in a burst of old passwords the right one is refused after ten wrong ones', async () => {
	const someone = await user()
	const change = (old_password: string, options = {}) =>
		someone.post('/v1/me/password', { old_password, new_password: NEW }, options)
	const burst = afterTheCheck(async () => {
		for (let guess = 0; guess < 10; guess += 1) await change('wrong horse 1')
	})
	expect(await change(PASSWORD, burst)).toMatchObject({
		status: 429,
		body: { details: { reason: 'auth.too_many_failures' } },
	})
	expect((await logIn(someone.login, PASSWORD)).status).toBe(200)
})

test("a mailed token ends when the user's address changes", async () => {
	const someone = await user()
	await ask(someone.login)
	const token = tokenIn((await mailTo('plain', addressOf(someone))).text)
	expect(token).not.toBe('')
	await (await admin()).patch(`/v1/admin/users/${someone.user_id}`, { email: `${unique('new')}@example.com` })
	expect(await confirm(token)).toMatchObject(invalidField('token'))
})

test('a user who forgot their password gets a mail with a token, by login or by address', async () => {
	const someone = await user()
	for (const name of [someone.login, addressOf(someone).toUpperCase()])
		expect(await ask(name)).toMatchObject({ status: 202, body: { ok: true } })
	const mails = await mailsTo(addressOf(someone))
	expect(mails).toHaveLength(2)
	const text = String(mails[1]?.text)
	expect(text).toMatch(/^Subject: Reset your Plinth password\r?$/m)
	const boundary = /^Content-Type: multipart\/alternative; boundary="([^"]+)"\r?$/m.exec(text)?.[1]
	const [, plain, html, end] = text.split(`--${boundary}`)
	expect(plain).toMatch(/Content-Type: text\/plain; charset=utf-8/)
	expect(html).toMatch(/Content-Type: text\/html; charset=utf-8/)
	expect(end).toMatch(/^--/)
	const token = tokenIn(plain)
	expect(html).toContain(`<code>${token}</code>`)
	expect(plain).toContain('your Plinth account')
	expect(html).toContain('<p>-- <br>Plinth</p>')
	// Only the newest token works.
	expect(await confirm(tokenIn(String(mails[0]?.text)))).toMatchObject(invalidField('token'))
	expect((await confirm(token)).status).toBe(200)
	expect((await logIn(someone.login, NEW)).status).toBe(200)
})

test('nobody learns who has an account: every request gets its response before Plinth looks for the user', async () => {
	const [someone, suspended, without] = [await user(), await user(), await user()]
	await (await admin()).patch(`/v1/admin/users/${suspended.user_id}`, { status: 'suspended' })
	// Whoever signs in by a provider gets no first password from their mailbox.
	await env.DB.prepare('DELETE FROM passwords WHERE user_id = ?').bind(without.user_id).run()
	const responses = [
		await ask(someone.login),
		await ask(unique('nobody')),
		await ask(suspended.login),
		await ask(without.login),
		await ask('a@b.c'),
	]
	for (const { status, body } of responses) expect({ status, body }).toEqual({ status: 202, body: { ok: true } })
	for (const one of [suspended, without]) expect(await mailsTo(addressOf(one))).toEqual([])
	// A failing mail server reveals nothing either.
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	await configure({ smtp_port: ports.hangs_up })
	expect((await ask(someone.login)).status).toBe(202)
	await clearEmail()
	expect((await ask(someone.login)).status).toBe(202)
})

test('an account gets at most three mails an hour, and an address can ask twenty times', async () => {
	const someone = await user()
	const limited = { RATE_LIMITS: 'on' as const }
	for (let request = 0; request < 5; request += 1)
		expect((await ask(someone.login, address(), limited)).status).toBe(202)
	expect(await mailsTo(addressOf(someone))).toHaveLength(3)
	const from = address()
	const responses = await Promise.all(Array.from({ length: 22 }, () => ask(unique('nobody'), from, limited)))
	expect(responses.filter(({ status }) => status === 202)).toHaveLength(20)
	expect(responses.find(({ status }) => status === 429)?.body.details.reason).toBe('auth.too_many_requests')
})

test('a user verifies their address with a mailed token', async () => {
	const someone = await user()
	const request = (caller: Caller) => caller.post('/v1/me/email/verification', undefined, { env: reaching })
	await clearEmail()
	expect(await request(someone)).toMatchObject({ status: 409, body: { details: { reason: 'email.not_configured' } } })
	await configure({ smtp_port: ports.plain })
	expect(await request(someone)).toMatchObject({ status: 202, body: { ok: true } })
	const token = tokenIn((await mailTo('plain', addressOf(someone))).text)
	const verify = (value: string) => send('POST', '/v1/auth/email/verification/confirm', { body: { token: value } })
	// A token works only for its own purpose.
	expect(await confirm(token)).toMatchObject(invalidField('token'))
	expect((await verify(token)).status).toBe(200)
	expect((await someone.get('/v1/me')).body.email_verified).toBe(true)
	expect(await verify(token)).toMatchObject(invalidField('token'))
	expect(await request(someone)).toMatchObject({ status: 409, body: { details: { reason: 'users.email_verified' } } })
	await (await admin()).patch(`/v1/admin/users/${someone.user_id}`, { email: null })
	expect(await request(someone)).toMatchObject({ status: 409, body: { details: { reason: 'users.no_email' } } })
})

test("a token doesn't verify an address that changed in the meantime", async () => {
	const someone = await user()
	await someone.post('/v1/me/email/verification', undefined, { env: reaching })
	const token = tokenIn((await mailTo('plain', addressOf(someone))).text)
	await (await admin()).patch(`/v1/admin/users/${someone.user_id}`, { email: `${unique('new')}@example.com` })
	expect(await send('POST', '/v1/auth/email/verification/confirm', { body: { token } })).toMatchObject(
		invalidField('token'),
	)
	expect((await someone.get('/v1/me')).body.email_verified).toBe(false)
})
