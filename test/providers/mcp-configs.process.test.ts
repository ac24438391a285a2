import { expect, test, vi } from 'vitest'
import { auditOf, configsOf, handedTo, secretsOf, stdio } from '../support/mcp-fakes.ts'
import { create, world } from '../support/world.ts'

// What a PATCH may change besides a name: the process of a stdio config, and whether there is a URL.

const here = await world()

const configs = configsOf(here.owner)
const runtime = () => handedTo(here.org_id)
await create.override(here.org_id, { key: 'mcp.stdio', value: 'true', value_type: 'boolean' })

test('PATCH changes the process of a stdio config, and replaces or deletes its environment', async () => {
	vi.useFakeTimers({ toFake: ['Date'] })
	let expected = await configs.create({ ...stdio, env: { A: 'kept' } })
	const { id } = expected
	const handed = async () => (await runtime()).servers.find((server) => server.id === id)?.env
	for (const change of [
		{ command: 'uvx' },
		{ args: ['server', ''] },
		{ cwd: '/srv' },
		{ inherit_parent_env: true },
		{ cwd: null, args: [] },
	]) {
		vi.advanceTimersByTime(1)
		const { status, body } = await configs.patch(id, change)
		expect(body.updated_at > expected.updated_at).toBe(true)
		expected = { ...expected, ...change, updated_at: body.updated_at }
		expect([status, body]).toEqual([200, expected])
		expect(await handed()).toEqual({ A: 'kept' })
	}
	for (const [env, after] of [
		[{ B: 2 }, { B: '2' }],
		[{}, {}],
		[{ C: 'c' }, { C: 'c' }],
		[null, {}],
	]) {
		vi.advanceTimersByTime(1)
		const { body } = await configs.patch(id, { env })
		expect(body.updated_at > expected.updated_at).toBe(true)
		expected = body
		expect(await handed()).toEqual(after)
	}
	expect(await secretsOf(id)).toEqual([])
	expect((await configs.patch(id, { env: null })).body).toEqual(expected)
})

test('another command for a kept environment is a redirect', async () => {
	const config = await configs.create({ ...stdio, env: { A: 'kept' } })
	for (const change of [
		{ command: 'uvx' },
		{ args: ['x'] },
		{ cwd: '/srv' },
		{ command: 'other', env: { B: 'new' } },
		{ command: 'another', env: null },
		{ command: 'last' },
	])
		await configs.patch(config.id, change)
	const verbs = ['update', 'update', 'update', 'redirect', 'redirect', 'redirect', 'create']
	expect((await auditOf(config.id)).map(({ action }: { action: string }) => action)).toEqual(
		verbs.map((verb) => `mcp_configs.${verb}`),
	)
	await configs.delete(config.id)
})

test('without a URL an HTTP config is skipped and its test says so, and the next URL for its token is a redirect', async () => {
	const config = await configs.create({ bearer_token: 'token' })
	expect(await configs.patch(config.id, { url: null })).toMatchObject({ status: 200, body: { url: null } })
	expect((await configs.list())[0]).toMatchObject({ url: null, has_auth: true })
	expect((await runtime()).skipped).toContainEqual({ id: config.id, name: config.name, scope: 'org', reason: 'no_url' })
	expect((await configs.test(config.id)).body).toMatchObject({ ok: false, failure: 'not_runnable' })
	const changed = await configs.patch(config.id, { url: 'https://next.example.com/mcp' })
	expect(changed.body).toMatchObject({ url: 'https://next.example.com/mcp' })
	const [redirect, removal] = await auditOf(config.id)
	expect([redirect, removal]).toMatchObject([
		{ action: 'mcp_configs.redirect', before: { url: null } },
		{ action: 'mcp_configs.update', after: { url: null } },
	])
	await configs.delete(config.id)
})
