// The conversation with an MCP server, over any transport. The classic revisions (2024-11-05 to 2025-11-25) begin with
// `initialize`, the stateless one (2026-07-28) with `server/discover`. Of what the server says, we only keep its revision, name
// and version and the names of its first tools, without control characters and truncated to 128 characters.
import { isObject } from '../../ground/http/json-input.ts'
import { onForget } from '../../isolate.ts'

export const STATELESS_REVISION = '2026-07-28'
const CLASSIC_REVISION = '2025-11-25'

const CLIENT_INFO = { name: 'plinth', version: '1' }
const MAX_PAGES = 20
const MAX_NAME_LENGTH = 128
const MAX_TOOL_NAMES = 100

type Json = Record<string, unknown>

/** What's wrong with a server that did respond. The message is our own and contains nothing the server said. */
export class ProbeFailure extends Error {
	readonly failure: 'unauthorized' | 'not_found' | 'not_mcp' | 'unreachable' | 'server_error' | 'wrong_transport'

	constructor(failure: ProbeFailure['failure'], message: string) {
		super(message)
		this.failure = failure
	}
}

export interface Found {
	protocol_version: string | null
	server_name: string | null
	server_version: string | null
	tool_count: number | null
	/** The names of the first tools, in the server's order. */
	tool_names: string[] | null
}

export const nothingFound = (): Found => ({
	protocol_version: null,
	server_name: null,
	server_version: null,
	tool_count: null,
	tool_names: null,
})

/** Sends a request and returns its result. Throws a `ProbeFailure` or an `OutboundError`. */
export type Call = (method: string, params: Json) => Promise<Json>

let lastId = 0
onForget(() => (lastId = 0))

export const requestOf = (method: string, params: Json) => ({ jsonrpc: '2.0', id: (lastId += 1), method, params })
export const notificationOf = (method: string) => ({ jsonrpc: '2.0', method })

/** `params` for the stateless revision, where each request names its revision, client and capabilities. */
export const selfContained = (params: Json): Json => ({
	...params,
	_meta: {
		'io.modelcontextprotocol/protocolVersion': STATELESS_REVISION,
		'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
		'io.modelcontextprotocol/clientCapabilities': {},
	},
})

/** The JSON-RPC response to `id` among the messages in `text`. An error without an id counts, because servers may send one. */
export function replyIn(text: string, id: number): Json | undefined {
	let value: unknown
	try {
		value = JSON.parse(text)
	} catch {
		return undefined
	}
	return [value]
		.flat()
		.filter(isObject)
		.find((message) => isReplyTo(message, id))
}

const isReplyTo = ({ jsonrpc, id, result, error }: Json, to: number) =>
	jsonrpc === '2.0' && ((id === to && (isResult(result) || isObject(error))) || (id == null && isObject(error)))

/** Some servers send a list alone, and for an empty one `null`. */
const isResult = (value: unknown) => typeof value === 'object'

/** The result in a server's response to `method`. Throws a `ProbeFailure` when there is none. */
export function resultOf(method: string, status: number, reply: Json | undefined): Json {
	if (status === 401 || status === 403) throw failureOf(status)
	if (reply && isResult(reply.result) && !isObject(reply.error) && status < 400)
		return isObject(reply.result) ? reply.result : { [method.split('/')[0] as string]: reply.result }
	if (reply && isObject(reply.error)) {
		const { code } = reply.error
		const which = Number.isSafeInteger(code) ? ` with error ${String(code)}` : ''
		throw new ProbeFailure('server_error', `The server speaks JSON-RPC but refused ${method}${which}.`)
	}
	throw failureOf(status)
}

/** What a status without an MCP message means. */
export function failureOf(status: number): ProbeFailure {
	if (status === 401 || status === 403)
		return new ProbeFailure('unauthorized', `The server refused the request with status ${status}.`)
	if (status === 404 || status === 410)
		return new ProbeFailure('not_found', `The server has nothing at this URL. It responded with status ${status}.`)
	if (status >= 500 || status === 429)
		return new ProbeFailure('server_error', `The server responded with status ${status}.`)
	return new ProbeFailure('not_mcp', `The server responded with status ${status}, but without an MCP message.`)
}

/** Starts the stateless conversation and fills `found`. False when the server speaks another revision. */
export async function discover(call: Call, found: Found): Promise<boolean> {
	const { supportedVersions, capabilities, serverInfo, _meta: meta } = await call('server/discover', {})
	if (!Array.isArray(supportedVersions) || !supportedVersions.includes(STATELESS_REVISION)) return false
	const named = isObject(meta) ? meta['io.modelcontextprotocol/serverInfo'] : undefined
	keep(found, STATELESS_REVISION, named ?? serverInfo)
	await listTools(call, capabilities, found)
	return true
}

/** The classic handshake. Fills `found`, and calls `onAgreed` with the revision before it sends anything else under it. */
export async function initialize(
	call: Call,
	notify: (method: string) => Promise<void>,
	found: Found,
	onAgreed?: (revision: string) => void,
): Promise<void> {
	const offer = { protocolVersion: CLASSIC_REVISION, capabilities: {}, clientInfo: CLIENT_INFO }
	const { protocolVersion, capabilities, serverInfo } = await call('initialize', offer)
	if (typeof protocolVersion !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(protocolVersion))
		throw new ProbeFailure('not_mcp', "The server's response to initialize has no protocol version.")
	keep(found, protocolVersion, serverInfo)
	onAgreed?.(protocolVersion)
	await notify('notifications/initialized')
	await listTools(call, capabilities, found)
}

async function listTools(call: Call, capabilities: unknown, found: Found): Promise<void> {
	found.tool_count = 0
	found.tool_names = []
	if (!isObject(capabilities) || !isObject(capabilities.tools)) return
	let count = 0
	const names: string[] = []
	found.tool_count = null
	found.tool_names = null
	let cursor: string | undefined
	const cursors = new Set<unknown>([''])
	for (let page = 0; page < MAX_PAGES; page += 1) {
		const { tools: said, nextCursor } = await call('tools/list', cursor === undefined ? {} : { cursor })
		const tools = said === null ? [] : said
		if (!Array.isArray(tools)) throw new ProbeFailure('not_mcp', "The server's response to tools/list has no list.")
		// A page that leads to itself is the one before it once more. An empty cursor, and one that was followed, lead nowhere.
		if (cursor !== undefined && nextCursor === cursor) break
		count += tools.length
		names.push(...namesOf(tools, MAX_TOOL_NAMES - names.length))
		if (typeof nextCursor !== 'string' || cursors.has(nextCursor)) break
		cursors.add(nextCursor)
		cursor = nextCursor
	}
	found.tool_count = count
	found.tool_names = names
}

/** The names of the first tools, at most `max`. Tools without a name are left out. */
const namesOf = (tools: unknown[], max: number) =>
	tools.flatMap((tool) => (isObject(tool) ? (cleaned(tool.name) ?? []) : [])).slice(0, max)

function keep(found: Found, revision: string, info: unknown) {
	found.protocol_version = revision
	if (!isObject(info)) return
	found.server_name = cleaned(info.name)
	found.server_version = cleaned(info.version)
}

function cleaned(value: unknown): string | null {
	if (typeof value !== 'string') return null
	const clean = value.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '').trim()
	const cut = clean.slice(0, MAX_NAME_LENGTH).replace(/[\ud800-\udbff]$/, '')
	return cut === '' ? null : cut
}
