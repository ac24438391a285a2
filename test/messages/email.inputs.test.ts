import { beforeEach, expect, test } from 'vitest'
import { clearEmail, config, CONFIG, EMPTY, put, sealed, TEST } from '../support/email.ts'
import { TEST_MAIL, mailboxOf, messageOf } from '../support/program.ts'
import { IS_NIGHT } from '../support/property.ts'
import { invalidField } from '../support/replies.ts'
import { admin } from '../support/world.ts'

const root = await admin()

beforeEach(clearEmail)

const CONTROLS = IS_NIGHT ? ['\r', '\n', '\r\n', '\u0000', '\t', '\u007f', '\u0085'] : ['\r\n', '\u0000', '\u0085']

test.for([
	[
		'from',
		['', 'x', 'a@', '@b.example', 'a@b.example, c@d.example', 'A <a@b.example> <c@d.example>', 'A <a@b.example'],
	],
	[
		'from',
		[
			'a@b.example>',
			'<a@b.example',
			`${'a'.repeat(310)}@b.example`,
			'A <x>',
			'Ä <ä@b.example>',
			'\ud800 <a@b.example>',
		],
	],
	['from', CONTROLS.flatMap((c) => [`a@b.example${c}`, `${c}a@b.example`, `A${c}Bcc: x@y.example <a@b.example>`])],
	['from', [7, true, [], {}, ['a@b.example']]],
	[
		'smtp_host',
		[
			'',
			'https://smtp.example.com',
			'smtp.example.com:587',
			'a b.example',
			'a/b',
			'a@b.example',
			'a#b',
			'a%62.example',
		],
	],
	[
		'smtp_host',
		[
			'.',
			'..',
			'a..b',
			'-a.example',
			'a-.example',
			`${'a'.repeat(64)}.example`,
			`${'a.'.repeat(127)}a`,
			'[::1',
			'::g',
			'fe80::1%eth0',
			'1.2.3.4.5',
			'256.1.1.1',
			'[1.2.3.4]',
		],
	],
	['smtp_host', CONTROLS.flatMap((c) => [`smtp${c}.example.com`, `smtp.example.com${c}`])],
	['smtp_host', [7, {}, []]],
	['smtp_port', [0, -1, 65_536, 1.5, '587', true, []]],
	['smtp_user', ['u'.repeat(321), '\ud800', 7, ...CONTROLS.map((c) => `a${c}b`)]],
	['smtp_pass', ['p'.repeat(1025), '\ud800', 7, ...CONTROLS.map((c) => `a${c}b`)]],
	['smtp_tls_mode', ['', 'ssl', 'TLS', 7, true]],
] as [string, unknown[]][])('a bad %s is 400 naming it, and changes nothing', async ([path, values]) => {
	await put({ from: 'noreply@example.com', smtp_host: 'smtp.example.com', smtp_pass: 'kept' })
	const before = [await config(), await sealed()]
	for (const value of values)
		expect([value, await put({ smtp_user: 'changed', [path]: value })]).toMatchObject([value, invalidField(path)])
	expect([await config(), await sealed()]).toEqual(before)
})

test('senders and hosts can be spelled in several ways', async () => {
	const from = [
		'noreply@example.com',
		'<noreply@example.com>',
		'"Plinth, Inc." <noreply@example.com>',
		'Größe 平台 🦫 <noreply@example.com>',
	]
	for (const one of from) {
		expect([one, (await put({ from: one })).status]).toEqual([one, 204])
		expect(await config()).toMatchObject({ from: one })
	}
	const hosts = [
		['SMTP.Example.COM', 'smtp.example.com'],
		['smtp.example.com.', 'smtp.example.com'],
		['bücher.example', 'xn--bcher-kva.example'],
		['93.184.216.34', '93.184.216.34'],
		['[2606:2800:0220:1::1]', '2606:2800:220:1::1'],
		['2606:2800:220:1::1', '2606:2800:220:1::1'],
	]
	for (const [given, stored] of hosts) {
		expect([given, (await put({ smtp_host: given })).status]).toEqual([given, 204])
		expect(await config()).toMatchObject({ smtp_host: stored })
	}
})

test('a private host in any spelling is a 400 with the reason, unless the operator allows it', async () => {
	const refused = { status: 400, body: { details: { reason: 'url.private_target', fields: [{ path: 'smtp_host' }] } } }
	for (const smtp_host of [
		'localhost',
		'127.0.0.1',
		'127.1',
		'2130706433',
		'0x7f000001',
		'１２７.0.0.1',
		'10.1.2.3',
		'169.254.169.254',
		'192.168.0.1',
		'::1',
		'[::1]',
		'::ffff:127.0.0.1',
		'fd00::1',
		'mailhog',
		'mail.internal',
		'localhost.',
	])
		expect([smtp_host, await put({ smtp_host })]).toMatchObject([smtp_host, refused])
	expect(await config()).toEqual(EMPTY)
	const allow = (OUTBOUND_ALLOWLIST: string) => ({ env: { OUTBOUND_ALLOWLIST } })
	const at = (smtp_port?: number) => ({ smtp_host: '127.0.0.1', ...(smtp_port === undefined ? {} : { smtp_port }) })
	expect((await root.put(CONFIG, at(1025), allow('127.0.0.1'))).status).toBe(204)
	expect((await root.put(CONFIG, at(1025), allow('x.example, 127.0.0.1:1025'))).status).toBe(204)
	expect((await root.put(CONFIG, at(), allow('127.0.0.1:1025'))).status).toBe(204)
	expect(await root.put(CONFIG, at(1026), allow('127.0.0.1:1025'))).toMatchObject(refused)
	expect((await root.put(CONFIG, { smtp_host: '::1', smtp_port: 1025 }, allow('[::1]:1025'))).status).toBe(204)
})

test('port 25 is stored like any other', async () => {
	expect((await put({ smtp_host: 'smtp.example.com', smtp_port: 25 })).status).toBe(204)
	expect(await config()).toMatchObject({ smtp_port: 25 })
	expect(await config({ SMTP_PORT: '25' })).toMatchObject({ smtp_port: 25 })
	await clearEmail()
	expect(await config({ SMTP_PORT: '25' })).toMatchObject({ smtp_port: 25 })
})

test.for([
	['', 'a', 'a@', '@example.com', 'Ada <ada@example.com>', '<ada@example.com>', 'a@example.com,b@example.com'],
	['a@example.com b@example.com', 'a@example.com;b@example.com', ' a@example.com', `${'a'.repeat(310)}@example.com`],
	[undefined, null, 7, ['a@example.com'], 'a@exa mple.com', '"a b"@example.com', 'ä@example.com'],
	CONTROLS.flatMap((c) => [`a@example.com${c}`, `a@example.com${c}RCPT TO:<b@example.com>`, `${c}a@example.com`]),
])('a recipient that is not one plain address is a 400', async (values) => {
	for (const to of values) expect([to, await root.post(TEST, { to })]).toMatchObject([to, invalidField('to')])
})

test('a variable that the API would refuse counts as not set', async () => {
	for (const SMTP_PORT of ['0', '-1', '65536', 'smtp', '5e2', ' '])
		expect((await config({ SMTP_PORT })).smtp_port).toBe(null)
	expect(await config({ SMTP_TLS_MODE: 'ssl', SMTP_HOST: 'https://a.example', SMTP_USER: 'a\nb' })).toEqual(EMPTY)
})

test('no input can break the headers of a mail', () => {
	const at = new Date('2026-11-21T07:00:00Z')
	const sender = { name: 'A\r\nBcc: x@example.com', address: 'a@example.com' }
	const [head = ''] = messageOf(sender, 'b@example.com', TEST_MAIL, at).split('\r\n\r\n')
	expect(head).not.toMatch(/^Bcc:/m)
	expect(head).toContain('Date: Sat, 21 Nov 2026 07:00:00 +0000')
	for (const bad of ['b@example.com\r\nBcc: x', 'b@example.com>, <x@example.com', 'b@example.com,x@example.com'])
		expect(() => messageOf({ name: '', address: 'a@example.com' }, bad, TEST_MAIL, at)).toThrow(/break its header/)
	expect(mailboxOf('"A \\"B\\" \\\\" <a@example.com>')).toEqual({ name: 'A "B" \\', address: 'a@example.com' })
})
