import { expect, test } from 'vitest'
import { send } from '../support/api.ts'
import { ask, keyOf, post } from '../support/mcp.ts'
import { user } from '../support/world.ts'

const ada = await user()
const key = await keyOf(ada)

const VERSION = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'

test('a client of 2026-07-28 learns what the server is, and its tools, in one request each', async () => {
	const { status, body } = await ask(key, 'server/discover')
	expect(status).toBe(200)
	expect(body).toMatchObject({
		jsonrpc: '2.0',
		id: 1,
		result: {
			resultType: 'complete',
			supportedVersions: ['2026-07-28'],
			capabilities: { tools: {} },
			cacheScope: 'public',
			_meta: { 'io.modelcontextprotocol/serverInfo': { name: 'plinth', version: expect.stringMatching(/^\d/) } },
		},
	})
	const { result } = (await ask(key, 'tools/list')).body
	const hints = result.tools.map((one: { name: string; annotations: { readOnlyHint: boolean } }) => [
		one.name,
		one.annotations.readOnlyHint,
	])
	expect(hints).toEqual([
		['find', true],
		['describe', true],
		['read', true],
		['write', false],
		['undo', false],
		['requests', false],
	])
	for (const { description, inputSchema } of result.tools) {
		expect(description).toEqual(expect.any(String))
		expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
	}
})

test('a client of 2025-11-25 begins with a handshake that starts no session', async () => {
	const initialize = { jsonrpc: '2.0', id: 'a', method: 'initialize', params: { protocolVersion: '2025-11-25' } }
	const begun = await post(key, initialize)
	expect(begun.status).toBe(200)
	expect(begun.headers.get('Mcp-Session-Id')).toBeNull()
	expect(begun.body).toMatchObject({
		id: 'a',
		result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'plinth' } },
	})
	const headers = { 'MCP-Protocol-Version': '2025-11-25' }
	const ready = await post(key, { jsonrpc: '2.0', method: 'notifications/initialized' }, { headers })
	expect(ready).toMatchObject({ status: 202, body: '' })
	expect((await post(key, { jsonrpc: '2.0', id: 2, method: 'ping' }, { headers })).body.result).toEqual({})
	const listed = await post(key, { jsonrpc: '2.0', id: 3, method: 'tools/list' }, { headers })
	expect(listed.body.result.tools).toHaveLength(6)
	const call = { name: 'find', arguments: { query: 'list plans' } }
	const called = await post(key, { jsonrpc: '2.0', id: 4, method: 'tools/call', params: call }, { headers })
	expect(called.body.result).toMatchObject({ isError: false })
	const older = { ...initialize, params: { protocolVersion: '2024-11-05' } }
	expect((await post(key, older)).body.result.protocolVersion).toBe('2025-11-25')
	const unknown = await post(key, { jsonrpc: '2.0', id: 5, method: 'prompts/list' }, { headers })
	expect(unknown).toMatchObject({ status: 200, body: { error: { code: -32_601 } } })
})

test('a request whose headers are not what its body says is 400 with -32020', async () => {
	const params = { name: 'find', arguments: { query: 'plans' } }
	const mismatched: [string, Record<string, unknown>, Record<string, string>][] = [
		['tools/list', {}, { 'Mcp-Method': 'tools/call' }],
		['tools/list', {}, { 'Mcp-Method': 'TOOLS/LIST' }],
		['tools/list', {}, { 'Mcp-Method': '' }],
		['tools/call', params, { 'Mcp-Name': 'write' }],
		['tools/call', params, { 'Mcp-Name': '' }],
		['tools/call', params, { 'Mcp-Name': '=?base64?!!!?=' }],
		['tools/list', {}, { 'MCP-Protocol-Version': '2025-11-25' }],
		['tools/list', {}, { 'MCP-Protocol-Version': '' }],
	]
	for (const [method, given, headers] of mismatched)
		expect
			.soft([headers, await ask(key, method, given, { headers })])
			.toMatchObject([headers, { status: 400, body: { id: 1, error: { code: -32_020 } } }])
	const name = { 'Mcp-Name': `=?base64?${btoa('find')}?=` }
	expect((await ask(key, 'tools/call', params, { headers: name })).status).toBe(200)
})

test('a revision that the server does not speak is 400 with those that it does', async () => {
	const meta = { [VERSION]: '1999-01-01', [CAPABILITIES]: {} }
	const request = { jsonrpc: '2.0', id: 7, method: 'server/discover', params: { _meta: meta } }
	const answered = await post(key, request, { headers: { 'MCP-Protocol-Version': '1999-01-01' } })
	expect(answered).toMatchObject({
		status: 400,
		body: { id: 7, error: { code: -32_022, data: { supported: ['2026-07-28'], requested: '1999-01-01' } } },
	})
	const before = await post(
		key,
		{ jsonrpc: '2.0', id: 8, method: 'tools/list' },
		{
			headers: { 'MCP-Protocol-Version': '1999-01-01' },
		},
	)
	expect(before).toMatchObject({ status: 400, body: { error: { code: -32_022 } } })
})

test('what is no request of the protocol is refused by its code', async () => {
	const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' }
	const wrong: [unknown, number, number][] = [
		['{', 400, -32_700],
		[[], 400, -32_600],
		[[{ jsonrpc: '2.0', id: 1, method: 'ping' }], 400, -32_600],
		['"text"', 400, -32_600],
		[{ id: 1, method: 'tools/list' }, 400, -32_600],
		[{ jsonrpc: '2.0', id: {}, method: 'tools/list' }, 400, -32_600],
		[{ jsonrpc: '2.0', id: 1, method: 7 }, 400, -32_600],
		[{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: [] }, 400, -32_600],
		[{ jsonrpc: '2.0', id: 1, method: 'tools/list' }, 400, -32_602],
		[{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: { [VERSION]: '2026-07-28' } } }, 400, -32_602],
	]
	for (const [body, status, code] of wrong)
		expect
			.soft([body, await post(key, body as object, { headers })])
			.toMatchObject([body, { status, body: { jsonrpc: '2.0', error: { code } } }])
	for (const method of ['initialize', 'ping', 'logging/setLevel', 'resources/list', 'toString'])
		expect
			.soft([method, await ask(key, method)])
			.toMatchObject([method, { status: 404, body: { error: { code: -32_601 } } }])
	const handshake = { 'MCP-Protocol-Version': '2025-11-25' }
	for (const name of ['constructor', { toString: 'find' }, null]) {
		const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } }
		expect
			.soft([name, await post(key, message, { headers: handshake })])
			.toMatchObject([name, { status: 200, body: { error: { code: -32_602 } } }])
	}
})

test('a caller without an API key learns where keys are made', async () => {
	for (const token of [undefined, 'al_nobody', ada.token]) {
		const { status, body, headers } = await ask(token, 'tools/list')
		expect(status).toBe(401)
		expect(headers.get('WWW-Authenticate')).toBe('Bearer')
		expect(body.details.reason).toBe('auth.api_key_required')
		expect(body.message).toContain('POST /v1/api-keys')
	}
})

test('a page of another site is refused, and so is a name that leads to this machine', async () => {
	const origins = {
		'https://evil.example': 403,
		null: 403,
		'http://localhost': 200,
		'https://console.example.com': 200,
	}
	for (const [Origin, status] of Object.entries(origins))
		expect.soft([Origin, await ask(key, 'tools/list', {}, { headers: { Origin } })]).toMatchObject([Origin, { status }])
	const hosts: [string, string, number][] = [
		['http://evil.example', '', 403],
		['http://localhost.evil.example', '', 403],
		['http://127.0.0.1:8787', '', 200],
		['http://[::1]', '', 200],
		['https://plinth.example.com', '', 200],
		['https://plinth.example.com', 'https://plinth.example.com', 200],
		['http://plinth.example.com', 'https://plinth.example.com', 200],
		['https://other.example.com', 'https://plinth.example.com', 403],
	]
	for (const [base, PUBLIC_URL, status] of hosts)
		expect
			.soft([base, PUBLIC_URL, await ask(key, 'tools/list', {}, { base, env: { PUBLIC_URL } })])
			.toMatchObject([base, PUBLIC_URL, { status }])
})

test('other methods than POST are 405, because there is no stream and no session', async () => {
	for (const method of ['GET', 'DELETE']) {
		const { status, headers } = await send(method, '/mcp', { headers: { Authorization: `Bearer ${key}` } })
		expect([status, headers.get('Allow')]).toEqual([405, 'POST'])
	}
})
