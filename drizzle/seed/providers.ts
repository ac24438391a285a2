import { maskOf, seal } from '../../src/worker/ground/secrets/vault.ts'
import type { Accounts } from './accounts.ts'
import { SOLD } from './catalogue.ts'
import { daysAfter, daysAgo, idAt, type Row } from './insert.ts'

const KINDS = ['vendor_a', 'vendor_b'] as const

/** Name, size, and dollars per thousand tokens in and out. */
const MODELS = {
	vendor_a: [
		['gpt-5', 'large', 0.0025, 0.01],
		['gpt-5-mini', 'small', 0.0003, 0.0012],
	],
	vendor_b: [
		['claude-sonnet-4-5', 'large', 0.003, 0.015],
		['claude-haiku-4-5', 'small', 0.0008, 0.004],
	],
} as const

const key = (name: string) => `demo-${name}-0123456789-abcdef`

/** Tool providers of the platform and some orgs, LLM providers with all their models, and MCP servers. The keys are made up. */
export async function providers(env: Env, orgs: Accounts['orgs']) {
	const updated_at = daysAgo(20)
	const tool = (owner: string, provider_name: string, is_active: boolean, fields: Row = {}) => ({
		owner,
		group_name: provider_name.split('.')[0],
		provider_name,
		is_active,
		key_prefix: null,
		base_url: null,
		updated_at,
		...fields,
	})
	const own = orgs.slice(0, 4)
	const tool_providers = [
		tool('platform', 'web_search.keyed', true, { key_prefix: maskOf(key('search')) }),
		tool('platform', 'web_fetch.optional_key', true),
		...own.map(({ id }) => tool(id, 'web_search.selfhosted', true, { base_url: 'https://search.example.com' })),
	]
	const tool_groups = tool_providers.map(({ owner, group_name }) => ({
		owner,
		group_name,
		generation: 1,
		published_generation: 0,
	}))
	const llm_providers = orgs.flatMap(({ id: org_id, created_at: since }, index) => {
		const kinds = KINDS.slice(index % 3 === 2 ? 1 : 0, index % 3 === 1 ? 1 : 2)
		return kinds.map((provider, nth) => {
			const created_at = daysAfter(since, 0.01 * (nth + 1))
			return {
				id: idAt('llm', created_at),
				org_id,
				provider,
				name: nth === 0 ? 'main' : 'second',
				key_prefix: maskOf(key(provider)),
				vendor_a_api_mode: provider === 'vendor_a' ? 'auto' : null,
				created_at,
			}
		})
	})
	const sold = soldBy(daysAgo(40))
	const llm_models = llm_providers.flatMap(({ id: provider_id, provider, created_at }) =>
		MODELS[provider].map(([model, size, cost_per_1k_input, cost_per_1k_output], index) => ({
			id: idAt('llmm', created_at),
			provider_id,
			model,
			priority: 10 - index,
			is_default: index === 0,
			tags: [size],
			// The small ones are for short tasks.
			when: index === 0 ? {} : { 'task.kind': 'summary' },
			advanced_json: {},
			multiplier: 1,
			cost_per_1k_input,
			cost_per_1k_output,
			created_at,
		})),
	)
	const mcp_configs = orgs.slice(0, 5).map(({ id: org_id }, index) => {
		const created_at = daysAgo(15 - index)
		const isLocal = index % 2 === 1
		return {
			id: idAt('mcp', created_at),
			org_id,
			name: isLocal ? 'files' : 'tickets',
			transport: isLocal ? 'stdio' : 'streamable_http',
			url: isLocal ? null : 'https://mcp.example.com/mcp',
			has_auth: !isLocal,
			command: isLocal ? 'mcp-server-files' : '',
			args: isLocal ? ['--root', '/srv/files'] : [],
			inherit_parent_env: false,
			call_timeout_ms: 10_000,
			is_active: index !== 3,
			created_at,
			// The first ones have gone to another address since then.
			updated_at: isLocal || index > 2 ? created_at : daysAgo(3 + index),
		}
	})
	const places = [
		{ table: 'tool_providers', row: 'platform web_search.keyed', column: 'api_key' },
		...[...llm_providers, sold.provider].map(({ id: row }) => ({ table: 'llm_providers', row, column: 'api_key' })),
		...mcp_configs
			.filter(({ has_auth }) => has_auth)
			.map(({ id: row }) => ({ table: 'mcp_configs', row, column: 'bearer_token' })),
	]
	const secrets = await Promise.all(places.map((place) => seal(env, place, key(place.table))))
	return {
		tool_providers,
		tool_groups,
		llm_providers: [...llm_providers, sold.provider],
		llm_models: [...llm_models, ...sold.models],
		mcp_configs,
		secrets,
	}
}

/** Dollars per thousand tokens in, out and read from the cache, and the entitlement that a plan sells. */
const SOLD_MODELS = [
	['swift', 0.0003, 0.0012, 0.00003, SOLD[0]],
	['steady', 0.0025, 0.01, 0.00025, SOLD[0]],
	['deep', 0.012, 0.06, 0.0012, SOLD[1]],
] as const

/** The models that the platform sells, with a margin of 20 %. */
function soldBy(created_at: string) {
	const id = idAt('llm', created_at)
	return {
		provider: {
			id,
			org_id: 'platform',
			provider: 'vendor_a' as const,
			name: 'plinth',
			key_prefix: maskOf(key('llm_providers')),
			vendor_a_api_mode: 'auto',
			created_at,
		},
		models: SOLD_MODELS.map(
			([model, cost_per_1k_input, cost_per_1k_output, cost_per_1k_cache_read, entitlement], index) => ({
				id: idAt('llmm', created_at),
				provider_id: id,
				model,
				priority: 10 - index,
				is_default: index === 0,
				tags: [model],
				when: {},
				advanced_json: {},
				multiplier: 1.2,
				cost_per_1k_input,
				cost_per_1k_output,
				cost_per_1k_cache_read,
				entitlement,
				created_at,
			}),
		),
	}
}

export type Providers = Awaited<ReturnType<typeof providers>>
