import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import type { Reply, Api } from './api.ts'
import { listRuntimeMcp, openDatabase } from './program.ts'
import { admin, unique } from './world.ts'

export const PATH = '/v1/mcp-configs'
export const URL_OF_FAKE = 'https://mcp.example.com/mcp'

/** The config endpoints as `caller` uses them. */
export const configsOf = (caller: Api, variables: Partial<Env> = {}) => {
	const options = { env: variables }
	return {
		post: (fields: object, headers: Record<string, string> = {}) => caller.post(PATH, fields, { ...options, headers }),
		list: async () => (await caller.get(`${PATH}?limit=200`)).body,
		patch: (id: string, fields: object, headers: Record<string, string> = {}) =>
			caller.patch(`${PATH}/${id}`, fields, { ...options, headers }),
		delete: (id: string) => caller.delete(`${PATH}/${id}`, options),
		test: (id: string) => caller.post(`${PATH}/${id}/test`, undefined, options),
		async create(fields: object = {}) {
			const answer = await this.post({ name: unique('mcp'), transport: 'streamable_http', url: URL_OF_FAKE, ...fields })
			expect(answer.status).toBe(201)
			return answer.body
		},
	}
}

/** The audit log of a config, newest first. */
export const auditOf = async (id: string) => (await (await admin()).get(`/v1/admin/audit-logs?target_id=${id}`)).body

/** The columns of a config that have a secret. */
export const secretsOf = async (id: string) =>
	(await env.DB.prepare('SELECT column_name FROM secrets WHERE row_id = ? ORDER BY 1').bind(id).all()).results.map(
		({ column_name }) => column_name,
	)

/** What the runtime of an org gets. */
export const handedTo = (org_id: string) => listRuntimeMcp(env, openDatabase(env.DB, 'first-primary').reader, org_id)

/** The result of a test that failed, with what it found. */
export const failing = (failure: string, found: object = {}) => ({
	ok: false,
	transport: 'streamable_http',
	protocol_version: null,
	server_name: null,
	server_version: null,
	tool_count: null,
	tool_names: null,
	latency_ms: expect.any(Number),
	failure,
	message: expect.stringMatching(/^[A-Z].+\.$/),
	...found,
})

export const stdio = { transport: 'stdio', url: null, command: 'npx' }

export interface Heard {
	method: string
	url: string
	headers: Headers
	body: Reply['body']
	signal: AbortSignal
}

/** Lets `answer` stand in for every other host, and returns everything that it receives. */
export function otherSide(answer: (heard: Heard) => Response | Promise<Response>): Heard[] {
	const all: Heard[] = []
	vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
		const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
		const heard = {
			method: init.method ?? 'GET',
			url,
			headers: new Headers(init.headers),
			body,
			signal: init.signal as AbortSignal,
		}
		all.push(heard)
		return answer(heard)
	})
	return all
}

export const json = (value: unknown, headers: Record<string, string> = {}, status = 200) =>
	new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json', ...headers } })

export const reply = ({ body }: Heard, result: object) => ({ jsonrpc: '2.0', id: body.id, result })
export const refuse = ({ body }: Heard, code = -32601) => ({
	jsonrpc: '2.0',
	id: body?.id ?? null,
	error: { code, message: 'no' },
})

export const event = (data: unknown, name = 'message') =>
	`event: ${name}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

/** A stream that the test writes to; it stays open until the test ends it. */
export function streamed() {
	const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
	const writer = writable.getWriter()
	const write = (text: string) => void writer.write(new TextEncoder().encode(text)).catch(() => undefined)
	const response = new Response(readable, { headers: { 'Content-Type': 'text/event-stream' } })
	return { response, write, end: () => void writer.close().catch(() => undefined) }
}

/** A response that never comes. */
export const never = ({ signal }: Heard) =>
	new Promise<Response>((_, reject) => {
		signal.addEventListener('abort', () => reject(signal.reason as Error))
	})

/**
 * Stops the Worker's clock. Time only passes when a server `fallsSilent`: then its whole timeout passes at once.
 */
export function stillTime() {
	vi.useFakeTimers({ toFake: ['Date'] })
	let up: () => void = () => undefined
	vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const deadline = new AbortController()
		up = () => {
			vi.advanceTimersByTime(ms)
			deadline.abort(new DOMException('The time is up', 'TimeoutError'))
		}
		return deadline.signal
	})
	return {
		fallsSilent: () => {
			const isUp = up
			// By then the Worker is reading the response.
			setTimeout(() => isUp(), 50)
		},
	}
}

export const tools = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `tool-${index}` }))

/** A server of the classic revisions; `pages` are the numbers of tools on each page of its list. */
export function classic(heard: Heard, pages = [3], answer = (message: object) => json(message)): Response {
	const { method, body } = heard
	if (method === 'DELETE') return new Response(null, { status: 200 })
	if (heard.headers.get('MCP-Protocol-Version') === '2026-07-28') return json(refuse(heard, -32000), {}, 400)
	if (body.method === 'initialize') {
		const message = reply(heard, {
			protocolVersion: '2025-11-25',
			capabilities: { tools: {} },
			serverInfo: { name: 'fake', version: '1.2.3' },
		})
		const response = answer(message)
		response.headers.set('Mcp-Session-Id', 'session-1')
		return response
	}
	if (heard.headers.get('Mcp-Session-Id') !== 'session-1') return json(refuse(heard), {}, 400)
	if (body.method === 'notifications/initialized') return new Response(null, { status: 202 })
	if (body.method !== 'tools/list') return json(refuse(heard))
	const page = Number(body.params.cursor ?? 0)
	const more = page + 1 < pages.length ? { nextCursor: `${page + 1}` } : {}
	return answer(reply(heard, { tools: tools(pages[page] ?? 0), ...more }))
}
