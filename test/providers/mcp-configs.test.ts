import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { LENIENT } from '../support/api.ts'
import {
	auditOf,
	classic,
	configsOf,
	handedTo,
	otherSide,
	secretsOf,
	stdio,
	URL_OF_FAKE,
} from '../support/mcp-fakes.ts'
import { tablesWith } from '../support/planted.ts'
import { isoTime, missing } from '../support/replies.ts'
import { create, unique, world } from '../support/world.ts'

const here = await world()
const configs = configsOf(here.owner)

afterEach(() => {
	vi.unstubAllGlobals()
})

const runtime = () => handedTo(here.org_id)

const base = (fields: object) => ({
	id: expect.stringMatching(/^mcp_/),
	org_id: here.org_id,
	has_auth: false,
	command: '',
	args: [],
	cwd: null,
	inherit_parent_env: false,
	call_timeout_ms: 10_000,
	is_active: true,
	created_at: isoTime,
	updated_at: isoTime,
	entitlement: null,
	...fields,
})

test.for(['http_sse', 'streamable_http'])(
	'creating a config of %s returns all its fields, and the list contains the same',
	async (transport) => {
		const given = { name: unique('mcp'), transport, url: URL_OF_FAKE }
		const { status, body } = await configs.post({ ...given, bearer_token: 'token', call_timeout_ms: 600_000 })
		expect([status, body]).toEqual([201, base({ ...given, has_auth: true, call_timeout_ms: 600_000 })])
		const listed = (await configsOf(here.member).list()).find(({ id }: { id: string }) => id === body.id)
		expect(listed).toEqual(body)
	},
)

test('creating a stdio config returns all its fields without the env', async () => {
	const process = { command: 'npx', args: ['-y', 'server', ''], cwd: '/srv', inherit_parent_env: true }
	const given = { name: unique('mcp'), transport: 'stdio', ...process }
	const { status, body } = await configs.post({
		...given,
		env: { API_KEY: 'x' },
		call_timeout_ms: 100,
	})
	expect([status, body]).toEqual([201, base({ ...given, url: null, call_timeout_ms: 100 })])
	expect(await secretsOf(body.id)).toEqual(['env'])
})

test('the fields of a config can be posted to create another', async () => {
	for (const fields of [{}, stdio]) {
		const config = await configs.create(fields)
		const copied = await configs.post({ ...config, name: unique('copy') }, LENIENT.headers)
		expect(copied.status).toBe(201)
		const { id: _, created_at: _c, updated_at: _u, ...copy } = copied.body
		expect(config).toMatchObject({ ...copy, name: config.name })
	}
})

test('names are unique in an org: a second one returns 409, created or renamed, and other orgs can use it', async () => {
	const [one, two] = [await configs.create(), await configs.create()]
	const conflict = { status: 409, body: { error: 'conflict' } }
	expect(await configs.post({ ...stdio, name: one.name })).toMatchObject(conflict)
	expect(await configs.patch(two.id, { name: one.name, bearer_token: 'token' })).toMatchObject(conflict)
	expect(await secretsOf(two.id)).toEqual([])
	expect((await configs.list()).slice(0, 2)).toEqual([two, one])
	expect(await configsOf(here.stranger).create({ name: one.name })).toMatchObject({ name: one.name })
})

test('PATCH changes only the fields it names, returns the whole config and moves updated_at', async () => {
	const config = await configs.create()
	vi.useFakeTimers({ now: Date.now() + 5, toFake: ['Date'] })
	const changes = [
		{ name: unique('renamed') },
		{ url: 'https://other.example.com/mcp' },
		{ call_timeout_ms: 100 },
		{ is_active: false },
	]
	let expected = config
	for (const change of changes) {
		const { status, body } = await configs.patch(config.id, change)
		expected = { ...expected, ...change, updated_at: isoTime }
		expect([status, body]).toEqual([200, expected])
		expect(body.updated_at > config.updated_at).toBe(true)
	}
	expect((await configs.list())[0]).toEqual(expected)
})

test('text replaces a token and null clears it, and has_auth follows', async () => {
	const { id } = await configs.create()
	const tokens: [string | null, boolean][] = [
		['first', true],
		['second', true],
		[null, false],
		[null, false],
		['third', true],
	]
	for (const [bearer_token, has_auth] of tokens) {
		expect((await configs.patch(id, { bearer_token })).body).toMatchObject({ has_auth })
		expect((await runtime()).servers.find((config) => config.id === id)).toMatchObject({ bearer_token })
		expect(await secretsOf(id)).toEqual(has_auth ? ['bearer_token'] : [])
	}
})

test('deleting a config deletes its secrets, and deleting it again returns 404', async () => {
	const { id } = await configs.create({ ...stdio, env: { A: 'b' } })
	expect(await configs.delete(id)).toMatchObject({ status: 200, body: { ok: true } })
	expect(await secretsOf(id)).toEqual([])
	for (const response of [await configs.delete(id), await configs.patch(id, { name: 'x' }), await configs.test(id)])
		expect(response).toMatchObject(missing)
})

test('every change is audited; sending a stored token elsewhere is a redirect', async () => {
	const config = await configs.create({ bearer_token: 'token' })
	const change = async (fields: object) => (await configs.patch(config.id, fields)).body
	await change({ call_timeout_ms: 5_000 })
	const redirected = await change({ url: 'https://b.example.com/mcp' })
	const notices = (await here.owner.get('/v1/notifications?type=security.key_redirected')).body.data
	const keys = [{ holder: 'mcp_config', name: config.name, host: 'b.example.com', default_of: null }]
	const payload = { config_id: config.id, code: 'key_redirected', values: { keys, more: 0 } }
	expect(notices).toMatchObject([{ org_id: here.org_id, body: expect.stringContaining('b.example.com'), payload }])
	await change({ url: 'https://c.example.com/mcp', bearer_token: 'new' })
	await change({ url: 'https://d.example.com/mcp', bearer_token: null })
	await change({ url: 'https://e.example.com/mcp' })
	await configs.delete(config.id)
	const log = await auditOf(config.id)
	const verbs = ['delete', 'update', 'update', 'update', 'redirect', 'update', 'create']
	expect(log.map(({ action }: { action: string }) => action)).toEqual(verbs.map((verb) => `mcp_configs.${verb}`))
	expect(log[4]).toMatchObject({
		org_id: here.org_id,
		target_type: 'mcp_configs',
		before: { ...config, call_timeout_ms: 5_000, updated_at: expect.any(String) },
		after: redirected,
	})
})

test('no response, log line or column contains a planted secret', async () => {
	const log = ['log', 'error', 'warn', 'info', 'debug'].map((level) => vi.spyOn(console, level as 'log'))
	const responses = [
		await configs.post(
			{ name: unique('mcp'), ...stdio, env: { K: 'planted-1' } },
			{ 'Idempotency-Key': unique('key') },
		),
	]
	const made = await configs.post({
		name: unique('mcp'),
		transport: 'streamable_http',
		url: URL_OF_FAKE,
		bearer_token: 'planted-2',
	})
	const { id } = made.body
	otherSide((heard) => classic(heard))
	responses.push(made, await configs.patch(id, { bearer_token: 'planted-3' }), await configs.test(id))
	responses.push(await configs.post({ name: '', ...stdio, env: { 'planted-no': 1 }, bearer_token: 'planted-4' }))
	const lists = [await configs.list(), await auditOf(id), await auditOf(responses[0]?.body.id)]
	const said = JSON.stringify([responses.slice(0, 4).map(({ body }) => body), responses[4]?.body.message, lists])
	expect(said).not.toContain('planted')
	expect(JSON.stringify(log.map((spy) => spy.mock.calls))).not.toContain('planted')
	expect(await tablesWith('planted-')).toEqual([])
})

test('of 8 concurrent creations of one name one succeeds; 8 concurrent changes all succeed', async () => {
	const name = unique('raced')
	const eight = Array.from({ length: 8 }, (_, index) => index)
	const made = await Promise.all(eight.map(() => configs.post({ name, ...stdio })))
	expect(made.map(({ status }) => status).sort()).toEqual([201, ...eight.slice(1).map(() => 409)])
	const { id } = await configs.create({ bearer_token: 'token' })
	const changes = eight.map((index) =>
		configs.patch(id, {
			url: `https://host-${index}.example.com/mcp`,
			bearer_token: index % 2 ? null : `token-${index}`,
		}),
	)
	expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(eight.map(() => 200))
	const [config] = await configs.list()
	expect(await secretsOf(id)).toEqual(config.has_auth ? ['bearer_token'] : [])
})

test('a change during a deletion returns 200 or 404, and leaves no secret behind', async () => {
	for (let round = 0; round < 2; round += 1) {
		const { id } = await configs.create({ bearer_token: 'token' })
		const change = (index: number) =>
			configs.patch(id, { bearer_token: `token-${index}`, url: `https://h${index}.example.com/` })
		const responses = await Promise.all([
			change(1),
			change(2),
			configs.delete(id),
			change(3),
			configs.delete(id),
			change(4),
		])
		for (const { status } of responses) expect([200, 404]).toContain(status)
		expect([responses[2], responses[4]].map((response) => response?.status).sort()).toEqual([200, 404])
		expect(await secretsOf(id)).toEqual([])
	}
})

test("the runtime gets active configs with their secrets, and one that can't be opened doesn't affect the others", async () => {
	await create.override(here.org_id, { key: 'mcp.stdio', value: 'true', value_type: 'boolean' })
	const fields = { name: unique('mcp'), ...stdio, args: ['a'], env: { A: 'b', PATH: '/bin' }, cwd: '/srv' }
	const process = await configs.create(fields)
	const remote = await configs.create({ bearer_token: 'token', call_timeout_ms: 500 })
	const [off, broken] = [await configs.create(), await configs.create({ bearer_token: 'token' })]
	await configs.patch(off.id, { is_active: false })
	await env.DB.prepare('UPDATE secrets SET sealed = (SELECT sealed FROM secrets WHERE row_id = ?1) WHERE row_id = ?2')
		.bind(remote.id, broken.id)
		.run()
	const log = vi.spyOn(console, 'error').mockReturnValue()
	const listed = await runtime()
	const { id, name, url } = remote
	const empty = { command: '', args: [], cwd: null, env: {}, inherit_parent_env: false }
	expect(listed.servers.slice(0, 2)).toEqual([
		{
			id,
			name,
			scope: 'org',
			url,
			transport: 'streamable_http',
			...empty,
			bearer_token: 'token',
			call_timeout_ms: 500,
		},
		{ id: process.id, scope: 'org', ...fields, inherit_parent_env: false, bearer_token: null, call_timeout_ms: 10_000 },
	])
	expect(listed.servers.map((config) => config.id)).not.toContain(off.id)
	expect(listed.skipped).toEqual([{ id: broken.id, name: broken.name, scope: 'org', reason: 'secrets' }])
	expect(log.mock.calls).toEqual([[JSON.stringify({ mcp_config: broken.id, error: 'A secret does not open' })]])
})
