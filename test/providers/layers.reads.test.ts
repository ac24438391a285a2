import { env } from 'cloudflare:workers'
import { afterAll, expect, test, vi } from 'vitest'
import { runtime } from '../support/admission.ts'
import { configuration, PLATFORM_PATH, secret } from '../support/configuration.ts'
import { withD1 } from '../support/d1.ts'
import { configAt, emptyPlatform, LLM, MCP, OF_PLATFORM, PLATFORM_KEY, providerAt } from '../support/layers.ts'
import { forgetEverything } from '../support/program.ts'
import { admin, create, unique, user, world } from '../support/world.ts'

// What the platform's layer costs to read, where it's read from, and how much of it there is.

afterAll(emptyPlatform)

const lost = () => Promise.reject(new Error('D1_ERROR: Network connection lost.'))

test('while D1 is away, the platform’s model and MCP server are given out for a minute by the grants that were read, and then no longer', async () => {
	const { admin: root, org_id } = await world()
	const [name, key] = [unique('sold'), unique('models')]
	await providerAt(root, 'platform', name, { best: { entitlement: key } })
	const server = unique('server')
	await configAt(root, 'platform', server, { entitlement: key })
	await create.override(org_id, { key, value: 'true', value_type: 'boolean' })
	forgetEverything()
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
	const ask = async () => {
		const [model, { servers = [] }] = await Promise.all([
			runtime().resolveModel(org_id, `${name}^best`),
			runtime().listMcp(org_id) as unknown as Promise<{ servers?: { name: string; bearer_token: string }[] }>,
		])
		return { model, server: servers.find((one) => one.name === server)?.bearer_token }
	}
	const known = { model: { scope: 'platform', api_key: PLATFORM_KEY }, server: PLATFORM_KEY }
	expect(await ask()).toMatchObject(known)
	vi.setSystemTime(Date.now() + 59_999)
	expect(await withD1(lost, ask)).toMatchObject(known)
	vi.setSystemTime(Date.now() + 70_000)
	expect(await withD1(lost, ask)).toMatchObject({ model: { error: 'unavailable' }, server: undefined })
})

test('what a replica may have answered about an entitlement gives out no platform model: the primary decides', async () => {
	const { admin: root, owner, org_id } = await world()
	const [name, key] = [unique('sold'), unique('models')]
	await providerAt(root, 'platform', name, { best: { entitlement: key } })
	const override = await create.override(org_id, { key, value: 'true', value_type: 'boolean' })
	forgetEverything()
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
	const isGranted = async () => {
		const { body } = await owner.get(`/v1/entitlements?org_id=${org_id}`)
		return body.find((one: { key: string }) => one.key === key)?.value
	}
	expect(await isGranted()).toBe('true')
	// Another isolate revokes it, and a replica doesn't know yet.
	await env.DB.prepare('DELETE FROM entitlement_overrides WHERE id = ?').bind(override.id).run()
	expect(await isGranted()).toBe('true')
	expect(await owner.post(`${LLM}/resolve`, { selector: `${name}^best` })).toMatchObject({
		status: 403,
		body: { details: { reason: 'model.not_entitled', entitlement: key } },
	})
})

test('the platform has 200 providers, 2,000 models and 500 MCP configs at most, by a call and by a document', async () => {
	const root = await admin()
	await emptyPlatform()
	const { id, path } = await providerAt(root, 'platform', 'First')
	const at = new Date().toISOString()
	const many = (count: number, into: string, columns: string, of: string) =>
		env.DB.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) INSERT INTO ${into} (${columns}) SELECT ${of} FROM n`,
		)
	await env.DB.batch([
		many(
			200,
			'llm_providers',
			'id, org_id, name, provider, key_prefix, created_at',
			`'llmp_' || printf('%026d', i), 'platform', 'p' || i, 'vendor_a', 'sk-', '${at}'`,
		),
		many(
			2_001,
			'llm_models',
			'id, provider_id, model, priority, is_default, tags, "when", multiplier, cost_per_1k_input, cost_per_1k_output, created_at',
			`'llmm_' || printf('%026d', i), '${id}', 'm' || i, 0, 0, '[]', '{}', 1, 0, 0, '${at}'`,
		),
		many(
			501,
			'mcp_configs',
			'id, org_id, name, transport, has_auth, command, args, inherit_parent_env, call_timeout_ms, is_active, created_at, updated_at',
			`'mcp_' || printf('%026d', i), 'platform', 's' || i, 'stdio', 0, 'run', '[]', 0, 1000, 1, '${at}', '${at}'`,
		),
	])
	const reached = (key: string, limit: number) => ({
		status: 409,
		body: { error: 'conflict', details: { reason: 'limit.reached', key, limit } },
	})
	const provider = { name: 'one-more', provider: 'vendor_a', api_key: PLATFORM_KEY }
	expect(await root.post(`${LLM}${OF_PLATFORM}`, provider)).toMatchObject(reached('platform.llm_providers', 200))
	expect(await root.post(`${path}/models${OF_PLATFORM}`, { model: 'one-more' })).toMatchObject(
		reached('platform.llm_models', 2_000),
	)
	const config = { name: 'one-more', transport: 'streamable_http', url: 'https://mcp.example.com/mcp' }
	expect(await root.post(`${MCP}${OF_PLATFORM}`, config)).toMatchObject(reached('platform.mcp_configs', 500))
	const plan = (entries: object) =>
		configuration(root, PLATFORM_PATH).plan({ version: 1, ...entries }, { mode: 'merge' })
	expect(
		await plan({ llm_providers: { 'one-more': { provider: 'vendor_a', api_key: secret(PLATFORM_KEY) } } }),
	).toMatchObject(reached('platform.llm_providers', 200))
	expect(await plan({ llm_providers: { First: { provider: 'vendor_a', models: { 'one-more': {} } } } })).toMatchObject(
		reached('platform.llm_models', 2_000),
	)
	expect(await plan({ mcp_configs: { 'one-more': { transport: 'streamable_http', url: config.url } } })).toMatchObject(
		reached('platform.mcp_configs', 500),
	)
	// An org's own are counted by themselves.
	const owner = await user()
	expect((await owner.post(LLM, { ...provider, name: 'mine' })).status).toBe(201)
	await env.DB.batch([
		env.DB.prepare('DELETE FROM llm_models WHERE provider_id = ?').bind(id),
		env.DB.prepare("DELETE FROM llm_providers WHERE org_id = 'platform'"),
		env.DB.prepare("DELETE FROM mcp_configs WHERE org_id = 'platform'"),
	])
})
