import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import {
	GOOD_PASSWORD,
	TEST,
	configure,
	failed,
	heldTimer,
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
import { until } from '../support/until.ts'
import { admin } from '../support/world.ts'

const root = await admin()

test('a display name that is not ASCII arrives unchanged', async () => {
	const names = [
		'Größe "Öl" & Söhne 平台通知 🦫 — a name that needs more than one encoded word',
		'Plinth, "the" \\ base',
	]
	for (const name of names) {
		const quoted = `"${name.replaceAll(/["\\]/g, '\\$&')}"`
		await configure({ smtp_port: ports.plain, from: `${quoted} <noreply@example.com>` })
		const to = recipient()
		expect((await sendTo(to)).status).toBe(204)
		const text = String((await mailTo('plain', to)).text)
		const from = /^From: ((?:.|\r\n )*)<noreply@example\.com>\r\n/.exec(text)?.[1]?.trim() ?? ''
		const words = from.split('\r\n ')
		for (const word of words) expect(word.length).toBeLessThanOrEqual(75)
		const decoded = words.map((word) => {
			const [, base64] = /^=\?utf-8\?B\?(.*)\?=$/.exec(word) ?? []
			return base64 === undefined
				? word.slice(1, -1).replaceAll(/\\(.)/g, '$1')
				: Buffer.from(base64, 'base64').toString()
		})
		expect(decoded.join('')).toBe(name)
	}
})

test.for([
	['a wrong password', 'plain', 'auth', { smtp_user: 'u', smtp_pass: 'wrong' }, '535 Authentication failed', 535],
	['a refused sender', 'plain', 'from', { from: 'refused@example.com' }, '550 This sender is not welcome', 550],
	['a user without a password', 'plain', 'auth', { smtp_user: 'u' }, '535 Authentication failed', 535],
] as const)('%s is 502 with the words of the server', async ([, mood, stage, fields, reply, status]) => {
	await configure({ smtp_port: ports[mood], ...fields })
	const seen = await sights(mood, async () => {
		expect(await sendTo(recipient())).toMatchObject(failed(stage, { reply, status, during: null }))
	})
	expect(seen.filter(({ what }) => what === 'mail')).toEqual([])
})

test('a refused recipient and a refused message are a 502 with what the server said', async () => {
	await configure({ smtp_port: ports.plain })
	const seen = await sights('plain', async () => {
		expect(await sendTo(recipient('refused'))).toMatchObject(
			failed('rcpt', { reply: '550 No such mailbox', status: 550 }),
		)
		expect(await sendTo(recipient('bounced'))).toMatchObject(
			failed('data', { reply: '554 Looks like spam', status: 554 }),
		)
	})
	expect(seen.filter(({ what }) => what === 'mail')).toEqual([])
})

// No silent downgrade: if TLS is required and fails, nothing that matters is sent.
test.for([
	['STARTTLS is not offered', 'plain', 'starttls', 'localhost', '250'],
	['STARTTLS is refused', 'refuses_starttls', 'starttls', 'localhost', '454 4.7.0 TLS is not available'],
	['the server speaks plainly', 'plain', 'tls', 'localhost', null],
	['the certificate is not trusted', 'untrusted', 'tls', 'localhost', null],
	['the certificate after STARTTLS is not trusted', 'untrusted_starttls', 'starttls', 'localhost', null],
	['the certificate is for another name', 'elsewhere', 'starttls', 'localhost', null],
	['the certificate is for no address', 'elsewhere', 'starttls', '127.0.0.1', null],
] as const)('when %s, the test fails at TLS and nothing is sent', async ([, mood, smtp_tls_mode, smtp_host, reply]) => {
	const secrets = { smtp_user: 'mailer', smtp_pass: GOOD_PASSWORD }
	await configure({ smtp_port: ports[mood], smtp_tls_mode, smtp_host, ...secrets })
	const seen = await sights(mood, async () => {
		const response = await sendTo(recipient())
		expect(response).toMatchObject(failed('tls'))
		if (reply === null) expect(response.body.details.reply).toBeNull()
		else expect(response.body.details.reply).toContain(reply)
	})
	expect(seen.filter(({ what, text = '' }) => ['auth', 'mail'].includes(what) || /^(AUTH|MAIL)/.test(text))).toEqual([])
})

test('the client drops what a server says in clear text after STARTTLS', async () => {
	await configure({ smtp_port: ports.injects, smtp_tls_mode: 'starttls' })
	const to = recipient()
	const seen = await sights('injects', async () => expect(await sendTo(to)).toMatchObject({ status: 204 }))
	const lines = seen.filter(({ what }) => what === 'line').map(({ text }) => text)
	expect(lines.slice(0, 6)).toEqual([
		'EHLO example.com',
		'STARTTLS',
		'EHLO example.com',
		expect.stringMatching(/^MAIL FROM:<sender-.*>$/),
		`RCPT TO:<${to}>`,
		'DATA',
	])
	expect(lines.at(-1)).toBe('QUIT')
})

test('a password that the server repeats is cut out in every form; the rest is one short line', async () => {
	await configure({ smtp_port: ports.echoes, smtp_user: 'mailer', smtp_pass: GOOD_PASSWORD })
	const { body } = await sendTo(recipient())
	expect(body.details).toMatchObject({ stage: 'auth', status: 535 })
	expect(body.details.reply).toMatch(/^535-5\.7\.8 \*\*\* 535 5\.7\.8 mailer \/ \*\*\* \/ \*\*\* x+$/)
	expect(body.details.reply).toHaveLength(300)
})

test('a closed port and a name that does not resolve are a 502', async () => {
	await configure({ smtp_port: 1 })
	expect(await sendTo(recipient())).toMatchObject(failed('connect', { reply: null, status: null }))
	await configure({ smtp_host: 'nowhere.example', smtp_port: 587 })
	const { status, body } = await sendTo(recipient())
	expect(status).toBe(502)
	expect(['dns', 'connect']).toContain(body.details.stage)
})

test('a server that hangs up is a 502', async () => {
	await configure({ smtp_port: ports.hangs_up })
	expect(await sendTo(recipient())).toMatchObject(failed('connect', { reply: null }))
})

const line = (text: RegExp) => expect.objectContaining({ what: 'line', text: expect.stringMatching(text) })
const opened = expect.objectContaining({ what: 'open' })

test('a server that says nothing is a 502 within 15 s', async () => {
	await configure({ smtp_port: ports.silent })
	// The timers of the database take five seconds.
	const end = heldTimer((ms) => ms > 5_000)
	await sights('silent', async () => {
		const [response, waited_ms] = await Promise.all([sendTo(recipient()), end()])
		expect(response).toMatchObject(failed('timeout', { reply: null, during: 'connect' }))
		expect(waited_ms).toBeLessThan(15_000)
	})
})

test.for([
	['silent', 'none', 'connect', undefined],
	['silent', 'tls', 'tls', undefined],
	['stalls', 'none', 'connect', /^EHLO/],
	['stalls_at_rcpt', 'none', 'rcpt', /^RCPT/],
	['stalls_after_data', 'none', 'data', /^\.$/],
	['tls', 'none', 'connect', undefined],
] as const)(
	'a server of the kind %s, asked with %s, ends at the deadline while at %s',
	async ([mood, tls_mode, during, last]) => {
		const server = serverOf(mood, { tls_mode })
		const mail = { from: 'a@example.com', to: 'b@example.com', message: 'Subject: x\r\n\r\nx\r\n' }
		const before = (await seenBy(mood)).length
		const end = heldTimer((ms) => ms === 500)
		const work = async () => {
			const ended = deliver({ ...env, ...reaching }, server, mail, 500).catch((error: unknown) => error)
			// The deadline comes after the server has stalled.
			const stalled = last ? line(last) : opened
			await until(async () => expect((await seenBy(mood)).slice(before)).toContainEqual(stalled))
			await end()
			expect(await ended).toMatchObject({ stage: 'timeout', during, reply: null })
		}
		// A stalled handshake ends with the request, and this test has none.
		if (tls_mode === 'tls' || mood === 'tls') return work()
		return void (await sights(mood, work))
	},
)

test('the client does not connect to a server that is no longer allowed', async () => {
	await configure({ smtp_port: ports.plain })
	const seen = await sights('plain', async () =>
		expect(await root.post(TEST, { to: recipient() })).toMatchObject({
			status: 502,
			body: { error: 'upstream_error', details: { reason: 'url.private_target', stage: 'connect', reply: null } },
		}),
	)
	expect(seen).toEqual([])
})
