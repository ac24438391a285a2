import { vi } from 'vitest'
import { keep, secret } from '../configuration.ts'
import { type Call, type Here, idIn, KEY, type Kind, listed, removed } from './kind.ts'

const LLM = '/v1/llm-providers'

const MCP = '/v1/mcp-configs'

const llm = (fields: object = {}) => ({ provider: 'vendor_a', api_key: secret(KEY), ...fields })

const patchLlm =
	(name: string, fields: object): Call =>
	async ({ owner }, how) =>
		owner.patch(`${LLM}/${await idIn(owner, LLM, 'name', name)}`, fields, how)

const patchModel =
	(fields: object): Call =>
	async ({ owner }, how) => {
		const { body } = await owner.get(LLM)
		const { id, models } = body.find(({ name }: { name: string }) => name === 'walked.models')
		return owner.patch(`${LLM}/${id}/models/${models[0].id}`, fields, how)
	}

/** Whether this isolate asks the vendor for its models, or still has them cached. */
const offered = (name: string) => async (here: Here) => {
	const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json({ data: [] })))
	try {
		await here.owner.get(`${LLM}/${await idIn(here.owner, LLM, 'name', name)}/available-models`)
		return [asked.mock.calls.length, await listed(LLM)(here)]
	} finally {
		asked.mockRestore()
	}
}

const patchMcp =
	(fields: object, name = 'walked.moved'): Call =>
	async ({ owner }, how) =>
		owner.patch(`${MCP}/${await idIn(owner, MCP, 'name', name)}`, fields, how)

const mcp = (host: string, bearer_token: unknown) => ({
	transport: 'streamable_http',
	url: `https://${host}/mcp`,
	bearer_token,
})

const process = (command: string, values: unknown) => ({ transport: 'stdio', command, env: values })

export const models: Kind[] = [
	{
		of: 'org',
		section: 'llm_providers',
		permission: 'data.secrets',
		isConfirmable: true,
		samples: {
			redirected: {
				key: 'walked.moved',
				before: llm({ base_url: 'https://first.example.com' }),
				after: llm({ base_url: 'https://second.example.com', api_key: keep }),
				forth: patchLlm('walked.moved', { base_url: 'https://second.example.com' }),
				back: patchLlm('walked.moved', { base_url: 'https://first.example.com' }),
				says: { forth: { host: 'second.example.com' }, back: { host: 'first.example.com' } },
				seen: offered('walked.moved'),
			},
			'a model changed': {
				key: 'walked.models',
				before: llm({ models: { small: { multiplier: 1 } } }),
				after: llm({ models: { small: { multiplier: 2 } } }),
				forth: patchModel({ multiplier: 2 }),
				back: patchModel({ multiplier: 1 }),
				seen: listed(LLM),
			},
			'deleted with its models': {
				key: 'walked.deleted',
				before: llm({ models: { small: {}, large: { is_default: true } } }),
				after: null,
				forth: removed(LLM, 'name', 'walked.deleted'),
				seen: listed(LLM),
			},
		},
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
		samples: {
			redirected: {
				key: 'walked.moved',
				before: mcp('first.example.com', secret(KEY)),
				after: mcp('second.example.com', keep),
				forth: patchMcp({ url: 'https://second.example.com/mcp' }),
				back: patchMcp({ url: 'https://first.example.com/mcp' }),
				says: { forth: { host: 'second.example.com' }, back: { host: 'first.example.com' } },
				seen: listed(MCP),
			},
			'left without a URL': {
				key: 'walked.nowhere',
				before: mcp('first.example.com', secret(KEY)),
				after: { ...mcp('first.example.com', keep), url: null },
				forth: patchMcp({ url: null }, 'walked.nowhere'),
				back: patchMcp({ url: 'https://first.example.com/mcp' }, 'walked.nowhere'),
				says: { back: { host: 'first.example.com' } },
				seen: listed(MCP),
			},
			'given another command': {
				key: 'walked.process',
				before: process('first', secret({ TOKEN: KEY })),
				after: process('second', keep),
				forth: patchMcp({ command: 'second' }, 'walked.process'),
				back: patchMcp({ command: 'first' }, 'walked.process'),
				says: { forth: { host: 'another command' }, back: { host: 'another command' } },
				seen: listed(MCP),
			},
			deleted: {
				key: 'walked.deleted',
				before: mcp('first.example.com', secret(KEY)),
				after: null,
				forth: removed(MCP, 'name', 'walked.deleted'),
				back: ({ owner }, how) => owner.post(MCP, { name: 'walked.deleted', ...mcp('first.example.com', KEY) }, how),
				seen: listed(MCP),
			},
		},
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
]
