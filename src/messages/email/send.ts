import { Buffer } from 'node:buffer'
import { connectTo } from '../../outbound/connect.ts'
import { OutboundError } from '../../outbound/request.ts'
import { failureOf, shown, SmtpFailure, type Stage } from './failure.ts'
import { hasControls } from './mailbox.ts'
import type { TLS_MODES } from './table.ts'
import { openWire, type Reply, type Wire } from './wire.ts'

// Hands one mail to an SMTP server (RFC 5321). The TLS mode is held to: where it asks for TLS and there is none, neither the
// credentials nor the mail leave.

export interface SmtpServer {
	host: string
	port: number
	tls_mode: (typeof TLS_MODES)[number]
	/** Null where nobody signs in. */
	user: string | null
	password: string
	/** What this client calls itself. */
	name: string
}

export interface Mail {
	from: string
	to: string
	/** Headers and body, with CRLF. */
	message: string
}

/** A refusal is answered within 15 s, what comes before and after the delivery included. */
const DELIVERS_WITHIN_MS = 14_000
/** For the server's farewell, once the mail is accepted. */
const QUITS_WITHIN_MS = 500

/**
 * Throws `SmtpFailure` unless the mail is accepted, `OutboundError` when the server may not be connected to. The connection
 * is closed in every case.
 */
export async function deliver(
	env: Env,
	server: SmtpServer,
	mail: Mail,
	timeout_ms = DELIVERS_WITHIN_MS,
): Promise<void> {
	const wire = openWire(() => connectTo(env, server.host, server.port, server.tls_mode === 'none' ? 'off' : 'starttls'))
	const dialogue: Dialogue = { wire, stage: 'connect', secrets: formsOf(server) }
	let timer: ReturnType<typeof setTimeout> | undefined
	const deadline = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new SmtpFailure('timeout', null, null, dialogue.stage)), timeout_ms)
	})
	try {
		await Promise.race([converse(dialogue, server, mail), deadline])
		await Promise.race([command(dialogue, 'QUIT', 221).catch(() => undefined), scheduler.wait(QUITS_WITHIN_MS)])
	} catch (error) {
		throw error instanceof OutboundError ? error : failureOf(error, dialogue.stage)
	} finally {
		clearTimeout(timer)
		wire.close()
	}
}

interface Dialogue {
	wire: Wire
	stage: Stage
	secrets: string[]
}

async function converse(dialogue: Dialogue, server: SmtpServer, { from, to, message }: Mail): Promise<void> {
	const { wire } = dialogue
	const { tls_mode, user, name } = server
	await wire.open()
	if (tls_mode === 'tls') await upgrade(dialogue)
	await answered(dialogue, 220)
	let capabilities = await hello(dialogue, name)
	if (tls_mode === 'starttls') {
		dialogue.stage = 'tls'
		if (!/^250[ -]STARTTLS\b/im.test(capabilities.text)) throw refusal(dialogue, capabilities)
		await command(dialogue, 'STARTTLS', 220)
		await upgrade(dialogue)
		capabilities = await hello(dialogue, name)
	}
	if (user !== null) await signIn(dialogue, capabilities, server)
	dialogue.stage = 'from'
	await command(dialogue, `MAIL FROM:<${from}>`, 250)
	dialogue.stage = 'rcpt'
	await command(dialogue, `RCPT TO:<${to}>`, 250, 251)
	dialogue.stage = 'data'
	await command(dialogue, 'DATA', 354)
	await wire.write(stuffed(message))
	await answered(dialogue, 250)
}

async function upgrade(dialogue: Dialogue): Promise<void> {
	dialogue.stage = 'tls'
	await dialogue.wire.upgrade()
	dialogue.stage = 'connect'
}

async function hello(dialogue: Dialogue, name: string): Promise<Reply> {
	dialogue.stage = 'connect'
	return command(dialogue, `EHLO ${name}`, 250)
}

async function signIn(dialogue: Dialogue, capabilities: Reply, server: SmtpServer): Promise<void> {
	dialogue.stage = 'auth'
	const [, offered = ''] = /^250[ -]AUTH[ =](.*)$/im.exec(capabilities.text) ?? []
	const mechanisms = offered.toUpperCase().split(/[\s=]+/)
	const { user, password, both } = credentialsOf(server)
	if (mechanisms.includes('PLAIN')) return void (await command(dialogue, `AUTH PLAIN ${both}`, 235))
	if (!mechanisms.includes('LOGIN')) throw refusal(dialogue, capabilities)
	await command(dialogue, 'AUTH LOGIN', 334)
	await command(dialogue, user, 334)
	await command(dialogue, password, 235)
}

/** Sends a line and reads what the server says to it. */
async function command(dialogue: Dialogue, line: string, ...expected: number[]): Promise<Reply> {
	// Whatever was checked before: one line is one command.
	if (hasControls(line)) throw new Error('A command would break its line')
	await dialogue.wire.write(`${line}\r\n`)
	return answered(dialogue, ...expected)
}

async function answered(dialogue: Dialogue, ...expected: number[]): Promise<Reply> {
	const reply = await dialogue.wire.reply()
	if (!expected.includes(reply.code)) throw refusal(dialogue, reply)
	return reply
}

/** A message as it crosses the connection: lines that end the message are told from its end by a second dot. */
const stuffed = (message: string) =>
	`${message
		.replaceAll(/\r\n|\r|\n/g, '\r\n')
		.replace(/\r\n$/, '')
		.replaceAll(/(^|\r\n)\./g, '$1..')}\r\n.\r\n`

const refusal = ({ stage, secrets }: Dialogue, { code, text }: Reply) =>
	new SmtpFailure(stage, shown(text, secrets), code)

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** As they cross the connection. */
const credentialsOf = ({ user, password }: SmtpServer) => ({
	user: base64(user ?? ''),
	password: base64(password),
	both: base64(`\0${user}\0${password}`),
})

/** The password in every form that a server may repeat, the longest first. */
function formsOf(server: SmtpServer): string[] {
	const { password, both } = credentialsOf(server)
	return server.password === '' ? [] : [both, password, server.password]
}
