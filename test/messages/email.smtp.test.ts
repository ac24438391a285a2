import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { counted } from '../support/d1.ts'
import {
	CONFIG,
	GOOD_PASSWORD,
	TEST,
	clearEmail,
	configure,
	mailTo,
	ports,
	reaching,
	recipient,
	seenBy,
	sendTo,
	serverOf,
	sights,
} from '../support/email.ts'
import { deliver } from '../support/program.ts'
import { admin, unique } from '../support/world.ts'

const root = await admin()

test('without TLS and without a user the mail arrives complete and correct', async () => {
	await configure({ smtp_port: ports.plain, from: 'Plinth <noreply@mail.example.com>' })
	const to = recipient()
	const before = Date.now()
	expect(await sendTo(to)).toMatchObject({ status: 204, body: '' })
	const after = Date.now()
	const mail = await mailTo('plain', to)
	expect(mail).toMatchObject({ from: 'noreply@mail.example.com', to: [to], secure: false })
	const [head = '', body = ''] = String(mail.text).split('\r\n\r\n')
	const headers = Object.fromEntries(head.split('\r\n').map((line) => line.split(/: (.*)/s).slice(0, 2)))
	expect(headers).toEqual({
		From: '"Plinth" <noreply@mail.example.com>',
		To: `<${to}>`,
		Subject: 'Plinth test mail',
		Date: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/),
		'Message-ID': expect.stringMatching(/^<[\da-f-]{36}@mail\.example\.com>$/),
		'Auto-Submitted': 'auto-generated',
		'MIME-Version': '1.0',
		'Content-Type': 'text/plain; charset=utf-8',
		'Content-Transfer-Encoding': '7bit',
	})
	// The header has no milliseconds.
	expect(Date.parse(headers.Date as string)).toBeGreaterThan(before - 1_000)
	expect(Date.parse(headers.Date as string)).toBeLessThanOrEqual(after)
	expect(body).toContain('This is a test mail from Plinth.')
})

test('a mail names the address of the instance if the operator set one', async () => {
	await configure({ smtp_port: ports.plain })
	for (const [PUBLIC_URL, end] of [
		['https://plinth.example.com/', 'Plinth at https://plinth.example.com'],
		['https://example.com/plinth', 'Plinth at https://example.com/plinth'],
		['http://localhost:8787', 'Plinth at http://localhost:8787'],
		['http://plinth.example.com', 'Plinth'],
		['https://plinth.example.com/?from=mail', 'Plinth'],
		['javascript:alert(1)', 'Plinth'],
		['plinth.example.com', 'Plinth'],
	] as const) {
		const to = recipient()
		expect((await root.post(TEST, { to }, { env: { ...reaching, PUBLIC_URL } })).status).toBe(204)
		expect(String((await mailTo('plain', to)).text)).toContain(`\r\n-- \r\n${end}\r\n`)
	}
})

// Nothing listens on port 25 here. On Cloudflare, connecting to it fails in the same way wherever the server is.
test('a test mail that cannot connect to port 25 is a 502 that names the port', async () => {
	await configure({ smtp_port: 25 })
	expect(await sendTo(recipient())).toMatchObject({
		status: 502,
		body: { error: 'upstream_error', details: { reason: 'smtp.port_25', stage: 'connect', reply: null } },
	})
})

test.for([
	['plain', 'none'],
	['login_only', 'none'],
	['starttls', 'starttls'],
	['tls', 'tls'],
] as const)('the stored password signs in at a server of the kind %s', async ([mood, smtp_tls_mode]) => {
	const smtp_user = unique('mailer')
	await configure({ smtp_port: ports[mood], smtp_user, smtp_pass: GOOD_PASSWORD, smtp_tls_mode })
	for (const smtp_host of ['localhost', '127.0.0.1']) {
		await root.put(CONFIG, { smtp_host }, { env: reaching })
		const to = recipient()
		expect(await sendTo(to)).toMatchObject({ status: 204 })
		expect(await mailTo(mood, to)).toMatchObject({ secure: smtp_tls_mode !== 'none' })
	}
	const signedIn = (await seenBy(mood)).filter(({ user }) => user === smtp_user)
	expect(signedIn).toHaveLength(2)
	expect(signedIn[0]).toMatchObject({ password: GOOD_PASSWORD, secure: smtp_tls_mode !== 'none' })
})

test('without a mode the client uses STARTTLS, and every connection is closed', async () => {
	await configure({ smtp_port: ports.starttls, smtp_tls_mode: undefined })
	const to = recipient()
	await sights('starttls', async () => expect((await sendTo(to)).status).toBe(204))
	expect(await mailTo('starttls', to)).toMatchObject({ secure: true })
})

test('a line that begins with a dot arrives with one', async () => {
	const to = recipient()
	const server = serverOf('plain')
	await deliver({ ...env, ...reaching }, server, {
		from: 'a@example.com',
		to,
		message: 'Subject: x\r\n\r\n.\r\n..two\r\nend\r\n',
	})
	expect((await mailTo('plain', to)).text).toBe('Subject: x\r\n\r\n.\r\n..two\r\nend\r\n')
	// Every mail goes through the same function.
	const mail = { from: 'a@example.com', to, message: 'Subject: x\r\n\r\nx\r\n' }
	await expect(deliver(env, server, mail)).rejects.toMatchObject({ failure: 'url.private_target' })
	await expect(deliver({ ...env, ...reaching }, { ...server, port: 25 }, mail)).rejects.toMatchObject({
		reason: 'smtp.port_25',
	})
})

test('the deployment variables apply while nothing is stored', async () => {
	await clearEmail()
	const to = recipient()
	const variables = {
		...reaching,
		SMTP_FROM: 'env@example.com',
		SMTP_HOST: 'localhost',
		SMTP_PORT: String(ports.tls),
		SMTP_USER: unique('env'),
		SMTP_PASS: GOOD_PASSWORD,
		SMTP_TLS_MODE: 'tls',
	}
	expect((await root.post(TEST, { to }, { env: variables })).status).toBe(204)
	expect(await mailTo('tls', to)).toMatchObject({ from: 'env@example.com', secure: true })
	expect((await seenBy('tls')).filter(({ user }) => user === variables.SMTP_USER)).toHaveLength(1)
})

test('a test mail with an Idempotency-Key is sent once, returns the same response again, and is audited once', async () => {
	await configure({ smtp_port: ports.plain })
	const to = recipient()
	const key = { 'Idempotency-Key': unique('key') }
	expect(await sendTo(to, key)).toMatchObject({ status: 204, body: '' })
	const again = await sendTo(to, key)
	expect(again).toMatchObject({ status: 204, body: '' })
	expect(again.headers.get('Idempotency-Replayed')).toBe('true')
	await mailTo('plain', to)
	const log = (await root.get('/v1/admin/audit-logs?action=email.test&limit=5')).body
	expect(log.filter(({ after }: { after: object }) => JSON.stringify(after).includes(to))).toHaveLength(1)
	expect(await sendTo(recipient(), key)).toMatchObject({ status: 409 })
})

test('a refused test mail is not stored: the same key can be tried again', async () => {
	await configure({ smtp_port: 1 })
	const to = recipient()
	const key = { 'Idempotency-Key': unique('key') }
	expect((await sendTo(to, key)).status).toBe(502)
	await root.put(CONFIG, { smtp_port: ports.plain }, { env: reaching })
	expect((await sendTo(to, key)).status).toBe(204)
	await mailTo('plain', to)
})

test('sending a test mail reads once and writes once', async () => {
	await configure({ smtp_port: ports.plain, smtp_user: 'u', smtp_pass: GOOD_PASSWORD })
	await root.get('/v1/me')
	expect((await counted(() => sendTo(recipient()))).calls).toBe(2)
})

test('when many test mails are sent at once, each arrives', async () => {
	await configure({ smtp_port: ports.starttls, smtp_tls_mode: 'starttls' })
	const readers = Array.from({ length: 5 }, () => recipient())
	const responses = await Promise.all(readers.map((to) => sendTo(to)))
	expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
	for (const to of readers) await mailTo('starttls', to)
})

test('no password reaches a response, the audit log or the console', async () => {
	const planted = unique('planted-password')
	const said: string[] = []
	for (const method of ['log', 'error', 'warn', 'info', 'debug'] as const)
		vi.spyOn(console, method).mockImplementation((...words: unknown[]) => void said.push(words.map(String).join(' ')))
	const responses: unknown[] = []
	for (const [mood, smtp_tls_mode] of [
		['plain', 'none'],
		['echoes', 'none'],
		['untrusted', 'tls'],
		['hangs_up', 'none'],
	] as const) {
		await configure({ smtp_port: ports[mood], smtp_user: 'u', smtp_pass: planted, smtp_tls_mode })
		responses.push(await sendTo(recipient()), await root.get(CONFIG), await root.get('/v1/admin/email/status'))
	}
	responses.push(await root.get('/v1/admin/audit-logs?limit=200'))
	const text = JSON.stringify([responses, said])
	expect(text).toContain('smtp_pass_set')
	for (const form of [planted, btoa(planted), btoa(`\0u\0${planted}`)]) expect(text).not.toContain(form)
})
