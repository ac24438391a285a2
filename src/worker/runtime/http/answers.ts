import type { Context } from 'hono'
import type { SignedIn } from '../../context.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import { entryPlace } from '../../ground/db/table.ts'
import { conflict } from '../../ground/http/errors.ts'
import { resolveModel, resolveModelWithKey } from '../../providers/llm-providers/resolve.ts'
import { llmKeyPlace } from '../../providers/llm-providers/table.ts'
import { listRuntimeMcp } from '../../providers/mcp-configs/open.ts'
import { mcpSecretPlace } from '../../providers/mcp-configs/table.ts'
import { isGroup } from '../../providers/tool-providers/catalogue.ts'
import { legacyKeys } from '../../providers/tool-providers/group-state.ts'
import { resolveToolSealed } from '../../providers/tool-providers/resolve.ts'
import { toolKeyPlace } from '../../providers/tool-providers/table.ts'
import { toolWithCredentials } from '../rpc/tool.ts'
import type { Sealer } from './seal.ts'

// What RPC answers, with each credential sealed; and the same without any. What of it only runtimes of the platform get is taken out
// where the answer leaves: see `withheld.ts`.

const MOST_BYTES = 4_000_000

export function requireFits(answer: unknown): void {
	if (Buffer.byteLength(JSON.stringify(answer) ?? '') > MOST_BYTES) throw conflict('runtime.too_large')
}

const notConfigured = (details: { group_name: string; skipped: unknown[] }) =>
	conflict('tool.not_configured', { ...details })

export const sealedBy = (c: Context<SignedIn>, { seal, hasPlatformCredentials }: Sealer) => ({
	tool: async (org_id: string, group: string) => {
		const found = await toolWithCredentials(c, org_id, group)
		if ('error' in found) throw notConfigured(found.details)
		const { api_key, base_url, ...tool } = found
		const { scope, provider_name } = tool
		const owner = scope === 'org' ? org_id : null
		if (owner === null && !hasPlatformCredentials) return { ...tool, base_url, api_key: null }
		const place =
			scope === 'legacy'
				? entryPlace(legacyKeys(found.group_name as Parameters<typeof legacyKeys>[0]).api_key)
				: toolKeyPlace(owner ?? PLATFORM, provider_name)
		return { ...tool, base_url, api_key: await seal({ place, value: api_key, owner, target: base_url }) }
	},
	model: async (org_id: string, selector: string | undefined, context: Record<string, unknown>) => {
		const { api_key, ...model } = await resolveModelWithKey(c, { org_id, selector, context })
		const owner = model.scope === 'org' ? org_id : null
		if (owner === null && !hasPlatformCredentials) return { ...model, api_key: null }
		const place = llmKeyPlace(model.provider_id)
		return { ...model, api_key: await seal({ place, value: api_key, owner, target: model.base_url }) }
	},
	mcp: async (org_id: string, ids?: readonly string[] | null) => {
		const { servers, skipped } = await listRuntimeMcp(c.env, c.var.db, org_id, ids)
		const sealed = servers.map(async ({ bearer_token, env, ...server }) => {
			const { id, scope, transport, command, url } = server
			const owner = scope === 'org' ? org_id : null
			if (owner === null && !hasPlatformCredentials) return { ...server, bearer_token: null, env: {} }
			const to = { owner, target: transport === 'stdio' ? command : url }
			const hasEnv = Object.keys(env).length > 0
			const [token, variables] = await Promise.all([
				seal({ place: mcpSecretPlace(id, 'bearer_token'), value: bearer_token, ...to }),
				seal({ place: mcpSecretPlace(id, 'env'), value: hasEnv ? env : null, ...to }),
			])
			return { ...server, bearer_token: token, env: variables ?? {} }
		})
		return { servers: await Promise.all(sealed), skipped }
	},
})

export const withoutCredentials = (c: Context<SignedIn>) => ({
	tool: async (org_id: string, group: string) => {
		const none = { chosen: null, skipped: [] }
		const { chosen, skipped } = isGroup(group) ? await resolveToolSealed(c, org_id, group) : none
		if (!chosen) throw notConfigured({ group_name: group, skipped })
		return { group_name: group, ...chosen, skipped }
	},
	model: (org_id: string, selector: string | undefined, context: Record<string, unknown>) =>
		resolveModel(c, { org_id, selector, context }),
	mcp: async (org_id: string) => {
		const { servers, skipped } = await listRuntimeMcp(c.env, c.var.db, org_id)
		return { servers: servers.map(({ env: _, bearer_token: __, ...server }) => server), skipped }
	},
})
