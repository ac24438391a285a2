import { expect, test } from 'vitest'
import { ask } from '../support/admission.ts'
import { KEY } from '../support/questions.ts'
import { create, unique, world } from '../support/world.ts'

// These tests call as the agent runtime does: from another Worker, through its binding to the `Runtime` entrypoint.

test("the runtime gets an org's tool provider with its credentials", async () => {
	const { owner, org_id } = await world()
	await owner.put('/v1/tool-providers/web_search/keyed/credential?scope=org', {
		api_key: KEY,
		base_url: 'https://s.example.com',
	})
	await owner.put('/v1/tool-providers/web_search/keyed/activate?scope=org')
	expect(await ask('resolveTool', org_id, 'web_search')).toEqual({
		group_name: 'web_search',
		provider_name: 'web_search.keyed',
		scope: 'org',
		api_key: KEY,
		base_url: 'https://s.example.com',
		skipped: [],
	})
	expect(await ask('resolveTool', org_id, 'nothing')).toEqual({
		error: 'tool.not_configured',
		details: { group_name: 'nothing', skipped: [] },
	})
})

test("the runtime gets a selector's model with its key, or the reason why not", async () => {
	const { owner, org_id, stranger } = await world()
	const name = unique('Vendor')
	const provider = (await owner.post('/v1/llm-providers', { name, provider: 'vendor_a', api_key: KEY })).body
	const model = (await owner.post(`/v1/llm-providers/${provider.id}/models`, { model: 'm-1', is_default: true })).body
	expect(await ask('resolveModel', org_id, `${name}^m-1`, {})).toMatchObject({
		provider_id: provider.id,
		model_id: model.id,
		model: 'm-1',
		reason: 'selector',
		api_key: KEY,
	})
	expect(await ask('resolveModel', org_id)).toMatchObject({ model: 'm-1', reason: 'default', api_key: KEY })
	expect(await ask('resolveModel', stranger.org_id, `${name}^m-1`, {})).toMatchObject({ error: 'not_found' })
	expect(await ask('resolveModel', org_id, 'no-caret', {})).toMatchObject({ error: 'validation.error' })
})

test('the runtime gets the active MCP configs with token and environment, and stdio ones only if the org may have them', async () => {
	const { admin, owner, org_id } = await world()
	const config = (
		await owner.post('/v1/mcp-configs', {
			name: 'local',
			transport: 'stdio',
			command: 'run-me',
			args: ['--fast'],
			env: { TOKEN: KEY },
		})
	).body
	await owner.post('/v1/mcp-configs', {
		name: 'remote',
		transport: 'streamable_http',
		url: 'https://mcp.example.com/mcp',
		bearer_token: KEY,
	})
	const remote = { name: 'remote', url: 'https://mcp.example.com/mcp', bearer_token: KEY, env: {} }
	const local = { id: config.id, name: 'local', command: 'run-me', args: ['--fast'], env: { TOKEN: KEY } }
	// By default, an org's command doesn't run on the agent's machine.
	const withoutLocal = { servers: [remote], skipped: [{ id: config.id, name: 'local', reason: 'not_entitled' }] }
	expect(await ask('listMcp', org_id)).toMatchObject(withoutLocal)
	const override = await create.override(org_id, { key: 'mcp.stdio', value: 'true', value_type: 'boolean' })
	expect(await ask('listMcp', org_id)).toMatchObject({
		servers: [remote, { ...local, bearer_token: null }],
		skipped: [],
	})
	const forbidden = { org_id, key: 'mcp.stdio', value: 'false', value_type: 'boolean' }
	expect((await admin.post('/v1/entitlement-overrides', forbidden)).status).toBe(200)
	expect(await ask('listMcp', org_id)).toMatchObject(withoutLocal)
	expect(await ask('entitlement', org_id, 'mcp.stdio')).toMatchObject({ value: 'false', source: 'override' })
	await admin.delete(`/v1/entitlement-overrides/${override.id}?org_id=${org_id}`)
	expect(await ask('entitlement', org_id, 'mcp.stdio')).toMatchObject({ value_type: 'boolean', source: 'default' })
	await owner.patch(`/v1/mcp-configs/${config.id}`, { is_active: false })
	expect(await ask('listMcp', org_id)).toMatchObject({ servers: [remote], skipped: [] })
})

test('the runtime gets flags and entitlements with their source', async () => {
	const { admin, org_id } = await world()
	const flag = await create.featureFlag({ default_value: false })
	await admin.post(`/v1/feature-flags/${flag.key}/org-overrides`, { org_id, enabled: true })
	expect(await ask('flag', org_id, flag.key)).toEqual({ key: flag.key, value: true, reason: 'override' })
	expect(await ask('flag', org_id, unique('missing'))).toBeNull()
	await create.override(org_id, { key: 'limit.team_members', value: '7' })
	expect(await ask('entitlement', org_id, 'limit.team_members')).toEqual({
		key: 'limit.team_members',
		value: '7',
		value_type: 'integer',
		is_valid: true,
		source: 'override',
		unlimited: false,
	})
	for (const [method, what] of [
		['entitlement', 'limit.team_members'],
		['flag', flag.key],
	] as const)
		expect(await ask(method, 'org_nobody', what)).toMatchObject({ error: 'not_found' })
	expect(await ask('entitlement', org_id, 'nothing.grants.it')).toBeNull()
})
