// The HTTP+SSE transport (revision 2024-11-05). A GET opens an event stream. Its first event, `endpoint`, names the URL to POST
// messages to, and the responses arrive as events on the stream. The endpoint must have the stream's own origin, because we
// send the token there.

import { openStream, type Stream } from '../../ground/outbound/stream.ts'
import {
	type Call,
	type Found,
	initialize,
	notificationOf,
	failureOf,
	replyIn,
	requestOf,
	resultOf,
	ProbeFailure,
} from './handshake.ts'
import type { Server } from './server.ts'

interface SseEvent {
	event: string
	data: string
}

/** Yields each event of an event stream as soon as it's complete. Ignores comments, ids and retry times. */
export async function* eventsOf(chunks: AsyncIterable<string>): AsyncGenerator<SseEvent, void> {
	let line = ''
	let event = ''
	let data: string[] = []
	let endedWithCr = false
	for await (const chunk of chunks) {
		// A line may end in CR, LF or both, and the two may arrive in different chunks.
		const lines = (endedWithCr && chunk.startsWith('\n') ? chunk.slice(1) : chunk).split(/\r\n|\r|\n/)
		if (chunk !== '') endedWithCr = chunk.endsWith('\r')
		for (const [index, part] of lines.entries()) {
			line += part
			if (index === lines.length - 1) break
			if (line === '') {
				if (data.length > 0) yield { event: event === '' ? 'message' : event, data: data.join('\n') }
				event = ''
				data = []
			} else {
				const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
				if (field === 'event') event = value
				else if (field === 'data') data.push(value)
			}
			line = ''
		}
	}
}

export const isEventStream = ({ headers }: Pick<Stream, 'headers'>) => typeOf(headers) === 'text/event-stream'
export const typeOf = (headers: Headers) => headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase()

/** The whole conversation over HTTP+SSE. */
export async function speakSse(server: Server, found: Found): Promise<void> {
	const stream = await openStream(server.env, server.url, server.request({ headers: { Accept: 'text/event-stream' } }))
	try {
		if (stream.status !== 200 || !isEventStream(stream)) throw failureOf(stream.status)
		const events = eventsOf(stream.chunks)
		const endpoint = await endpointFrom(server, stream, events)
		const call: Call = async (method, params) => {
			const request = requestOf(method, params)
			await post(server, endpoint, request)
			for (;;) {
				const { done, value } = await events.next()
				if (done) throw new ProbeFailure('unreachable', 'The server closed the stream before it responded.')
				const reply = value.event === 'message' ? replyIn(value.data, request.id) : undefined
				if (reply) return resultOf(method, 200, reply)
			}
		}
		await initialize(call, (method) => post(server, endpoint, notificationOf(method)), found)
	} finally {
		await stream.close()
	}
}

/** The URL to POST to. A stream that's silent for half of the remaining time belongs to another transport. */
async function endpointFrom(server: Server, stream: Stream, events: AsyncGenerator<SseEvent, void>): Promise<string> {
	const silence = setTimeout(() => void stream.close(), server.left() / 2)
	try {
		const { value } = await events.next()
		if (value?.event !== 'endpoint' || !URL.canParse(value.data, server.url))
			throw new ProbeFailure('not_mcp', "The event stream doesn't begin with an endpoint event.")
		const endpoint = new URL(value.data, server.url)
		if (endpoint.origin !== new URL(server.url).origin)
			throw new ProbeFailure(
				'not_mcp',
				"The server names an endpoint on another origin. We don't send the token there.",
			)
		return endpoint.href
	} finally {
		clearTimeout(silence)
	}
}

async function post(server: Server, endpoint: string, message: object): Promise<void> {
	const headers = { 'Content-Type': 'application/json' }
	const request = server.request({ method: 'POST', headers, body: JSON.stringify(message) })
	const { status, close } = await openStream(server.env, endpoint, request)
	await close()
	if (status >= 400) throw failureOf(status)
}
