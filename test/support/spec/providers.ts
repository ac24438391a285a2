import { unique } from '../world.ts'
import { type Here, platform, reads, type Row, type Rows, quiet } from './row.ts'

// Spec 4.1 to 4.3: tool providers, LLM providers, MCP configs.

const scoped: Pick<Row, 'access' | 'stranger'> = { access: 'by_scope', stranger: 'its own' }
const read: Pick<Row, 'access'> = { access: 'signed_in' }
const change: Pick<Row, 'access' | 'stranger'> = { access: 'permission:data.secrets', stranger: 'not found' }

/** A change of a tool group at the layer of the org. */
const tool = (provider = 'hosted') => ({ at: { group: 'web_search', provider }, query: 'scope=org', status: 204 })

/** The base URL of a tool provider of the samples' org. */
const selfhosted = ({ owner, once }: Pick<Here, 'owner' | 'once'>) =>
	once('selfhosted', async () => {
		const base_url = `https://${unique('search')}.example.com`
		await owner.put('/v1/tool-providers/web_search/selfhosted/credential?scope=org', { base_url })
		return base_url
	})

const newProvider = (fields: object = {}) => ({
	name: unique('llm'),
	provider: 'vendor_a',
	api_key: 'sk-0123456789abcdef',
	base_url: 'https://api.example.com/v1',
	...fields,
})

const llmProvider = async ({ owner }: Here) => (await owner.post('/v1/llm-providers', newProvider())).body

async function llmModel(here: Here) {
	const provider = await llmProvider(here)
	const path = `/v1/llm-providers/${provider.id}/models`
	const model = (await here.owner.post(path, { model: unique('model') })).body
	return { provider_id: provider.id, model_id: model.id, selector: `${provider.name}^${model.model}` }
}

const newMcpConfig = () => ({ name: unique('mcp'), transport: 'stdio', command: 'run' })

const mcpConfig = async ({ owner }: Here, fields: object = {}) =>
	(await owner.post('/v1/mcp-configs', { ...newMcpConfig(), ...fields })).body

async function configEntry({ admin }: Here) {
	const key = unique('entry')
	await admin.put(`/v1/admin/config-entries/${key}`, { value: 'x' })
	return { key }
}

export const providers: Rows = {
	'GET /v1/tool-providers': {
		...scoped,
		read: async ({ owner, admin, once }) => {
			const base_url = await selfhosted({ owner, once })
			return [{ query: 'scope=org', hides: base_url }, { as: admin }]
		},
	},
	'GET /v1/tool-providers/{group}/{provider}': {
		...scoped,
		read: async ({ owner, admin, once }) => {
			const base_url = await selfhosted({ owner, once })
			const at = { group: 'web_search', provider: 'selfhosted' }
			return [
				{ at, query: 'scope=org', hides: base_url },
				{ at, as: admin },
			]
		},
	},
	'PUT /v1/tool-providers/{group}/{provider}/activate': { ...scoped, write: () => tool() },
	'PUT /v1/tool-providers/{group}/{provider}/deactivate': {
		...scoped,
		write: async ({ owner }) => {
			await owner.put('/v1/tool-providers/web_search/hosted/activate?scope=org', undefined, quiet)
			return tool()
		},
	},
	'PUT /v1/tool-providers/{group}/{provider}/credential': {
		...scoped,
		write: () => ({ ...tool('keyed'), body: { api_key: 'sk-0123456789abcdef' } }),
	},
	'DELETE /v1/tool-providers/{group}/{provider}/credential': {
		...scoped,
		write: async ({ owner }) => {
			const api_key = 'sk-0123456789abcdef'
			await owner.put('/v1/tool-providers/web_search/keyed/credential?scope=org', { api_key })
			return tool('keyed')
		},
	},
	'GET /v1/tool-providers/{group}/effective': {
		...read,
		stranger: 'its own',
		read: async ({ owner, stranger }) => {
			await owner.put('/v1/tool-providers/web_fetch/optional_key/activate?scope=org')
			await stranger.put('/v1/tool-providers/web_fetch/keyed/credential?scope=org', { api_key: 'sk-0123456789abcdef' })
			await stranger.put('/v1/tool-providers/web_fetch/keyed/activate?scope=org')
			return { at: { group: 'web_fetch' }, hides: 'web_fetch.optional_key' }
		},
		d1: { warm: 0, why: 'A resolution is kept for five seconds' },
	},
	'GET /v1/admin/config-entries': {
		...reads,
		read: async (here) => {
			await configEntry(here)
			return {}
		},
	},
	'GET /v1/admin/config-entries/{key}': { ...reads, read: async (here) => ({ at: await configEntry(here) }) },
	'PUT /v1/admin/config-entries/{key}': {
		...platform,
		write: () => ({ at: { key: unique('entry') }, body: { value: 'x' } }),
	},
	'DELETE /v1/admin/config-entries/{key}': {
		...platform,
		write: async (here) => ({ at: await configEntry(here), status: 204 }),
	},
	'GET /v1/admin/secret-keys': { ...reads, read: () => ({}) },

	'GET /v1/llm-providers': {
		...read,
		stranger: 'its own',
		read: async (here) => {
			await llmProvider(here)
			return {}
		},
	},
	'GET /v1/llm-providers/effective': {
		...read,
		stranger: 'its own',
		read: async (here) => {
			const { selector } = await llmModel(here)
			return { hides: selector }
		},
		d1: { warm: 0, why: 'The models of both layers and what the org is granted are kept for five seconds' },
	},
	'POST /v1/llm-providers': {
		...change,
		stranger: 'its own',
		write: () => ({ body: newProvider({ provider: 'vendor_b' }), status: 201 }),
	},
	'GET /v1/llm-providers/{provider_id}': {
		...read,
		stranger: 'not found',
		read: async (here) => ({ at: { provider_id: (await llmModel(here)).provider_id } }),
	},
	'PATCH /v1/llm-providers/{provider_id}': {
		...change,
		write: async (here) => ({ at: { provider_id: (await llmProvider(here)).id }, body: { name: unique('llm') } }),
	},
	'DELETE /v1/llm-providers/{provider_id}': {
		...change,
		write: async (here) => ({ at: { provider_id: (await llmProvider(here)).id } }),
	},
	'POST /v1/llm-providers/{provider_id}/models': {
		...change,
		write: async (here) => ({
			at: { provider_id: (await llmProvider(here)).id },
			body: { model: unique('model') },
			status: 201,
		}),
	},
	'GET /v1/llm-providers/{provider_id}/models/{model_id}': {
		...read,
		stranger: 'not found',
		read: async (here) => ({ at: await llmModel(here) }),
	},
	'PATCH /v1/llm-providers/{provider_id}/models/{model_id}': {
		...change,
		write: async (here) => ({ at: await llmModel(here), body: { is_default: true } }),
	},
	'DELETE /v1/llm-providers/{provider_id}/models/{model_id}': {
		...change,
		write: async (here) => ({ at: await llmModel(here) }),
	},
	'GET /v1/llm-providers/{provider_id}/available-models': {
		...change,
		read: async (here) => ({
			at: { provider_id: (await llmProvider(here)).id },
			upstream: () => Response.json({ data: [{ id: 'gpt-small' }] }),
		}),
	},
	'POST /v1/llm-providers/resolve': {
		...read,
		stranger: 'not found',
		asks: true,
		write: async (here) => ({ body: { selector: (await llmModel(here)).selector } }),
		d1: { warm: 0, why: "An org's models and pauses are kept for five seconds" },
	},

	'POST /v1/mcp-configs': {
		...change,
		stranger: 'its own',
		write: () => ({ body: newMcpConfig(), status: 201 }),
	},
	'GET /v1/mcp-configs': {
		...read,
		stranger: 'its own',
		read: async (here) => {
			await mcpConfig(here)
			return {}
		},
	},
	'GET /v1/mcp-configs/{config_id}': {
		...read,
		stranger: 'not found',
		read: async (here) => ({ at: { config_id: (await mcpConfig(here)).id } }),
	},
	'PATCH /v1/mcp-configs/{config_id}': {
		...change,
		write: async (here) => ({ at: { config_id: (await mcpConfig(here)).id }, body: { is_active: false } }),
	},
	'DELETE /v1/mcp-configs/{config_id}': {
		...change,
		write: async (here) => ({ at: { config_id: (await mcpConfig(here)).id } }),
	},
	'POST /v1/mcp-configs/{config_id}/test': {
		...change,
		asks: true,
		write: async (here) => {
			const server = { transport: 'streamable_http', command: undefined, url: 'https://mcp.example.com/mcp' }
			return {
				at: { config_id: (await mcpConfig(here, server)).id },
				upstream: () => new Response(null, { status: 500 }),
			}
		},
	},
}
