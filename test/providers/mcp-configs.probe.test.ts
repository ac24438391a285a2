import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
	classic,
	configsOf,
	event,
	failing,
	type Heard,
	json,
	never,
	otherSide,
	refuse,
	reply,
	stillTime,
	streamed,
	tools,
	URL_OF_FAKE,
} from '../support/mcp-fakes.ts'
import { user } from '../support/world.ts'

const configs = configsOf(await user())

afterEach(() => {
	vi.unstubAllGlobals()
})

let fallsSilent: () => void
beforeEach(() => void ({ fallsSilent } = stillTime()))

const hangs = (heard: Heard) => {
	fallsSilent()
	return never(heard)
}

/** The result of testing a new config, while every server responds with `response`. */
async function tested(response: (heard: Heard) => Response | Promise<Response>, fields: object = {}) {
	const config = await configs.create(fields)
	const heard = otherSide(response)
	const { status, body } = await configs.test(config.id)
	expect(status).toBe(200)
	return { body, heard, methods: heard.map(({ method, body: sent }) => sent?.method ?? method) }
}

const session = { 'Mcp-Session-Id': 'session-1' }
const found = (count: number, fields: object = {}) => ({
	ok: true,
	transport: 'streamable_http',
	protocol_version: '2025-11-25',
	server_name: 'fake',
	server_version: '1.2.3',
	tool_count: count,
	tool_names: expect.any(Array),
	latency_ms: expect.any(Number),
	failure: null,
	message: `The server speaks MCP 2025-11-25 and has ${count} tool${count === 1 ? '' : 's'}.`,
	...fields,
})

/** A server that only speaks the stateless revision. */
function stateless(heard: Heard) {
	const meta = heard.body.params?._meta ?? {}
	const isModern =
		meta['io.modelcontextprotocol/protocolVersion'] === '2026-07-28' &&
		typeof meta['io.modelcontextprotocol/clientCapabilities'] === 'object' &&
		heard.headers.get('MCP-Protocol-Version') === '2026-07-28' &&
		heard.headers.get('Mcp-Method') === heard.body.method
	if (!isModern) return json(refuse(heard), {}, 404)
	const _meta = { 'io.modelcontextprotocol/serverInfo': { name: 'fake', version: '1.2.3' } }
	if (heard.body.method === 'server/discover')
		return json(
			reply(heard, { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, _meta, resultType: 'complete' }),
		)
	return json(reply(heard, { tools: tools(2), resultType: 'complete', _meta }))
}

/** A server with the old transport: a stream at /mcp, messages at `endpoint`. */
function oldStyle(endpoint = '/message?session=1', status = 202) {
	const { response, write } = streamed()
	return (heard: Heard) => {
		if (heard.method === 'GET') {
			write(`: hello\r\nevent: endpoint\r\ndata: ${endpoint}\r\n\r\n`)
			return response
		}
		if (new URL(heard.url).pathname !== '/message') return new Response('Cannot POST', { status: 404 })
		if (status >= 400) return new Response('no', { status })
		const { id, method } = heard.body
		const info = {
			protocolVersion: '2024-11-05',
			capabilities: { tools: {} },
			serverInfo: { name: 'old', version: '1' },
		}
		if (method === 'initialize') write(event({ jsonrpc: '2.0', method: 'ping', id: 99 }) + event(reply(heard, info)))
		if (method === 'tools/list') write(event({ jsonrpc: '2.0', id, result: { tools: tools(4) } }))
		return new Response('Accepted', { status: 202 })
	}
}

test('a classic server that responds in JSON gets a handshake, has its tools counted over all pages, and its session ended', async () => {
	const { body, heard, methods } = await tested((one) => classic(one, [3, 2, 1]), { bearer_token: 'planted-token' })
	expect(body).toEqual(found(6))
	expect(methods).toEqual([
		'server/discover',
		'initialize',
		'notifications/initialized',
		'tools/list',
		'tools/list',
		'tools/list',
		'DELETE',
	])
	for (const { headers, url } of heard)
		expect([url, headers.get('Authorization')]).toEqual([URL_OF_FAKE, 'Bearer planted-token'])
	for (const { headers } of heard.slice(2))
		expect([headers.get('Mcp-Session-Id'), headers.get('MCP-Protocol-Version')]).toEqual(['session-1', '2025-11-25'])
	expect(JSON.stringify(body)).not.toContain('planted')
})

test('the test of a config without a token sends none', async () => {
	const { heard } = await tested(classic)
	expect(heard.map(({ headers }) => headers.has('Authorization'))).not.toContain(true)
})

test('a classic server can respond in event streams, with other messages first', async () => {
	const chatty = (message: object) => {
		const { response, write } = streamed()
		write(`\uFEFFid: 1\ndata:\n\n: ping\n\n${event({ jsonrpc: '2.0', method: 'notifications/message', params: {} })}`)
		for (const piece of event(message)
			.replaceAll('\n', '\r\n')
			.match(/[\s\S]{1,7}/g) ?? [])
			write(piece)
		return new Response(response.body, response)
	}
	expect((await tested((heard) => classic(heard, [3], chatty))).body).toEqual(found(3))
})

test('a server that only speaks the stateless revision works without a handshake', async () => {
	const { body, methods } = await tested(stateless)
	expect(methods).toEqual(['server/discover', 'tools/list'])
	const protocol_version = '2026-07-28'
	expect(body).toEqual(found(2, { protocol_version, message: 'The server speaks MCP 2026-07-28 and has 2 tools.' }))
})

test.for([
	['hangs', hangs],
	['breaks', () => new Response('oops', { status: 500 })],
	['answers HTML', () => new Response('<p>', { headers: { 'Content-Type': 'text/html' } })],
	['answers an unknown version', (heard: Heard) => json(reply(heard, { supportedVersions: ['2030-01-01'] }))],
] as const)("a classic server that %s for a request it doesn't know still passes", async ([, first]) => {
	const { body } = await tested((one) => (one.body?.method === 'server/discover' ? first(one) : classic(one)), {
		call_timeout_ms: 1000,
	})
	expect(body).toEqual(found(3))
})

test('a server without tools has a count of 0, and one with endless pages is read up to page 20', async () => {
	const bare = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'fake', version: '1.2.3' } }
	const none = await tested((one) =>
		one.body?.method === 'initialize' ? json(reply(one, bare), session) : classic(one),
	)
	expect(none.body).toMatchObject({ ok: true, protocol_version: '2025-06-18', tool_count: 0, tool_names: [] })
	const endless = await tested((one) =>
		classic(
			one,
			Array.from({ length: 100 }, () => 1),
		),
	)
	expect(endless.body).toEqual(found(20))
	expect(endless.methods.filter((method) => method === 'tools/list')).toHaveLength(20)
})

test('an empty cursor ends the list of tools, and one that leads to its own page does too', async () => {
	for (const nextCursor of ['', 'same']) {
		const { body } = await tested((one) =>
			one.body?.method === 'tools/list' ? json(reply(one, { tools: tools(2), nextCursor })) : classic(one),
		)
		expect(body).toMatchObject({ ok: true, tool_count: 2, tool_names: tools(2).map(({ name }) => name) })
	}
})

test.for<[string, unknown, number]>([
	['a bare array', tools(2), 2],
	['a list that is null', { tools: null }, 0],
	['null', null, 0],
	['entries that nobody can read', { tools: [null, 7, ...tools(2)] }, 4],
])('%s in place of a list of tools is read for what it says', async ([, result, count]) => {
	const { body } = await tested((one) =>
		one.body?.method === 'tools/list' ? json({ jsonrpc: '2.0', id: one.body.id, result }) : classic(one),
	)
	const names = tools(count === 0 ? 0 : 2).map(({ name }) => name)
	expect(body).toMatchObject({ ok: true, tool_count: count, tool_names: names })
})

test('pages that lead in a circle are counted once', async () => {
	const { body } = await tested((one) => {
		if (one.body?.method !== 'tools/list') return classic(one)
		const cursor = one.body.params?.cursor
		return json(reply(one, { tools: tools(1), nextCursor: cursor === 'b' ? 'c' : 'b' }))
	})
	expect(body).toMatchObject({ ok: true, tool_count: 3 })
})

test("a server's name and those of its first 100 tools are truncated to 128 characters, without control characters", async () => {
	const serverInfo = { name: `\u001b[31m\u202e\u0000${'n'.repeat(500)}`, version: 7 }
	const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo }
	const listed = [{ name: `\u202e${'t'.repeat(200)}` }, { name: 7 }, 'tool', ...tools(120)]
	const { body } = await tested((one) => {
		if (one.body?.method === 'initialize') return json(reply(one, result), session)
		return one.body?.method === 'tools/list' ? json(reply(one, { tools: listed })) : classic(one)
	})
	expect(body).toMatchObject({ ok: true, server_name: `[31m${'n'.repeat(124)}`, server_version: null, tool_count: 123 })
	expect(body.tool_names).toEqual(['t'.repeat(128), ...tools(99).map(({ name }) => name)])
})

test('a server with the old transport responds over its stream', async () => {
	const { body, heard, methods } = await tested(oldStyle(), { transport: 'http_sse', bearer_token: 'planted-token' })
	expect(body).toEqual(
		found(4, {
			transport: 'http_sse',
			protocol_version: '2024-11-05',
			server_name: 'old',
			server_version: '1',
			message: 'The server speaks MCP 2024-11-05 and has 4 tools.',
		}),
	)
	expect(methods).toEqual(['GET', 'initialize', 'notifications/initialized', 'tools/list'])
	expect(heard[1]?.url).toBe('https://mcp.example.com/message?session=1')
	for (const { headers } of heard) expect(headers.get('Authorization')).toBe('Bearer planted-token')
})

test('the token never follows an endpoint to another origin', async () => {
	for (const [endpoint, failure] of [
		['https://evil.example/message', 'not_mcp'],
		['http://mcp.example.com/message', 'not_mcp'],
		['//evil.example/message', 'not_mcp'],
		['https://user@mcp.example.com/message', 'blocked'],
	] as const) {
		const { body, heard } = await tested(oldStyle(endpoint), { transport: 'http_sse', bearer_token: 'planted-token' })
		expect([endpoint, body]).toEqual([endpoint, failing(failure, { transport: 'http_sse' })])
		expect(heard.map(({ url }) => new URL(url).origin)).not.toContain('https://evil.example')
		expect(heard.map(({ url }) => new URL(url).protocol)).not.toContain('http:')
	}
})

test('when the server uses the other transport, the result names it', async () => {
	const old = await tested(oldStyle())
	expect(old.body).toEqual(failing('wrong_transport'))
	expect(old.body.message).toContain('http_sse')
	const refusals = [new Response(null, { status: 405 }), streamed().response]
	for (const refusal of refusals) {
		const fields = { transport: 'http_sse', call_timeout_ms: 1000 }
		const { body } = await tested((one) => (one.method === 'GET' ? refusal : classic(one)), fields)
		expect(body).toEqual(failing('wrong_transport', { transport: 'http_sse' }))
		expect(body.message).toContain('streamable_http')
	}
})

const html = () => new Response('<h1>planted text</h1>', { headers: { 'Content-Type': 'text/html' } })
const half = () => new Response('{"jsonrpc":"2.0","id":1,"res', { headers: { 'Content-Type': 'application/json' } })
const endless = (type: string) => () => {
	const chunk = new Uint8Array(65_536).fill(97)
	let sent = 0
	const body = new ReadableStream<Uint8Array>({
		pull: (controller) => ((sent += 1) > 1600 ? controller.close() : controller.enqueue(chunk)),
	})
	return new Response(body, { headers: { 'Content-Type': type } })
}
const silent = (type: string) => () =>
	new Response(
		new ReadableStream({
			pull: () => {
				fallsSilent()
				return new Promise(() => undefined)
			},
		}),
		{ headers: { 'Content-Type': type } },
	)
const unreachable = (message: string) => () => Promise.reject(new Error(message))

const failures: [string, string, (heard: Heard) => Response | Promise<Response>][] = [
	['401', 'unauthorized', () => new Response('planted text', { status: 401 })],
	['403', 'unauthorized', () => json({ error: 'planted text' }, {}, 403)],
	[
		'401 only behind the handshake',
		'unauthorized',
		(one) => (one.body?.method === 'tools/list' ? new Response(null, { status: 401 }) : classic(one)),
	],
	['404', 'not_found', () => new Response('planted text', { status: 404 })],
	['a page of HTML', 'not_mcp', html],
	['half of a JSON text', 'not_mcp', half],
	['JSON that is not JSON-RPC', 'not_mcp', () => json({ planted: 'text' })],
	['an answer to another request', 'not_mcp', () => json({ jsonrpc: '2.0', id: 'other', result: {} })],
	['a JSON-RPC error', 'server_error', (one) => json(refuse(one, -32603))],
	['500', 'server_error', () => new Response('planted text', { status: 500 })],
	[
		'a redirect',
		'redirect',
		() => new Response(null, { status: 302, headers: { Location: 'http://127.0.0.1/planted' } }),
	],
	['nothing at all', 'timeout', hangs],
	['a stream that stays silent', 'timeout', silent('text/event-stream')],
	['JSON that stays silent', 'timeout', silent('application/json')],
	['100 MB in a stream', 'too_large', endless('text/event-stream')],
	['100 MB of JSON', 'too_large', endless('application/json')],
	['a name that does not resolve', 'dns', unreachable('DNS lookup failed: planted text')],
	['a bad certificate', 'tls', unreachable('TLS peer certificate is planted text')],
	['no connection', 'unreachable', unreachable('Network connection lost planted text')],
]

test.for(failures)('%s fails as %s, in time and in our own words', async ([, failure, response]) => {
	const started = Date.now()
	const { body, heard } = await tested(response, { call_timeout_ms: 600, bearer_token: 'planted-token' })
	expect(Date.now() - started).toBeLessThanOrEqual(failure === 'timeout' ? 601 : 0)
	expect(body).toMatchObject({ ok: false, failure, message: expect.stringMatching(/^[A-Z].+\.$/) })
	expect(JSON.stringify(body)).not.toContain('planted')
	expect(heard.map(({ url }) => url).filter((url) => url !== URL_OF_FAKE)).toEqual([])
})

test('the result shows what was found before a failure', async () => {
	const { body } = await tested((one) => (one.body?.method === 'tools/list' ? json(refuse(one)) : classic(one)))
	const known = { protocol_version: '2025-11-25', server_name: 'fake', server_version: '1.2.3' }
	expect(body).toEqual(failing('server_error', known))
})
