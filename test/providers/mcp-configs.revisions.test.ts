import { afterEach, expect, test, vi } from 'vitest'
import { configsOf, json, otherSide, reply, tools } from '../support/mcp-fakes.ts'
import { user } from '../support/world.ts'

const configs = configsOf(await user())

afterEach(() => void vi.unstubAllGlobals())

test('a server that refuses the first request and lists the stateless revision is asked once more', async () => {
	const config = await configs.create()
	const refusal = { code: -32022, message: 'Unsupported protocol version', data: { supported: ['2026-07-28'] } }
	const asked = async (times: number) => {
		const heard = otherSide((one) => {
			if (heard.length <= times) return json({ jsonrpc: '2.0', id: one.body.id, error: refusal }, {}, 400)
			if (one.body.method === 'tools/list') return json(reply(one, { tools: tools(1) }))
			return json(reply(one, { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }))
		})
		const { body } = await configs.test(config.id)
		return { body, methods: heard.map((one) => one.body?.method) }
	}
	const { body, methods } = await asked(1)
	expect(methods).toEqual(['server/discover', 'server/discover', 'tools/list'])
	expect(body).toMatchObject({ ok: true, message: 'The server speaks MCP 2026-07-28 and has 1 tool.' })
	const stubborn = await asked(9)
	expect(stubborn.methods).toEqual(['server/discover', 'server/discover', 'initialize'])
	expect(stubborn.body).toMatchObject({ ok: false, failure: 'server_error' })
})
