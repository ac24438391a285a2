import { expect } from 'vitest'
import { type Reply, send } from './api.ts'
import { admin, type Caller, unique } from './world.ts'

// MCP as its clients speak it, revision 2026-07-28.

const META = {
	'io.modelcontextprotocol/protocolVersion': '2026-07-28',
	'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
	'io.modelcontextprotocol/clientCapabilities': {},
}

type Options = Parameters<typeof send>[2]

/** Sends one message with the headers that belong to it. */
export const post = (key: string | undefined, message: object, { headers, ...options }: Options = {}): Promise<Reply> =>
	send('POST', '/mcp', {
		...options,
		body: message,
		headers: {
			...(key && { Authorization: `Bearer ${key}` }),
			Accept: 'application/json, text/event-stream',
			...headers,
		},
	})

/** Sends a request of the revision without sessions. */
export const ask = (
	key: string | undefined,
	method: string,
	params: Record<string, unknown> = {},
	options: Options = {},
) =>
	post(
		key,
		{ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } },
		{
			...options,
			headers: {
				'MCP-Protocol-Version': '2026-07-28',
				'Mcp-Method': method,
				...(typeof params.name === 'string' && { 'Mcp-Name': params.name }),
				...options?.headers,
			},
		},
	)

// oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects and fails if it isn't there
export type Result = { isError: boolean; data: any; headers: Headers }

/** The tools by a key. Each returns the result's data, which its text repeats. */
export function toolsOf(key: string, options: Options = {}) {
	return async (name: string, args: object = {}): Promise<Result> => {
		const { status, body, headers } = await ask(key, 'tools/call', { name, arguments: args }, options)
		expect({ status, error: body.error }).toEqual({ status: 200, error: undefined })
		const { content, structuredContent, isError } = body.result
		expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }])
		return { isError, data: structuredContent, headers }
	}
}

/** A new API key of a user. */
export async function keyOf(user: Caller, fields: object = {}): Promise<string> {
	const { status, body } = await user.post('/v1/api-keys', { name: unique('agent'), ...fields })
	expect(status).toBe(201)
	return body.key as string
}

/** A new API key of the first platform admin. */
export const adminKey = async () =>
	keyOf(await admin(), { scopes: ['platform.read', 'people.write', 'money.write', 'platform.write'] })
