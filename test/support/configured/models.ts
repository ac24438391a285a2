import { vi } from 'vitest'
import { keep, secret } from '../configuration.ts'
import { type Call, type Here, idIn, KEY, type Kind, listed, removed } from './kind.ts'

type Of = Kind['of']

const by = ({ root, owner }: Here, of: Of) => (of === 'platform' ? root : owner)

const LLM = '/v1/llm-providers'

const MCP = '/v1/mcp-configs'

const llm = (fields: object = {}) => ({ provider: 'vendor_a', api_key: secret(KEY), ...fields })

const patchLlm =
	(of: Of, name: string, fields: object): Call =>
	async (here, how) => {
		const caller = by(here, of)
		return caller.patch(`${LLM}/${await idIn(caller, LLM, 'name', name, of)}?scope=${of}`, fields, how)
	}

const patchModel =
	(of: Of, fields: object): Call =>
	async (here, how) => {
		const caller = by(here, of)
		const { body } = await caller.get(`${LLM}?scope=${of}`)
		const { id, models } = body.find(({ name }: { name: string }) => name === 'walked.models')
		return caller.patch(`${LLM}/${id}/models/${models[0].id}?scope=${of}`, fields, how)
	}

/** Whether this isolate asks the vendor for its models, or still has them cached. */
const offered = (of: Of, name: string) => async (here: Here) => {
	const caller = by(here, of)
	const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json({ data: [] })))
	try {
		await caller.get(`${LLM}/${await idIn(caller, LLM, 'name', name, of)}/available-models?scope=${of}`)
		return [asked.mock.calls.length, await listed(LLM, of)(here)]
	} finally {
		asked.mockRestore()
	}
}

const patchMcp =
	(of: Of, fields: object, name = 'walked.moved'): Call =>
	async (here, how) => {
		const caller = by(here, of)
		return caller.patch(`${MCP}/${await idIn(caller, MCP, 'name', name, of)}?scope=${of}`, fields, how)
	}

const mcp = (host: string, bearer_token: unknown) => ({
	transport: 'streamable_http',
	url: `https://${host}/mcp`,
	bearer_token,
})

const process = (command: string, values: unknown) => ({ transport: 'stdio', command, env: values })

const llmSamples = (of: Of): Kind['samples'] => ({
	redirected: {
		key: 'walked.moved',
		before: llm({ base_url: 'https://first.example.com' }),
		after: llm({ base_url: 'https://second.example.com', api_key: keep }),
		forth: patchLlm(of, 'walked.moved', { base_url: 'https://second.example.com' }),
		back: patchLlm(of, 'walked.moved', { base_url: 'https://first.example.com' }),
		says: { forth: { host: 'second.example.com' }, back: { host: 'first.example.com' } },
		seen: offered(of, 'walked.moved'),
	},
	'a model changed': {
		key: 'walked.models',
		before: llm({ models: { small: { multiplier: 1 } } }),
		after: llm({ models: { small: { multiplier: 2 } } }),
		forth: patchModel(of, { multiplier: 2 }),
		back: patchModel(of, { multiplier: 1 }),
		seen: listed(LLM, of),
	},
	'deleted with its models': {
		key: 'walked.deleted',
		before: llm({ models: { small: {}, large: { is_default: true } } }),
		after: null,
		forth: removed(LLM, 'name', 'walked.deleted', of),
		seen: listed(LLM, of),
	},
})

const mcpSamples = (of: Of): Kind['samples'] => ({
	redirected: {
		key: 'walked.moved',
		before: mcp('first.example.com', secret(KEY)),
		after: mcp('second.example.com', keep),
		forth: patchMcp(of, { url: 'https://second.example.com/mcp' }),
		back: patchMcp(of, { url: 'https://first.example.com/mcp' }),
		says: { forth: { host: 'second.example.com' }, back: { host: 'first.example.com' } },
		seen: listed(MCP, of),
	},
	'left without a URL': {
		key: 'walked.nowhere',
		before: mcp('first.example.com', secret(KEY)),
		after: { ...mcp('first.example.com', keep), url: null },
		forth: patchMcp(of, { url: null }, 'walked.nowhere'),
		back: patchMcp(of, { url: 'https://first.example.com/mcp' }, 'walked.nowhere'),
		says: { back: { host: 'first.example.com' } },
		seen: listed(MCP, of),
	},
	'given another command': {
		key: 'walked.process',
		before: process('first', secret({ TOKEN: KEY })),
		after: process('second', keep),
		forth: patchMcp(of, { command: 'second' }, 'walked.process'),
		back: patchMcp(of, { command: 'first' }, 'walked.process'),
		says: { forth: { host: 'another command' }, back: { host: 'another command' } },
		seen: listed(MCP, of),
	},
	deleted: {
		key: 'walked.deleted',
		before: mcp('first.example.com', secret(KEY)),
		after: null,
		forth: removed(MCP, 'name', 'walked.deleted', of),
		back: (here, how) =>
			by(here, of).post(`${MCP}?scope=${of}`, { name: 'walked.deleted', ...mcp('first.example.com', KEY) }, how),
		seen: listed(MCP, of),
	},
})

export const models: Kind[] = [
	{
		of: 'org',
		section: 'llm_providers',
		permission: 'data.secrets',
		isConfirmable: true,
		samples: llmSamples('org'),
		limits: [
			{
				by: 'limit.llm_providers',
				reason: 'limit.reached',
				stays: ['stays', llm()],
				goes: ['goes', llm()],
				create: (owner) => owner.post(LLM, { name: 'more', provider: 'vendor_a', api_key: KEY }),
				remove: async (owner) => owner.delete(`${LLM}/${await idIn(owner, LLM, 'name', 'goes')}`),
			},
			{
				by: 'limit.llm_models',
				reason: 'limit.reached',
				stays: ['stays', llm({ models: { small: {} } })],
				goes: ['goes', llm({ models: { small: {} } })],
				create: async (owner) =>
					owner.post(`${LLM}/${await idIn(owner, LLM, 'name', 'stays')}/models`, { model: 'more' }),
				remove: async (owner) => owner.delete(`${LLM}/${await idIn(owner, LLM, 'name', 'goes')}`),
			},
		],
	},
	{
		of: 'org',
		section: 'mcp_configs',
		permission: 'data.secrets',
		samples: mcpSamples('org'),
		limits: [
			{
				by: 'limit.mcp_configs',
				reason: 'limit.reached',
				stays: ['stays', process('x', null)],
				goes: ['goes', process('x', null)],
				create: (owner) => owner.post(MCP, { name: 'more', transport: 'stdio', command: 'x' }),
				remove: async (owner) => owner.delete(`${MCP}/${await idIn(owner, MCP, 'name', 'goes')}`),
			},
		],
	},
	{
		of: 'platform',
		section: 'llm_providers',
		permission: 'platform_admin',
		isConfirmable: true,
		samples: llmSamples('platform'),
	},
	{ of: 'platform', section: 'mcp_configs', permission: 'platform_admin', samples: mcpSamples('platform') },
]
