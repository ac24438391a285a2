import { env as bindings } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { LENIENT } from '../support/api.ts'
import { clearEmail, config, CONFIG, EMPTY, put, sealed, TEST } from '../support/email.ts'
import { open } from '../support/program.ts'
import { refused } from '../support/reverts.ts'
import { admin, unique, user } from '../support/world.ts'

const root = await admin()

const status = async (env: Partial<Env> = {}) => (await root.get('/v1/admin/email/status', { env })).body
const audits = async (action: string) =>
	(await root.get(`/v1/admin/audit-logs?action=${action}&limit=200`)).body as Record<string, unknown>[]

beforeEach(clearEmail)

test('without a configuration the settings are empty, and the test mail is a 409', async () => {
	expect(await status()).toEqual({ configured: false, from: null, source: 'none' })
	expect(await config()).toEqual(EMPTY)
	expect(await root.post(TEST, { to: 'ada@example.com' })).toMatchObject(refused('email.not_configured'))
})

test('a PUT is stored and read back without the password; a field that is left out stays, and null clears it', async () => {
	const given = {
		from: 'Plinth <noreply@example.com>',
		smtp_host: 'smtp.example.com',
		smtp_port: 465,
		smtp_user: 'noreply@example.com',
		smtp_tls_mode: 'tls',
	}
	expect(await put({ ...given, smtp_pass: 'a pässword with spaces' })).toMatchObject({ status: 204, body: '' })
	expect(await config()).toEqual({ ...given, smtp_pass_set: true })
	expect(await status()).toEqual({ configured: true, from: given.from, source: 'db' })
	for (const [name, value] of Object.entries({ ...given, from: 'other@example.com', smtp_port: 2525 })) {
		expect((await put({ [name]: value })).status).toBe(204)
		expect(await config()).toMatchObject({ [name]: value, smtp_user: given.smtp_user, smtp_pass_set: true })
	}
	const { smtp_pass_set: _, ...before } = await config()
	// Without its own port and mode, the settings show the defaults.
	const cleared = { from: null, smtp_user: null, smtp_port: 465, smtp_tls_mode: 'starttls' }
	for (const [name, shown] of Object.entries(cleared)) {
		expect((await put({ [name]: null })).status).toBe(204)
		expect(await config()).toEqual({ ...before, smtp_pass_set: true, [name]: shown })
		await put({ [name]: before[name] })
	}
	expect((await put({ smtp_host: null, smtp_port: null, smtp_tls_mode: null })).status).toBe(204)
	const nowhere = { smtp_host: null, smtp_port: null, smtp_tls_mode: null }
	expect(await config()).toEqual({ ...before, smtp_pass_set: true, ...nowhere })
	expect(await status()).toEqual({ configured: false, from: before.from, source: 'db' })
	await put({ ...before, smtp_pass: null })
	expect(await config()).toEqual({ ...before, smtp_pass_set: false })
})

const NOTHING = { from: null, smtp_host: null, smtp_port: null, smtp_user: null, smtp_tls_mode: null, smtp_pass: null }

test('a PUT with all six fields null removes the stored settings, and a revert brings them back', async () => {
	await put({ from: 'noreply@example.com', smtp_host: 'smtp.example.com', smtp_pass: 'kept' })
	const before = [await config(), await sealed()]
	const removed = await put(NOTHING)
	expect(removed).toMatchObject({ status: 204, body: '' })
	expect([await config(), await sealed()]).toEqual([EMPTY, []])
	expect(await status()).toEqual({ configured: false, from: null, source: 'none' })
	expect(await status({ SMTP_HOST: 'env.example.com' })).toMatchObject({ source: 'env' })
	const id = removed.headers.get('Audit-Id')
	expect((await root.post(`/v1/admin/audit-logs/${id}/revert`, {})).status).toBe(200)
	expect([await config(), await sealed()]).toEqual(before)
	for (const _again of [1, 2]) expect((await put(NOTHING)).status).toBe(204)
	expect(await config()).toEqual(EMPTY)
})

test('settings that were cleared field by field are removed too', async () => {
	await put({ from: 'noreply@example.com', smtp_pass: 'kept' })
	await put({ from: null })
	expect(await status()).toEqual({ configured: false, from: null, source: 'db' })
	await put({ smtp_pass: null })
	expect(await status()).toEqual({ configured: false, from: null, source: 'none' })
	expect((await bindings.DB.prepare('SELECT id FROM email_config').all()).results).toEqual([])
})

test('a PUT without a password keeps the stored one, null deletes it, and it is stored sealed', async () => {
	const smtp_pass = unique('planted')
	await put({ smtp_host: 'smtp.example.com', smtp_pass })
	const [before] = await sealed()
	expect(before?.sealed).not.toContain(smtp_pass)
	await put({ smtp_user: 'mailer' })
	expect(await sealed()).toEqual([before])
	await put({ smtp_pass: `${smtp_pass}-2` })
	expect(await sealed()).not.toEqual([before])
	await put({ smtp_pass: null })
	expect(await sealed()).toEqual([])
	expect(await config()).toEqual({
		...EMPTY,
		smtp_host: 'smtp.example.com',
		smtp_user: 'mailer',
		smtp_port: 587,
		smtp_tls_mode: 'starttls',
	})
})

test('an empty PUT changes nothing', async () => {
	for (const fields of [{}, { from: 'noreply@example.com', smtp_pass: 'x' }]) {
		await put(fields)
		const before = [await config(), await status(), await sealed()]
		for (const empty of [{}, '', { unknown: 1 }])
			expect(await root.put(CONFIG, empty, LENIENT)).toMatchObject({ status: 204, body: '' })
		expect([await config(), await status(), await sealed()]).toEqual(before)
	}
})

const VARIABLES = {
	SMTP_FROM: 'env@example.com',
	SMTP_HOST: 'env.example.com',
	SMTP_PORT: '2525',
	SMTP_USER: 'env-user',
	SMTP_PASS: 'env-password',
	SMTP_TLS_MODE: 'tls',
}
const OF_VARIABLES = {
	from: 'env@example.com',
	smtp_host: 'env.example.com',
	smtp_port: 2525,
	smtp_user: 'env-user',
	smtp_pass_set: true,
	smtp_tls_mode: 'tls',
}

test('the first PUT starts from the deployment variables, which count again once the settings are removed', async () => {
	const env = VARIABLES
	expect(await config(env)).toEqual(OF_VARIABLES)
	expect(await status(env)).toEqual({ configured: true, from: 'env@example.com', source: 'env' })
	expect((await root.put(CONFIG, { smtp_user: 'db-user' }, { env })).status).toBe(204)
	expect(await status(env)).toEqual({ configured: true, from: 'env@example.com', source: 'db' })
	// From now on the variables don't matter, not even the password.
	for (const now of [env, {}]) expect(await config(now)).toEqual({ ...OF_VARIABLES, smtp_user: 'db-user' })
	const [secret] = (await bindings.DB.prepare("SELECT * FROM secrets WHERE table_name = 'email_config'").all()).results
	expect(await open(bindings, secret as Parameters<typeof open>[1])).toBe('env-password')
	expect((await root.put(CONFIG, { from: null }, { env })).status).toBe(204)
	expect(await config(env)).toEqual({ ...OF_VARIABLES, smtp_user: 'db-user', from: null })
	expect((await root.put(CONFIG, NOTHING, { env })).status).toBe(204)
	expect(await config(env)).toEqual(OF_VARIABLES)
	expect(await sealed()).toEqual([])
})

test('a first PUT with its own password, or with null, does not take that of the variables', async () => {
	const env = VARIABLES
	for (const [smtp_pass, isSet] of [
		['mine', true],
		[null, false],
	]) {
		await clearEmail()
		expect((await root.put(CONFIG, { smtp_pass }, { env })).status).toBe(204)
		expect(await config(env)).toEqual({ ...OF_VARIABLES, smtp_pass_set: isSet })
	}
})

test('a first PUT that sends the password of the variables elsewhere is a redirect', async () => {
	const env = VARIABLES
	const smtp_host = `${unique('taken')}.example.com`
	const smtp_user = unique('redirect')
	await root.put(CONFIG, { smtp_user }, { env })
	expect(await redirects(smtp_user)).toEqual([])
	await clearEmail()
	await root.put(CONFIG, { smtp_user, smtp_host, smtp_pass: 'mine' }, { env })
	expect(await redirects(smtp_user)).toEqual([])
	await clearEmail()
	await root.put(CONFIG, { smtp_user, smtp_host }, { env })
	expect(await redirects(smtp_user)).toHaveLength(1)
	expect((await noticesOf(smtp_host))[0]?.body).toContain(`now goes to ${smtp_host}:2525.`)
})

test.for([
	[{}, { configured: false, from: null, source: 'none' }],
	[{ SMTP_PASS: 'x' }, { configured: false, from: null, source: 'env' }],
	[{ SMTP_HOST: 'a.example' }, { configured: false, from: null, source: 'env' }],
	[{ SMTP_FROM: 'a@b.example' }, { configured: false, from: 'a@b.example', source: 'env' }],
	[
		{ SMTP_FROM: 'a@b.example', SMTP_HOST: 'a.example' },
		{ configured: true, from: 'a@b.example', source: 'env' },
	],
	[
		{ SMTP_FROM: 'a@b.example\r\nBcc: x', SMTP_HOST: 'a.example' },
		{ configured: false, from: null, source: 'env' },
	],
] as [Partial<Env>, object][])('of the variables %o the status is %o', async ([env, expected]) => {
	expect(await status(env)).toEqual(expected)
})

test('of many PUTs with the same ETag, one succeeds', async () => {
	await put({ from: 'one@example.com' })
	const etag = (await root.get(CONFIG)).headers.get('ETag') as string
	const responses = await Promise.all(
		Array.from({ length: 10 }, (_, index) => put({ smtp_user: `user-${index}` }, { 'If-Match': etag })),
	)
	expect(responses.map(({ status: code }) => code).sort()).toEqual([204, ...Array<number>(9).fill(412)])
})

test('many simultaneous PUTs of different fields all take effect', async () => {
	const fields = { from: 'a@example.com', smtp_host: 'a.example.com', smtp_port: 2525, smtp_user: 'u', smtp_pass: 'p' }
	await Promise.all(Object.entries(fields).map(([name, value]) => put({ [name]: value })))
	const { smtp_pass: _pass, ...shown } = fields
	expect(await config()).toEqual({ ...EMPTY, ...shown, smtp_tls_mode: 'starttls', smtp_pass_set: true })
})

test('the audit log shows a change before and after, never with the password', async () => {
	const smtp_pass = unique('planted')
	const smtp_user = unique('user')
	await put({ smtp_user })
	await put({ smtp_pass })
	const [latest, earlier] = await audits('email_config.put')
	expect(earlier).toMatchObject({ before: { smtp_pass_set: false }, after: { smtp_user, smtp_pass_set: false } })
	expect(latest).toMatchObject({
		actor_user_id: root.user_id,
		target_type: 'email_config',
		target_id: 'email',
		before: { smtp_user, smtp_pass_set: false },
		after: { smtp_user, smtp_pass_set: true },
	})
	const { results } = await bindings.DB.prepare('SELECT * FROM audit_logs').all()
	expect(JSON.stringify(results)).not.toContain(smtp_pass)
})

const noticesOf = async (host: string) =>
	((await root.get('/v1/notifications?type=security.key_redirected&limit=200')).body.data as { body: string }[]).filter(
		({ body }) => body.includes(host),
	)
const redirects = async (smtp_user: string) =>
	(await audits('email_config.redirect')).filter(
		({ after }) => (after as typeof EMPTY | { smtp_user: string }).smtp_user === smtp_user,
	)

test('sending a kept password to another server notifies the platform admins and has its own audit action', async () => {
	const name = unique('redirect')
	const host = (label: string) => `${label}.${name}.example.com`
	const start = { smtp_host: host('a'), smtp_user: name, smtp_pass: 'kept' }
	const cases: [object, string | null][] = [
		[{ smtp_host: host('b') }, `${host('b')}:587`],
		[{ smtp_port: 2525 }, `${host('a')}:2525`],
		[{ smtp_tls_mode: 'none' }, `${host('a')}:587`],
		[{ smtp_tls_mode: 'tls' }, `${host('a')}:465`],
		[{ smtp_host: host('c'), smtp_port: 2526, smtp_tls_mode: 'tls' }, `${host('c')}:2526`],
		// Nothing moves: what is named was in force, or the password does not stay, or it goes nowhere.
		[{ smtp_host: host('a'), smtp_port: 587, smtp_tls_mode: 'starttls' }, null],
		[{ smtp_host: host('d'), smtp_pass: 'another' }, null],
		[{ smtp_host: host('d'), smtp_pass: null }, null],
		[{ smtp_host: null }, null],
		[{ from: 'x@example.com' }, null],
	]
	for (const [change, target] of cases) {
		await clearEmail()
		await put(start)
		const before = [(await redirects(name)).length, (await noticesOf(name)).length]
		expect((await put(change)).status).toBe(204)
		const more = target === null ? 0 : 1
		expect([change, (await redirects(name)).length, (await noticesOf(name)).length]).toEqual([
			change,
			Number(before[0]) + more,
			Number(before[1]) + more,
		])
		if (target !== null) expect((await noticesOf(name))[0]?.body).toContain(`now goes to ${target}.`)
	}
	await put(start)
	const count = (await redirects(name)).length
	await put({ smtp_host: host('e') })
	expect(await redirects(name)).toHaveLength(count + 1)
	await put({ ...start, smtp_pass: null })
	await put({ smtp_host: host('f') })
	expect(await redirects(name)).toHaveLength(count + 1)
	const someone = await user()
	expect((await someone.get('/v1/notifications?type=security.key_redirected')).body.data).toEqual([])
})

test('the settings show the port and the mode in use', async () => {
	await put({ smtp_host: 'smtp.example.com' })
	expect(await config()).toMatchObject({ smtp_port: 587, smtp_tls_mode: 'starttls' })
	await put({ smtp_tls_mode: 'tls' })
	// The default is shown and not stored: the port goes with the mode.
	expect(await config()).toMatchObject({ smtp_port: 465, smtp_tls_mode: 'tls' })
	await put({ smtp_tls_mode: 'none' })
	expect(await config()).toMatchObject({ smtp_port: 587, smtp_tls_mode: 'none' })
	await put({ smtp_port: 2525 })
	expect(await config()).toMatchObject({ smtp_port: 2525, smtp_tls_mode: 'none' })
})

test('an empty user or password means none', async () => {
	await put({ smtp_host: 'smtp.example.com', smtp_user: 'mailer', smtp_pass: 'a password' })
	expect((await put({ smtp_user: '' })).status).toBe(204)
	expect(await config()).toMatchObject({ smtp_user: null, smtp_pass_set: true })
	expect((await put({ smtp_pass: '' })).status).toBe(204)
	expect(await config()).toMatchObject({ smtp_user: null, smtp_pass_set: false })
	expect(await sealed()).toEqual([])
})
