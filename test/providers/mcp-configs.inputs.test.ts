import { expect, test } from 'vitest'
import { configsOf, PATH, stdio, URL_OF_FAKE } from '../support/mcp-fakes.ts'
import { unique, world } from '../support/world.ts'

const here = await world()
const configs = configsOf(here.owner)

const http = { transport: 'streamable_http', url: URL_OF_FAKE }
const invalidField = (path: string) => ({
	status: 400,
	body: { error: 'validation.error', details: { fields: [{ path, message: expect.any(String) }] } },
})

const many = (length: number, value = 'v') =>
	Object.fromEntries(Array.from({ length }, (_, index) => [`V_${index}`, value]))

const badFields: [string, string, object][] = [
	['a missing name', 'name', { ...http, name: undefined }],
	['a blank name', 'name', { ...http, name: ' \t' }],
	['an over-long name', 'name', { ...http, name: 'n'.repeat(129) }],
	['a name with NUL', 'name', { ...http, name: 'a\u0000' }],
	['a missing transport', 'transport', { url: URL_OF_FAKE }],
	['an unknown transport', 'transport', { ...http, transport: 'websocket' }],
	['a transport in capitals', 'transport', { ...http, transport: 'STDIO' }],
	['streamable_http without url', 'url', { transport: 'streamable_http' }],
	['http_sse with a null url', 'url', { transport: 'http_sse', url: null }],
	['a url that is a number', 'url', { ...http, url: 7 }],
	['stdio without command', 'command', { transport: 'stdio' }],
	['stdio with a blank command', 'command', { ...stdio, command: '  ' }],
	['a blank token', 'bearer_token', { ...http, bearer_token: ' ' }],
	['a masked token', 'bearer_token', { ...http, bearer_token: 'abcd****wxyz' }],
	['a token with a line break', 'bearer_token', { ...http, bearer_token: 'a\r\nX-Evil: 1' }],
	['an over-long token', 'bearer_token', { ...http, bearer_token: 't'.repeat(4097) }],
	['args that are text', 'args', { ...stdio, args: '-y' }],
	['an arg that is a number', 'args.0', { ...stdio, args: [1] }],
	['101 args', 'args', { ...stdio, args: Array.from({ length: 101 }, () => 'a') }],
	['an over-long arg', 'args.0', { ...stdio, args: ['a'.repeat(4097)] }],
	['too much in args', 'args', { ...stdio, args: Array.from({ length: 5 }, () => 'a'.repeat(4096)) }],
	['env that is a list', 'env', { ...stdio, env: ['A=b'] }],
	['a variable that is null', 'env.A', { ...stdio, env: { A: null } }],
	['a variable with NUL', 'env.A', { ...stdio, env: { A: 'a\u0000' } }],
	['an over-long variable', 'env.A', { ...stdio, env: { A: 'a'.repeat(4097) } }],
	['a variable name with =', 'env.A=B', { ...stdio, env: { 'A=B': 'c' } }],
	['a variable name with NUL', 'env.A\u0000', { ...stdio, env: { 'A\u0000': 'c' } }],
	['an empty variable name', 'env.', { ...stdio, env: { '': 'c' } }],
	['a variable that is a list', 'env.A', { ...stdio, env: { A: ['b'] } }],
	['101 variables', 'env', { ...stdio, env: many(101) }],
	['too much in env', 'env', { ...stdio, env: many(5, 'a'.repeat(4096)) }],
	['a blank cwd', 'cwd', { ...stdio, cwd: '' }],
	['inherit_parent_env as text', 'inherit_parent_env', { ...stdio, inherit_parent_env: 'true' }],
	['a timeout of 99', 'call_timeout_ms', { ...http, call_timeout_ms: 99 }],
	['a timeout of 600001', 'call_timeout_ms', { ...http, call_timeout_ms: 600_001 }],
	['half a millisecond', 'call_timeout_ms', { ...http, call_timeout_ms: 100.5 }],
	['a timeout as text', 'call_timeout_ms', { ...http, call_timeout_ms: '1000' }],
]

test('a creation with a wrong field returns 400 naming it, and stores nothing', async () => {
	for (const [what, path, fields] of badFields)
		expect([what, await configs.post({ name: unique('bad'), ...fields })]).toMatchObject([what, invalidField(path)])
	expect(await configs.list()).toEqual([])
})

test('a variable named __proto__ returns 400, and stores nothing', async () => {
	const body = `{"name":"proto","transport":"stdio","command":"x","env":{"__proto__":"y"}}`
	expect(await here.owner.post(PATH, body)).toMatchObject(invalidField('env'))
	expect(await configs.list()).toEqual([])
})

// Which URLs are which: `ground/outbound.test.ts`.
const hostile: [string, string][] = [
	['http://127.1/mcp', 'url.private_target'],
	['', 'url.invalid'],
]

test('a URL that must not be called returns 400 with its reason, on creation and on change, and nothing is stored', async () => {
	const config = await configs.create()
	const before = await configs.list()
	for (const [url, reason] of hostile) {
		const refused = { status: 400, body: { error: 'validation.error', details: { reason, fields: [{ path: 'url' }] } } }
		const responses = [
			await configs.post({ name: unique('bad'), transport: 'http_sse', url }),
			await configs.post({ name: unique('bad'), transport: 'streamable_http', url }),
			await configs.patch(config.id, { name: unique('bad'), url, bearer_token: 'token' }),
		]
		expect([url, responses]).toMatchObject([url, responses.map(() => refused)])
	}
	expect(await configs.list()).toEqual(before)
	await configs.delete(config.id)
})

test.for([
	['3000 characters', `https://mcp.example.com/${'a'.repeat(3000)}`],
	['a space', 'https://mcp.example.com/m cp'],
	['a line break', 'https://mcp.example.com/m\ncp'],
	['NUL', 'https://mcp.example.com/\u0000'],
])('a URL of or with %s returns 400 naming url', async ([, url]) => {
	expect(await configs.post({ ...http, name: unique('bad'), url })).toMatchObject({
		status: 400,
		body: {
			error: 'validation.error',
			details: { fields: expect.arrayContaining([expect.objectContaining({ path: 'url' })]) },
		},
	})
})

test('a URL can have a port and a query and use plain http, and is stored in one spelling', async () => {
	for (const url of ['http://mcp.example.com:8080/mcp?team=a&b=%20', 'https://MCP.example.com'])
		expect(await configs.create({ url })).toMatchObject({ url: new URL(url).href })
})

const badChanges: [string, string, object, object][] = [
	['a blank name', 'name', {}, { name: '' }],
	['a null name', 'name', {}, { name: null }],
	['an empty command', 'command', stdio, { command: '' }],
	['a blank command', 'command', stdio, { command: ' ', args: ['x'] }],
	['a null command', 'command', stdio, { command: null }],
	['null arguments', 'args', stdio, { args: null }],
	['a blank folder', 'cwd', stdio, { cwd: ' ' }],
	['a variable of a list', 'env.A', stdio, { env: { A: [] } }],
	['a variable without a name', 'env.', stdio, { env: { '': 'x' } }],
	['a null inherit_parent_env', 'inherit_parent_env', stdio, { inherit_parent_env: null }],
	['a blank token', 'bearer_token', {}, { bearer_token: '' }],
	['a masked token', 'bearer_token', {}, { bearer_token: 'abcd****wxyz' }],
	['a timeout of 0', 'call_timeout_ms', {}, { call_timeout_ms: 0 }],
	['a null timeout', 'call_timeout_ms', {}, { call_timeout_ms: null }],
	['a null is_active', 'is_active', {}, { is_active: null }],
	['is_active as text', 'is_active', {}, { is_active: 'false' }],
]

test('a change to a wrong field returns 400 naming it, and changes nothing', async () => {
	const [remote, local] = [await configs.create(), await configs.create(stdio)]
	for (const [what, path, fields, change] of badChanges) {
		const { id } = fields === stdio ? local : remote
		expect([what, await configs.patch(id, change)]).toMatchObject([what, invalidField(path)])
	}
	expect((await configs.list()).slice(0, 2)).toEqual([local, remote])
})
