import type { Findings } from './conformance.ts'

// A hostile client: fifty calls, each with something that a server may fall over. None may change anything, fail with 5xx, hang, or get
// an answer that isn't JSON-RPC or a refusal.

const ANSWERED_WITHIN_MS = 5_000

const deep = (levels: number, open: string, close: string) => `${open.repeat(levels)}1${close.repeat(levels)}`

/** A call of a tool, as text. */
const tool = (name: unknown, given: unknown) =>
	JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })

const PATHS = [
	'/mcp',
	'//evil.example/v1/plans',
	'https://evil.example/v1/plans',
	'/v1/../mcp',
	'/v1/%2e%2e/mcp',
	'/v1/..%2fmcp',
	'\\\\evil.example\\v1\\plans',
	'/v1/plans\r\nX-Injected: 1',
	'/v1/plans\u0000',
	'/v1/\uD800',
	'/v1/plans?cursor=%00',
	'/v1/plans#/../../mcp',
	`/v1/${'a/'.repeat(2_000)}`,
	'/v1/admin/access-log/tail',
	'javascript:alert(1)',
	'',
]

const BODIES = [
	'',
	'{',
	'null',
	'[]',
	'"tools/call"',
	'\uFEFF{}',
	deep(100_000, '[', ']'),
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${deep(50_000, '{"a":', '}')}}`,
	'{"jsonrpc":"2.0","id":1e999,"method":"tools/list"}',
	'{"jsonrpc":"2.0","id":1,"method":"__proto__"}',
	'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"__proto__":{"name":"write"}}}',
	'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":[]}}',
	'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":{}}}}',
	`{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(100_000)}"}`,
	tool('constructor', {}),
	tool({ toString: 'find' }, {}),
	tool('find', null),
	tool('find', { query: '\uD800'.repeat(200) }),
	tool('find', { query: '.*+?^${}()|[]\\' }),
	tool('describe', { method: 'GET', path: '/v1/../../server.json' }),
	tool('describe', { method: 'GET', path: `/v1/${'('.repeat(400)}` }),
	tool('read', { path: '/v1/plans', fields: ['__proto__', 'constructor', 'toString'] }),
	tool('read', { path: '/v1/plans', cursor: 'part.0.x' }),
	tool('read', { path: '/v1/plans', cursor: `part.${'9'.repeat(400)}.x` }),
	tool('write', { method: 'CONNECT', path: '/v1/plans' }),
	tool('write', { method: 'POST', path: '/v1/plans', if_match: 'x\r\nAuthorization: Bearer y' }),
	tool('write', { method: 'POST', path: '/v1/plans', idempotency_key: '\u{1F511}' }),
	tool('write', { method: 'POST', path: '/v1/plans', confirm_within: 1e300, body: {} }),
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"write","arguments":{"method":"POST","path":"/v1/plans","body":${deep(20_000, '{"a":', '}')}}}}`,
	tool('write', { method: 'POST', path: '/v1/plans', body: { __proto__: null, constructor: { prototype: {} } } }),
	tool('undo', { audit_id: '../../plans' }),
	tool('undo', { audit_id: '%2e%2e%2f'.repeat(6) }),
	tool('requests', { request_id: '..', withdraw: true }),
	tool('requests', { request_id: '', withdraw: 'yes' }),
]

const CALLS = [...PATHS.map((path) => tool('read', { path })), ...BODIES]

/** `reading` makes the calls, and `key` looks whether they changed anything. */
export async function hostile(base: string, reading: string, key: string): Promise<Findings> {
	const before = await newestChange(base, key)
	const faults = []
	for (const [index, body] of CALLS.entries())
		faults.push(
			...(await faultsOf(base, reading, body)).map((fault) => `call ${index}: ${body.slice(0, 120)}: ${fault}`),
		)
	if ((await newestChange(base, key)) !== before) faults.push('Something was changed')
	return { says: `Hostile client: ${CALLS.length} calls, ${faults.length} faults`, faults }
}

async function faultsOf(base: string, key: string, body: string): Promise<string[]> {
	try {
		const response = await fetch(`${base}/mcp`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${key}`, 'MCP-Protocol-Version': '2025-11-25' },
			body,
			signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
		})
		const text = await response.text()
		if (response.status >= 500) return [`${response.status} ${text.slice(0, 200)}`]
		const answer = JSON.parse(text) as Record<string, unknown>
		return 'jsonrpc' in answer || 'error' in answer
			? []
			: [`It is neither JSON-RPC nor a refusal: ${text.slice(0, 200)}`]
	} catch (error) {
		return [String(error)]
	}
}

async function newestChange(base: string, key: string): Promise<string> {
	const response = await fetch(`${base}/v1/admin/audit-logs?limit=1`, { headers: { Authorization: `Bearer ${key}` } })
	return response.text()
}
