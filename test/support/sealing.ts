import { expect } from 'vitest'
import type { Api } from './api.ts'
import { encryptionPair } from './encryption.ts'
import { at, serviceOf } from './service-accounts.ts'
import { unique, world } from './world.ts'

/** The key that every provider of a sealing world has. */
export const KEY = 'sk-planted-0123456789-abcdef-9a1f'

/** A runtime of an org: a service account with an encryption key, whose private half it has. */
export async function runtimeOf(admin: Api, org_id: string, fields: object = {}) {
	const scopes = ['runtime.report', 'runtime.resolve']
	const service = await serviceOf(admin, org_id, { scopes, ...fields })
	const pair = await encryptionPair()
	expect((await admin.put(`${at(org_id, service.id)}/encryption-keys`, pair.publicJwk)).status).toBe(201)
	return { ...service, ...pair }
}

/** Activates a tool provider of the platform, with a key. */
export async function fetchingByPlatform(admin: Api) {
	const path = '/v1/tool-providers/web_fetch/keyed'
	await admin.put(`${path}/credential?scope=platform`, { api_key: KEY, base_url: 'https://fetch.example.com' })
	await admin.put(`${path}/activate?scope=platform`)
}

/** An org with a tool provider, a model and two MCP servers, each with a secret, and a runtime of its own. */
export async function sealingWorld() {
	const here = await world()
	const { admin, owner, org_id } = here
	const tool = { api_key: KEY, base_url: 'https://search.example.com' }
	await owner.put('/v1/tool-providers/web_search/keyed/credential?scope=org', tool)
	await owner.put('/v1/tool-providers/web_search/keyed/activate?scope=org')
	const name = unique('Vendor')
	const base_url = 'https://llm.example.com/v1'
	const provider = (await owner.post('/v1/llm-providers', { name, provider: 'vendor_a', api_key: KEY, base_url })).body
	await owner.post(`/v1/llm-providers/${provider.id}/models`, { model: 'm-1', is_default: true })
	const remote = {
		name: 'remote',
		transport: 'streamable_http',
		url: 'https://mcp.example.com/mcp',
		bearer_token: KEY,
	}
	const local = { name: 'local', transport: 'stdio', command: 'run-me', args: ['--fast'], env: { TOKEN: KEY } }
	const [remoteId, localId] = [
		(await owner.post('/v1/mcp-configs', remote)).body.id as string,
		(await owner.post('/v1/mcp-configs', local)).body.id as string,
	]
	const stdio = { org_id, key: 'mcp.stdio', value: 'true', value_type: 'boolean' }
	expect((await admin.post('/v1/entitlement-overrides', stdio)).status).toBe(201)
	const runtime = await runtimeOf(admin, org_id)
	const selector = `${name}^m-1`
	return { ...here, runtime, provider_id: provider.id as string, base_url, selector, remoteId, localId }
}
