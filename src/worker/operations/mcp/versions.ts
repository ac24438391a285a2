import type { Context } from 'hono'
import { isObject } from '../../ground/http/json-input.ts'

// What the revisions of MCP ask of a request. Since 2026-07-28 each request says in `_meta` what a session said once before, and headers
// repeat it.

/** The revision without sessions. */
export const STATELESS = '2026-07-28'

/** Older ones, the newest first. Their `initialize` starts no session here either. */
const WITH_HANDSHAKE = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

const KEY = 'io.modelcontextprotocol'

export const CODES = {
	parse_error: -32_700,
	invalid_request: -32_600,
	method_not_found: -32_601,
	invalid_params: -32_602,
	header_mismatch: -32_020,
	unsupported_version: -32_022,
} as const

export interface Message {
	id: string | number | null | undefined
	method: string
	params: Record<string, unknown>
}

/** An error of JSON-RPC, which becomes the response. */
export class RpcError extends Error {
	readonly code: keyof typeof CODES
	readonly status: 200 | 400 | 404
	readonly data: unknown

	constructor(code: keyof typeof CODES, message: string, status: 200 | 400 | 404 = 400, data?: unknown) {
		super(message)
		this.code = code
		this.status = status
		this.data = data
	}
}

/** The revision that a client of `initialize` gets: its own, or the newest that begins so. */
export const agreedOn = (asked: unknown) => WITH_HANDSHAKE.find((one) => one === asked) ?? WITH_HANDSHAKE[0]

/** Whether a request is of the revision without sessions. Throws if it's of one that we don't know, or contradicts its headers. */
export function isStateless(c: Context, message: Message): boolean {
	const header = c.req.header('MCP-Protocol-Version')
	const { _meta } = message.params
	const meta = isObject(_meta) ? _meta : {}
	const claimed = meta[`${KEY}/protocolVersion`]
	if (claimed === undefined && header !== STATELESS) {
		if (header !== undefined && !WITH_HANDSHAKE.some((one) => one === header)) throw unsupported(header)
		return false
	}
	// A notification has no envelope.
	if (message.id === undefined) return true
	for (const name of ['protocolVersion', 'clientCapabilities'])
		if (meta[`${KEY}/${name}`] === undefined)
			throw new RpcError('invalid_params', `params._meta must have ${KEY}/${name}`)
	requireSame('MCP-Protocol-Version', header, claimed)
	if (claimed !== STATELESS) throw unsupported(claimed)
	requireSame('Mcp-Method', c.req.header('Mcp-Method'), message.method)
	if (message.method === 'tools/call') requireSame('Mcp-Name', decoded(c.req.header('Mcp-Name')), message.params.name)
	return true
}

function requireSame(name: string, header: string | undefined, value: unknown): void {
	if (header !== value)
		throw new RpcError(
			'header_mismatch',
			header === undefined ? `The header ${name} is missing` : `The header ${name} isn't what the body says`,
		)
}

const unsupported = (requested: unknown) =>
	new RpcError('unsupported_version', `This server speaks MCP ${STATELESS}`, 400, {
		supported: [STATELESS],
		requested,
	})

/** A header's value that other characters than those of headers are in: `=?base64?…?=`. Undefined if it can't be decoded. */
function decoded(header: string | undefined): string | undefined {
	const base64 = header && /^=\?base64\?(.*)\?=$/.exec(header)?.[1]
	if (base64 === undefined || base64 === '') return header
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(
			Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)),
		)
	} catch {
		throw new RpcError('header_mismatch', "The header Mcp-Name isn't valid Base64")
	}
}
