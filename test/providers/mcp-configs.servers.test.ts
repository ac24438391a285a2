import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { classic, configsOf, failing, type Heard, otherSide, stdio } from '../support/mcp-fakes.ts'
import { started } from '../support/started.ts'
import { user } from '../support/world.ts'

// The connection test against the protocol's own reference server, started by support/mcp-servers.ts, and when it sends nothing.

const owner = await user('mcp')
const configs = configsOf(owner, { OUTBOUND_ALLOWLIST: '127.0.0.1' })
const ports = await started('mcp')
const URLS = {
	streamable_http: `http://127.0.0.1:${ports.streamable_http}/mcp`,
	http_sse: `http://127.0.0.1:${ports.http_sse}/sse`,
}
const transports = ['streamable_http', 'http_sse'] as const

/** The result of testing a new config with `transport` at `url`. */
async function tested(transport: string, url: string, fields: object = {}) {
	const { id } = await configs.create({ transport, url, ...fields })
	return (await configs.test(id)).body
}

test.for(transports)('the test finds the reference server and its tools over %s', async (transport) => {
	expect(await tested(transport, URLS[transport], { bearer_token: 'not-asked-for' })).toEqual({
		ok: true,
		transport,
		protocol_version: '2025-11-25',
		server_name: expect.stringContaining('everything'),
		server_version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
		tool_count: expect.any(Number),
		tool_names: expect.arrayContaining(['echo']),
		latency_ms: expect.any(Number),
		failure: null,
		message: expect.stringMatching(/^The server speaks MCP 2025-11-25 and has [1-9]\d* tools?\.$/),
	})
})

test('both transports of the reference server have the same tools', async () => {
	const [one, two] = [await tested('streamable_http', URLS.streamable_http), await tested('http_sse', URLS.http_sse)]
	expect(one.tool_count).toBeGreaterThan(5)
	expect(one.tool_count).toBe(two.tool_count)
	expect(one.tool_names).toHaveLength(one.tool_count)
	expect(one.tool_names).toEqual(two.tool_names)
})

test('testing the reference server with the wrong transport names the right one', async () => {
	for (const [transport, other] of [transports, transports.toReversed()] as [keyof typeof URLS, keyof typeof URLS][]) {
		const response = await tested(transport, URLS[other])
		expect(response).toMatchObject({ ok: false, transport, failure: 'wrong_transport' })
		expect(response.message).toContain(other)
	}
})

test('a wrong path on a real server returns not_found, and a port without a server unreachable', async () => {
	const wrongPath = URLS.streamable_http.replace('/mcp', '/elsewhere')
	expect(await tested('streamable_http', wrongPath)).toMatchObject({ ok: false, failure: 'not_found' })
	expect(await tested('http_sse', wrongPath)).toMatchObject({ ok: false, failure: 'not_found' })
	expect(await tested('streamable_http', 'http://127.0.0.1:9/mcp')).toMatchObject({ ok: false, failure: 'unreachable' })
})

describe('nothing is sent', () => {
	let heard: Heard[]
	beforeEach(() => void (heard = otherSide(classic)))
	afterEach(() => void vi.unstubAllGlobals())

	test("to a URL that's no longer allowed", async () => {
		const { id } = await configs.create({ url: URLS.streamable_http })
		expect((await configsOf(owner).test(id)).body).toEqual(failing('blocked'))
		expect(heard).toEqual([])
	})

	test('for a stdio config, whose test returns not_runnable', async () => {
		const { id } = await configs.create(stdio)
		expect((await configs.test(id)).body).toEqual(failing('not_runnable', { transport: 'stdio', latency_ms: 0 }))
		expect(heard).toEqual([])
	})
})
