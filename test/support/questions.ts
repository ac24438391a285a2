import { runtime } from './admission.ts'
import { forgetFlags, forgetMcp, forgetModels, forgetPauses, forgetTerms, forgetTools } from './program.ts'
import { create, unique, world } from './world.ts'

/** The key of everything in `equipped`. */
export const KEY = 'sk-planted-0123456789-abcdef-9a1f'

/** An org with a model, a tool provider, an MCP config, a flag and an entitlement, and the questions about them. */
export async function equipped() {
	const { owner, member, org_id, admin } = await world()
	const name = unique('Vendor')
	const provider = (await owner.post('/v1/llm-providers', { name, provider: 'vendor_a', api_key: KEY })).body
	const models = `/v1/llm-providers/${provider.id}/models`
	const model = (await owner.post(models, { model: 'm-1', is_default: true })).body
	await owner.put('/v1/tool-providers/web_search/keyed/credential?scope=org', { api_key: KEY })
	await owner.put('/v1/tool-providers/web_search/keyed/activate?scope=org')
	const url = 'https://mcp.example.com/mcp'
	const config = (
		await owner.post('/v1/mcp-configs', { name: 'remote', transport: 'streamable_http', url, bearer_token: KEY })
	).body
	const flag = await create.featureFlag({ default_value: true })
	const limit = { org_id, key: 'limit.team_members', value_type: 'integer' }
	const override = await create.override(org_id, { ...limit, value: '7' })
	return {
		owner,
		member,
		org_id,
		admin,
		name,
		provider,
		model: { path: `${models}/${model.id}`, selector: `${name}^m-1` },
		config,
		flag,
		limit,
		override,
		questions: {
			tool: () => runtime().resolveTool(org_id, 'web_search'),
			model: () => runtime().resolveModel(org_id, `${name}^m-1`),
			mcp: () => runtime().listMcp(org_id),
			entitlement: () => runtime().entitlement(org_id, 'limit.team_members'),
			flag: () => runtime().flag(org_id, flag.key),
		},
	}
}

/** Makes the isolate read everything that the questions ask for again. */
export function forgetAll() {
	for (const forget of [forgetTools, forgetModels, forgetMcp, forgetTerms, forgetFlags, forgetPauses]) forget()
}
