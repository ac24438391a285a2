// The streamable HTTP transport: each message is a POST, and the response is JSON or an event stream. We try the stateless
// revision first, as the official client does: a classic server refuses it at once, and a server that speaks both shows its
// newest revision. The classic handshake follows, unless the server refused the caller.

import { OutboundError } from '../../ground/outbound/request.ts'
import { openStream, type Stream } from '../../ground/outbound/stream.ts'
import {
	type Call,
	discover,
	type Found,
	initialize,
	notificationOf,
	replyIn,
	failureOf,
	requestOf,
	resultOf,
	selfContained,
	STATELESS_REVISION,
	ProbeFailure,
} from './handshake.ts'
import type { Server } from './server.ts'
import { eventsOf, isEventStream, typeOf } from './sse.ts'

/** Ending the session is a courtesy: a server forgets an idle session anyway. */
const GOODBYE_MS = 1_000

/** The whole conversation over streamable HTTP. */
export async function speakStreamableHttp(server: Server, found: Found): Promise<void> {
	if (!(await isStateless(server, found))) await speakClassic(server, found)
}

async function isStateless(server: Server, found: Found): Promise<boolean> {
	// Some servers never respond to a revision they don't know, so this leaves half of the time for the classic handshake.
	const half = server.left() / 2
	const call: Call = async (method, params) => {
		const headers = { 'MCP-Protocol-Version': STATELESS_REVISION, 'Mcp-Method': method }
		const timeout_ms = found.protocol_version === null ? half : undefined
		const asked = () => ask(server, requestOf(method, selfContained(params)), headers, timeout_ms)
		const first = await asked()
		const { status, reply } = isStatelessLater(first.reply) ? await asked() : first
		return resultOf(method, status, reply)
	}
	try {
		return await discover(call, found)
	} catch (error) {
		if (found.protocol_version === null && mayBeClassic(error)) return false
		throw error
	}
}

/** Whether a refusal lists the very revision that was asked for, as that of a server may whose parts aren't equally new. */
const isStatelessLater = (refusal: { error?: unknown } | undefined) =>
	(refusal?.error as { data?: { supported?: unknown[] } } | undefined)?.data?.supported?.includes?.(STATELESS_REVISION)

const mayBeClassic = (error: unknown) =>
	error instanceof OutboundError
		? error.failure === 'timeout'
		: error instanceof ProbeFailure && error.failure !== 'unauthorized'

async function speakClassic(server: Server, found: Found): Promise<void> {
	const kept: Record<string, string> = {}
	const call: Call = async (method, params) => {
		const { status, headers, reply } = await ask(server, requestOf(method, params), kept)
		const session = headers.get('Mcp-Session-Id')
		if (method === 'initialize' && session !== null) kept['Mcp-Session-Id'] = session
		return resultOf(method, status, reply)
	}
	const notify = async (method: string) => {
		const stream = await post(server, notificationOf(method), kept)
		await stream.close()
		if (stream.status >= 400) throw failureOf(stream.status)
	}
	try {
		await initialize(call, notify, found, (revision) => (kept['MCP-Protocol-Version'] = revision))
	} finally {
		if (kept['Mcp-Session-Id'] !== undefined) await sayGoodbye(server, kept)
	}
}

async function sayGoodbye(server: Server, headers: Record<string, string>): Promise<void> {
	try {
		const timeout_ms = Math.min(GOODBYE_MS, server.left())
		const stream = await openStream(server.env, server.url, server.request({ method: 'DELETE', headers, timeout_ms }))
		await stream.close()
	} catch {
		// The test already has its result. Failing to end the session doesn't change it.
	}
}

async function ask(server: Server, request: { id: number }, headers: Record<string, string>, timeout_ms?: number) {
	const stream = await post(server, request, headers, timeout_ms)
	try {
		return { status: stream.status, headers: stream.headers, reply: await replyFrom(stream, request.id) }
	} finally {
		await stream.close()
	}
}

const post = (server: Server, message: object, headers: Record<string, string>, timeout_ms?: number) => {
	const types = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' }
	const request = { method: 'POST' as const, headers: { ...types, ...headers }, body: JSON.stringify(message) }
	return openStream(
		server.env,
		server.url,
		server.request(timeout_ms === undefined ? request : { ...request, timeout_ms }),
	)
}

async function replyFrom(stream: Stream, id: number) {
	if (isEventStream(stream)) {
		for await (const { data } of eventsOf(stream.chunks)) {
			const reply = replyIn(data, id)
			if (reply) return reply
		}
		return undefined
	}
	if (typeOf(stream.headers) !== 'application/json') return undefined
	let text = ''
	for await (const chunk of stream.chunks) text += chunk
	return replyIn(text, id)
}
