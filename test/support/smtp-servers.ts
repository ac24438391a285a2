import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Running } from './servers.ts'
import { certificates } from './smtp-certificates.ts'

// Real SMTP servers for the test mail, each in another mood. The tests read what they saw over HTTP.

export type Mood =
	| 'plain'
	| 'login_only'
	| 'starttls'
	| 'tls'
	| 'untrusted'
	| 'untrusted_starttls'
	| 'elsewhere'
	| 'refuses_starttls'
	| 'injects'
	| 'echoes'
	| 'silent'
	| 'stalls'
	| 'stalls_at_rcpt'
	| 'stalls_after_data'
	| 'hangs_up'

/** The port of each server on 127.0.0.1; on `seen`, `?server=` returns what that server saw. */
export type SmtpPorts = Record<Mood | 'seen', number>

/** One thing that a server saw. */
export interface Sight {
	what: 'open' | 'close' | 'auth' | 'mail' | 'line'
	secure?: boolean
	user?: string
	password?: string
	from?: string
	to?: string[]
	text?: string
}

export const GOOD_PASSWORD = 'good pässword 1'

export async function startSmtpServers(): Promise<Running<SmtpPorts>> {
	const { trusted, elsewhere, untrusted } = certificates()
	const seen: Partial<Record<Mood, Sight[]>> = {}
	const see = (mood: Mood) => (sight: Sight) => void (seen[mood] ??= []).push(sight)
	const running: { close: () => void }[] = []

	const smtp = async (mood: Mood, options: SMTPServerOptions = {}) => {
		const server = smtpServer(see(mood), options)
		running.push({ close: () => server.close(() => undefined) })
		return listening(server.server)
	}
	const scripted = async (mood: Mood, response: Reply, greeting?: string) => {
		const sockets = new Set<Socket>()
		const server = createServer((socket) => {
			sockets.add(socket)
			follow(socket, see(mood), response, greeting)
		})
		running.push({
			close: () => {
				server.close()
				for (const socket of sockets) socket.destroy()
			},
		})
		return listening(server)
	}

	const insecure: SMTPServerOptions = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }
	const reader = createHttpServer((request, response) => {
		const mood = new URL(request.url ?? '/', 'http://localhost').searchParams.get('server') as Mood
		response.end(JSON.stringify(seen[mood] ?? []))
	})
	running.push(reader)
	const ports = {
		seen: await listening(reader),
		plain: await smtp('plain', insecure),
		login_only: await smtp('login_only', { ...insecure, authMethods: ['LOGIN'] }),
		starttls: await smtp('starttls', trusted),
		tls: await smtp('tls', { secure: true, ...trusted }),
		untrusted: await smtp('untrusted', { secure: true, ...untrusted }),
		untrusted_starttls: await smtp('untrusted_starttls', untrusted),
		elsewhere: await smtp('elsewhere', elsewhere),
		refuses_starttls: await scripted('refuses_starttls', (line) =>
			line.startsWith('EHLO') ? '250-x\r\n250-AUTH PLAIN\r\n250 STARTTLS' : '454 4.7.0 TLS is not available',
		),
		injects: await scripted('injects', (line, socket, sight) => {
			if (line.startsWith('EHLO')) return '250-x\r\n250 STARTTLS'
			socket.removeAllListeners('data')
			// In one write, so the client has it all before TLS begins.
			socket.write('220 go\r\n250-evil.example\r\n250 PIPELINING\r\n250-')
			const secured = new TLSSocket(socket, { isServer: true, ...trusted })
			follow(secured, sight, patiently())
			return undefined
		}),
		echoes: await scripted('echoes', (line) => {
			if (line.startsWith('EHLO')) return '250-x\r\n250 AUTH PLAIN'
			const given = line.replace(/^AUTH PLAIN /, '')
			const [, user, password] = Buffer.from(given, 'base64').toString().split('\0')
			const encoded = Buffer.from(password ?? '').toString('base64')
			return `535-5.7.8 ${given}\u0007\r\n535 5.7.8 ${user} / ${password} / ${encoded} ${'x'.repeat(2_000)}`
		}),
		silent: await scripted('silent', () => undefined, ''),
		stalls: await scripted('stalls', () => undefined),
		stalls_at_rcpt: await scripted('stalls_at_rcpt', (line) => (/^(EHLO|MAIL)/.test(line) ? '250 ok' : undefined)),
		stalls_after_data: await scripted('stalls_after_data', (line) =>
			line.startsWith('DATA') ? '354 go' : /^(EHLO|MAIL|RCPT)/.test(line) ? '250 ok' : undefined,
		),
		hangs_up: await scripted('hangs_up', (_line, socket) => void socket.end()),
	}
	return {
		ports,
		stop: () => {
			for (const server of running) server.close()
		},
	}
}

async function listening(server: Server): Promise<number> {
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	return (server.address() as AddressInfo).port
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** Accepts everything, unless an address begins with `refused` or `bounced`. */
function smtpServer(see: (sight: Sight) => void, options: SMTPServerOptions): SMTPServer {
	const open = new Set<number | undefined>()
	const close = (port: number | undefined) => {
		if (open.delete(port)) see({ what: 'close' })
	}
	const server = new SMTPServer({
		authOptional: true,
		disableReverseLookup: true,
		logger: false,
		// The only event for a connection that became TLS.
		onClose: ({ remotePort }) => close(remotePort),
		onAuth({ username, password }, { secure }, done) {
			const user = String(username)
			see({ what: 'auth', user, password: String(password), secure })
			if (password === GOOD_PASSWORD) done(null, { user })
			else done(refusal(535, 'Authentication failed'))
		},
		onMailFrom({ address }, _session, done) {
			see({ what: 'line', text: `MAIL ${address}` })
			if (address.startsWith('refused')) done(refusal(550, 'This sender is not welcome'))
			else done()
		},
		onRcptTo({ address }, _session, done) {
			if (address.startsWith('refused')) done(refusal(550, 'No such mailbox'))
			else done()
		},
		onData(stream, { envelope, secure }, done) {
			const chunks: Buffer[] = []
			stream.on('data', (chunk: Buffer) => chunks.push(chunk))
			stream.on('end', () => {
				const from = String(envelope.mailFrom && envelope.mailFrom.address)
				const to = envelope.rcptTo.map(({ address }) => address)
				if (to.some((address) => address.startsWith('bounced'))) return done(refusal(554, 'Looks like spam'))
				see({ what: 'mail', from, to, secure, text: Buffer.concat(chunks).toString() })
				return done()
			})
		},
		...options,
	})
	server.server.on('connection', (socket: Socket) => {
		const port = socket.remotePort
		open.add(port)
		see({ what: 'open' })
		socket.once('close', () => close(port))
	})
	// Clients that disconnect are part of the tests.
	server.on('error', () => undefined)
	return server
}

/** What a scripted server replies to a line; nothing if it stays silent. */
type Reply = (
	line: string,
	socket: Socket,
	see: (sight: Sight) => void,
) => string | undefined | Promise<string | undefined>

function follow(socket: Socket, see: (sight: Sight) => void, response: Reply, greeting?: string): void {
	let rest = ''
	see({ what: 'open' })
	socket.on('error', () => undefined)
	socket.once('close', () => see({ what: 'close' }))
	// Over TLS, the greeting was sent before.
	if (greeting !== '' && !(socket instanceof TLSSocket)) socket.write(`${greeting ?? '220 scripted'}\r\n`)
	const heard = async (text: string) => {
		see({ what: 'line', text })
		const reply = await response(text, socket, see)
		if (reply !== undefined) socket.write(`${reply}\r\n`)
	}
	socket.on('data', (chunk: Buffer) => {
		const lines = (rest + chunk.toString('latin1')).split('\r\n')
		rest = lines.pop() ?? ''
		for (const text of lines) void heard(text)
	})
}

/** Accepts every mail, but takes its time; reports it if the client didn't wait. */
function patiently(): Reply {
	let thinking = false
	let isBody = false
	return async (line) => {
		if (thinking) return '503 impatient'
		if (isBody) {
			if (line !== '.') return undefined
			isBody = false
			return '250 queued'
		}
		thinking = true
		await new Promise((resolve) => setTimeout(resolve, 30))
		thinking = false
		isBody = line === 'DATA'
		return isBody ? '354 go' : '250 ok'
	}
}
