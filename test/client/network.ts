import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Backend, Received, Replied } from './backend.ts'
import { type Forgery, forged } from './forge.ts'

/** What happens to a request: see README.md. */
export interface Rule {
	rule?: string
	path?: string
	method?: string
	times?: number
	slow_ms?: number
	status?: number
	headers?: Record<string, string>
	body?: unknown
	trace?: boolean
	forge?: Forgery
}

export interface Seen {
	call: string
	headers: Record<string, string | undefined>
	body: unknown
}

interface Held {
	id: string
	/** By the clock of the case; null for never. */
	until: number | null
	release: () => void
}

const LOGIN = '<!doctype html><title>Welcome to our hotel</title><form>Accept our terms</form>'

/** The proxy that clients reach the server through. It breaks what the case wants broken, and holds what has to wait. */
export class Network {
	elapsed = 0
	rules: Rule[] = []
	seen: Seen[] = []
	/** The first part of the path of this case. Requests that an earlier case has left behind get nothing. */
	place = ''
	backend: Backend
	private held: Held[] = []
	private begun_ms = 0
	private readonly server: Server
	private readonly times = new Map<Rule, number>()

	constructor(backend: Backend) {
		this.backend = backend
		this.server = createServer((request, response) => {
			this.answer(request, response).catch(() => response.destroy())
		})
	}

	async listen(): Promise<void> {
		await once(this.server.listen(0, '127.0.0.1'), 'listening')
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
	}

	close() {
		this.server.close()
		this.server.closeAllConnections()
	}

	begin(place: string, begun_ms: number) {
		this.begun_ms = begun_ms
		this.elapsed = 0
		this.moveServer()
		this.rules = []
		this.seen = []
		this.held = []
		this.place = place
		this.times.clear()
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = await text(request)
		if (request.url === `/${this.place}/control/elapsed`) return this.moveTo(JSON.parse(body), response)
		const { method = 'GET', url = '' } = request
		if (!url.startsWith(`/${this.place}/v1/`)) return void response.destroy()
		const headers = request.headers as Received['headers']
		const received = { method, path: url.slice(this.place.length + 1), headers, body }
		const call = `${method} ${received.path.split('?')[0]}`
		this.seen.push({ call, headers, body: body ? (JSON.parse(body) as unknown) : undefined })
		await this.follow(this.ruleFor(received), received, response)
	}

	private ruleFor({ method, path }: Received): Rule {
		for (const rule of this.rules) {
			const isMeant = path.startsWith(rule.path ?? '/') && (rule.method ?? method) === method
			const used = this.times.get(rule) ?? 0
			if (!isMeant || used >= (rule.times ?? Infinity)) continue
			this.times.set(rule, used + 1)
			return rule
		}
		return {}
	}

	private async follow(rule: Rule, received: Received, response: ServerResponse): Promise<void> {
		if (rule.status !== undefined) return send(response, madeUp(rule, this.backend.now_ms ?? Date.now()))
		const page = { 'Content-Type': 'text/html' }
		if (rule.rule === 'portal') return send(response, { status: 200, headers: page, body: LOGIN })
		if (rule.rule === 'redirect')
			return send(response, { status: 302, headers: { ...page, Location: 'http://127.0.0.1:9/login' }, body: LOGIN })
		if (rule.rule === 'down') return void response.destroy()
		if (rule.rule === 'hang') return this.hold(received, response, null, () => undefined)
		const place = this.place
		const replied = await this.backend.handle(received)
		if (place !== this.place) return void response.destroy()
		if (rule.rule === 'lost') return this.hold(received, response, null, () => undefined)
		if (rule.rule === 'cut') return cut(response, replied)
		const answer = rule.forge ? await forged(replied, rule.forge) : replied
		if (rule.slow_ms === undefined) return send(response, answer)
		return this.hold(received, response, this.elapsed + rule.slow_ms, () => send(response, answer))
	}

	private hold({ headers }: Received, response: ServerResponse, until: number | null, release: () => void) {
		const held = { id: headers['x-case-request'] ?? '', until, release }
		this.held.push(held)
		response.on('close', () => {
			this.held = this.held.filter((other) => other !== held)
		})
	}

	private moveServer() {
		if (this.backend.now_ms !== undefined) this.backend.now_ms = this.begun_ms + this.elapsed
	}

	/** Sets the clock of the case, and releases what's due. */
	private moveTo({ elapsed }: { elapsed: number }, response: ServerResponse) {
		this.elapsed = Math.max(this.elapsed, elapsed)
		this.moveServer()
		const due = this.held.filter(({ until }) => until !== null && until <= this.elapsed)
		this.held = this.held.filter((held) => !due.includes(held))
		for (const { release } of due) release()
		const times = this.held.flatMap(({ until }) => (until === null ? [] : [until]))
		const body = { held: this.held.map(({ id }) => id), next: times.length > 0 ? Math.min(...times) : null }
		send(response, { status: 200, headers: {}, body: JSON.stringify(body) })
	}
}

/** The answer that a rule gives instead of the server. */
function madeUp({ status = 200, headers = {}, body = {}, trace = true }: Rule, now_ms: number): Replied {
	const given = { 'Content-Type': 'application/json', Date: new Date(now_ms).toUTCString(), ...headers }
	// A date that's so many seconds ahead, as no case knows one.
	const ahead = /^\+(\d+)$/.exec(headers['Retry-After'] ?? '')?.[1]
	if (ahead) Object.assign(given, { 'Retry-After': new Date(now_ms + Number(ahead) * 1_000).toUTCString() })
	return { status, headers: { ...given, ...(trace && { 'X-Trace-Id': '0'.repeat(32) }) }, body: JSON.stringify(body) }
}

function send(response: ServerResponse, { status, headers, body }: Replied) {
	response.sendDate = false
	response.writeHead(status, { ...headers, 'Content-Length': String(Buffer.byteLength(body)) })
	response.end(body)
}

/** Sends half of the body, and closes the connection. */
function cut(response: ServerResponse, { status, headers, body }: Replied) {
	response.writeHead(status, { ...headers, 'Content-Length': String(Buffer.byteLength(body)) })
	response.write(body.slice(0, Math.ceil(body.length / 2)), () => response.destroy())
}
