import { Buffer } from 'node:buffer'
import { within } from '../../ground/http/within.ts'
import { connectTo } from '../../ground/outbound/connect.ts'
import { OutboundError } from '../../ground/outbound/request.ts'
import { type Connection, newConnection, type Reply } from './connection.ts'
import { failureOf, redacted, SmtpFailure, type Stage } from './failure.ts'
import { hasControls } from './mailbox.ts'
import type { TLS_MODES } from './table.ts'

// Sends one mail through an SMTP server (RFC 5321). If the TLS mode requires TLS and the server doesn't offer it, the client
// sends neither the credentials nor the mail.

export interface SmtpServer {
	host: string
	port: number
	tls_mode: (typeof TLS_MODES)[number]
	/** Null if the server needs no sign-in. */
	user: string | null
	password: string
	/** The name that this client gives in EHLO. */
	name: string
}

export interface Mail {
	from: string
	to: string
	/** Headers and body, with CRLF. */
	message: string
}

/** Milliseconds for the delivery. The caller promises a response within 15 s, including the work before and after. */
const DELIVERS_WITHIN_MS = 14_000
/** Milliseconds for the reply to QUIT, after the mail was accepted. */
const QUITS_WITHIN_MS = 500

/**
 * Delivers a mail. Throws `SmtpFailure` unless the server accepts it, and `OutboundError` if the outbound rules refuse the
 * server. Always closes the connection.
 */
export async function deliver(
	env: Env,
	server: SmtpServer,
	mail: Mail,
	timeout_ms = DELIVERS_WITHIN_MS,
): Promise<void> {
	const connection = newConnection(() =>
		connectTo(env, server.host, server.port, server.tls_mode === 'none' ? 'off' : 'starttls'),
	)
	const dialogue: Dialogue = { connection, stage: 'connect', secrets: formsOf(server) }
	const late = () => new SmtpFailure('timeout', { during: dialogue.stage })
	try {
		await within(timeout_ms, converse(dialogue, server, mail), late)
		await Promise.race([command(dialogue, 'QUIT', 221).catch(() => undefined), scheduler.wait(QUITS_WITHIN_MS)])
	} catch (error) {
		throw error instanceof OutboundError ? error : failureOf(error, dialogue.stage, server.port)
	} finally {
		connection.close()
	}
}

interface Dialogue {
	connection: Connection
	stage: Stage
	secrets: string[]
}

async function converse(dialogue: Dialogue, server: SmtpServer, { from, to, message }: Mail): Promise<void> {
	const { connection } = dialogue
	const { tls_mode, user, name } = server
	await connection.open()
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
	await connection.write(stuffed(message))
	await answered(dialogue, 250)
}

async function upgrade(dialogue: Dialogue): Promise<void> {
	dialogue.stage = 'tls'
	await dialogue.connection.upgrade()
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

/** Sends a line and reads the reply. Throws unless its code is one of `expected`. */
async function command(dialogue: Dialogue, line: string, ...expected: number[]): Promise<Reply> {
	// The last check before the socket: a line break would start another command.
	if (hasControls(line)) throw new Error('A command would break its line')
	await dialogue.connection.write(`${line}\r\n`)
	return answered(dialogue, ...expected)
}

async function answered(dialogue: Dialogue, ...expected: number[]): Promise<Reply> {
	const reply = await dialogue.connection.reply()
	if (!expected.includes(reply.code)) throw refusal(dialogue, reply)
	return reply
}

/** A message as SMTP sends it: a line that starts with a dot gets a second one, because a single dot ends the message. */
const stuffed = (message: string) =>
	`${message
		.replaceAll(/\r\n|\r|\n/g, '\r\n')
		.replace(/\r\n$/, '')
		.replaceAll(/(^|\r\n)\./g, '$1..')}\r\n.\r\n`

const refusal = ({ stage, secrets }: Dialogue, { code, text }: Reply) =>
	new SmtpFailure(stage, { reply: redacted(text, secrets), status: code })

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** The credentials in the form that the AUTH commands send. */
const credentialsOf = ({ user, password }: SmtpServer) => ({
	user: base64(user ?? ''),
	password: base64(password),
	both: base64(`\0${user}\0${password}`),
})

/** Every form of the password that a server might repeat, longest first. */
function formsOf(server: SmtpServer): string[] {
	const { password, both } = credentialsOf(server)
	return server.password === '' ? [] : [both, password, server.password]
}
