import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { chat, type Events, messages, responses } from './wire.ts'

/** What the model says to one call. */
export interface Reply {
	/** How many calls of the tool `look` it wants at once. Without any it says a text, and the agent is done. */
	tools?: number
	/** The whole input, with the tokens that come from the cache and those that go there. */
	input?: number
	output?: number
	read?: number
	write?: number
	/** Answers with an error. */
	status?: number
	/** Stops in the middle of a stream: for good, or by closing the connection. */
	middle?: 'stall' | 'cut'
}

export interface Asked {
	path: string
	key: string
	model: string
	body: Record<string, unknown>
}

const WIRES: [RegExp, (reply: Required<Reply>, body: Record<string, unknown>) => { whole: object; events: Events }][] =
	[
		[/\/chat\/completions$/, chat],
		[/\/responses$/, responses],
		[/^\/v1\/messages(\?|$)/, messages],
	]

const DEFAULTS = { tools: 0, input: 100, output: 10, read: 0, write: 0, status: 200, middle: undefined }

/** A model vendor of either kind, which counts tokens as the vendor does. */
export class Upstream {
	url = ''
	asked: Asked[] = []
	/** What it says next. Then it says a text. */
	replies: Reply[] = []
	/** Called when a reply has begun. */
	onAsked: (count: number) => unknown = () => undefined
	private readonly server: Server = createServer((from, to) => void this.answer(from, to))

	async listen(): Promise<void> {
		await once(this.server.listen(0, '127.0.0.1'), 'listening')
		this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
	}

	stop() {
		this.server.closeAllConnections()
		this.server.close()
	}

	expect(...replies: Reply[]) {
		this.asked = []
		this.replies = replies
		this.onAsked = () => undefined
	}

	private async answer(from: IncomingMessage, to: ServerResponse) {
		const body = JSON.parse(await text(from)) as Record<string, unknown>
		const path = from.url ?? ''
		const key = from.headers.authorization?.replace('Bearer ', '') ?? String(from.headers['x-api-key'])
		this.asked.push({ path, key, model: String(body.model), body })
		await this.onAsked(this.asked.length)
		const reply = { ...DEFAULTS, ...this.replies.shift() } as Required<Reply>
		const wire = WIRES.find(([pattern]) => pattern.test(path))?.[1]
		if (!wire || reply.status !== 200) {
			to.writeHead(wire ? reply.status : 404, { 'Content-Type': 'application/json', 'retry-after-ms': '1' })
			to.end('{"error":{"type":"overloaded_error","message":"Try again later"}}')
			return
		}
		const { whole, events } = wire(reply, body)
		if (body.stream !== true) {
			to.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(whole))
			return
		}
		to.writeHead(200, { 'Content-Type': 'text/event-stream' })
		const lines = events.map(({ event, data }) => `${event ? `event: ${event}\n` : ''}data: ${data}\n\n`)
		if (!reply.middle) to.end(lines.join(''))
		else {
			to.write(lines.slice(0, Math.ceil(lines.length / 2)).join(''))
			if (reply.middle === 'cut') setImmediate(() => to.destroy())
		}
	}
}
