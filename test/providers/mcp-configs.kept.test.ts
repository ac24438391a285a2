import { expect, test } from 'vitest'
import { auditOf, configsOf, handedTo, secretsOf, stdio, URL_OF_FAKE } from '../support/mcp-fakes.ts'
import { create, world } from '../support/world.ts'

const here = await world()
const configs = configsOf(here.owner)
await create.override(here.org_id, { key: 'mcp.stdio', value: 'true', value_type: 'boolean' })

const runtime = () => handedTo(here.org_id)

test("members without data.secrets and the audit log see a URL's query without its values", async () => {
	const url = new URL(`${URL_OF_FAKE}?team=hidden-team&flag&key=hidden"key\\,'[]&empty=`).href
	const masked = `${URL_OF_FAKE}?team=****&****&key=****&empty=****`
	const config = await configs.create({ url })
	expect(config).toMatchObject({ url })
	expect((await configs.list())[0]).toMatchObject({ url })
	expect((await configsOf(here.member).list())[0]).toEqual({ ...config, url: masked })
	expect((await configs.patch(config.id, { url: `${url}hidden` })).body).toMatchObject({ url: `${url}hidden` })
	const log = await auditOf(config.id)
	expect(log).toMatchObject([{ before: { url: masked }, after: { url: masked } }, { after: { url: masked } }])
	expect(JSON.stringify(log)).not.toContain('hidden')
})

test('an audit row truncates large fields', async () => {
	const command = 'c'.repeat(4096)
	const args = ['a'.repeat(4096), 'b'.repeat(4096)]
	const { id } = await configs.create({ ...stdio, command, args, cwd: 'd'.repeat(4096) })
	await configs.patch(id, { call_timeout_ms: 500 })
	const log = await auditOf(id)
	const kept = { command: `${'c'.repeat(256)}…`, cwd: `${'d'.repeat(256)}…`, args: [`["${'a'.repeat(1022)}…`] }
	expect(log).toMatchObject([
		{ before: kept, after: kept },
		{ before: null, after: kept },
	])
	const small = await configs.create({ ...stdio, args: ['-y', 'ü'] })
	expect(await auditOf(small.id)).toMatchObject([{ after: { command: 'npx', args: ['-y', 'ü'], cwd: null } }])
})

test('a stdio config keeps its URL and token, which have no effect', async () => {
	const given = { ...stdio, url: URL_OF_FAKE, bearer_token: 'hidden-token' }
	const config = await configs.create(given)
	expect(config).toMatchObject({ transport: 'stdio', url: URL_OF_FAKE, has_auth: true })
	expect((await configs.list())[0]).toEqual(config)
	const other = `${URL_OF_FAKE}?key=hidden`
	const changed = (await configs.patch(config.id, { url: other })).body
	expect(changed).toMatchObject({ url: other, has_auth: true })
	expect(changed.updated_at >= config.updated_at).toBe(true)
	expect((await configsOf(here.member).list())[0]).toMatchObject({ url: `${URL_OF_FAKE}?key=****` })
	expect((await configs.patch(config.id, { bearer_token: 'hidden-2' })).body).toMatchObject({ has_auth: true })
	const log = await auditOf(config.id)
	expect(log.map(({ action }: { action: string }) => action)).toEqual([
		'mcp_configs.update',
		'mcp_configs.update',
		'mcp_configs.create',
	])
	expect(log[1]).toMatchObject({ before: { url: URL_OF_FAKE }, after: { url: `${URL_OF_FAKE}?key=****` } })
	expect(JSON.stringify(log)).not.toContain('hidden')
	const handed = (await runtime()).servers.find(({ id }) => id === config.id)
	expect(handed).toMatchObject({ url: null, bearer_token: null })
	expect((await configs.patch(config.id, { url: null, bearer_token: null })).body).toMatchObject({
		url: null,
		has_auth: false,
	})
	expect(await secretsOf(config.id)).toEqual([])
	await configs.delete(config.id)
})

test('a variable can be text, a number or a boolean, with any name without = and NUL', async () => {
	const variables = { 'A-B': 'c', '1A': 1, 'with space': 0.5, ü: true, EMPTY: '', BIG: -1e21 }
	const { id } = await configs.create({ ...stdio, env: variables })
	expect((await runtime()).servers.find((config) => config.id === id)?.env).toEqual({
		'A-B': 'c',
		'1A': '1',
		'with space': '0.5',
		ü: 'true',
		EMPTY: '',
		BIG: '-1e+21',
	})
})
