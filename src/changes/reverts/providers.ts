import { eq, sql } from 'drizzle-orm'
import { newId, now } from '../../db/columns.ts'
import { countOf } from '../../db/state.ts'
import { type Limit, isWithinLimit, limitReached } from '../../plans/entitlements/limits.ts'
import { configEntries } from '../../providers/config-entries/table.ts'
import { writeEntry } from '../../providers/config-entries/write-entry.ts'
import { stateWithModels } from '../../providers/llm-providers/columns.ts'
import { forgetOffered } from '../../providers/llm-providers/discovery.ts'
import { llmModels, llmProviders } from '../../providers/llm-providers/table.ts'
import { keptState } from '../../providers/mcp-configs/change.ts'
import { mcpConfigs } from '../../providers/mcp-configs/table.ts'
import type { Group } from '../../providers/tool-providers/catalogue.ts'
import { changeGroup } from '../../providers/tool-providers/change.ts'
import { rowOf, toolProviders } from '../../providers/tool-providers/table.ts'
import { PLATFORM } from '../../tenancy/orgs/table.ts'
import { emitAll } from '../../webhooks/events/emit.ts'
import { auditStates } from '../../write/table.ts'
import { statesOf } from '../../write/undo.ts'
import { redirectedEntry, redirectedLlm, redirectedMcp, redirectedTool } from './redirects.ts'
import type { Change, Condition, Reverter } from './reverter.ts'

// The providers' part of the table of reverters.

const byHolderOfSecrets = () => 'data.secrets' as const

const ownerOf = ({ org_id }: Change) => org_id ?? PLATFORM

const modelsOf = (org_id: string) =>
	countOf(llmModels, sql`${llmModels.provider_id} IN (SELECT p.id FROM llm_providers p WHERE p.org_id = ${org_id})`)

const limited = (limit: Limit & { count: ReturnType<typeof countOf> }): Condition => ({
	holds: isWithinLimit(limit),
	refusal: (c) => limitReached(c, limit),
})

/** The models that come back with a provider; the last of them is the one more that the limit is asked for. */
const returningModels = (audit_id: string) =>
	sql`max(0, ${countOf(auditStates, sql`${statesOf(audit_id, llmModels)} AND ${auditStates.after} IS NULL`)} - 1)`

/** An org's event, when the revert makes another provider the active one. */
function activatedAgain({ var: { db } }: Parameters<NonNullable<Reverter['events']>>[0], { id, org_id }: Change) {
	if (org_id === null) return undefined
	const { before, after } = auditStates
	return emitAll(db, {
		id: newId('evt'),
		org_id: sql`${org_id}`,
		type: 'tool_provider.activated',
		data: sql`json_object('org_id', ${org_id}, 'group_name', ${before} ->> 'group_name', 'provider_name', ${before} ->> 'provider_name')`,
		from: sql`${auditStates} WHERE ${statesOf(id, toolProviders)} AND ${before} ->> 'is_active' = 1 AND ${after} ->> 'is_active' IS NOT 1`,
	})
}

export const PROVIDERS: Record<string, Reverter> = {
	tool_providers: {
		tables: [{ table: toolProviders, moving: { updated_at: now }, last: toolProviders.is_active }],
		secrets: true,
		permission: ({ org_id }) => (org_id === null ? 'platform_admin' : 'data.secrets'),
		shown: (change) => ({ target: toolProviders, where: rowOf(ownerOf(change), change.target_id) }),
		redirect: redirectedTool,
		events: activatedAgain,
		commit: (c, change, changes, options) => {
			const group = change.target_id.split('.')[0] as Group
			return changeGroup(c, { owner: ownerOf(change), group, changes, options })
		},
	},
	config_entries: {
		tables: [{ table: configEntries, moving: { updated_at: now } }],
		secrets: true,
		permission: () => 'platform_admin',
		shown: ({ target_id }) => ({ target: configEntries, where: eq(configEntries.key, target_id) }),
		redirect: redirectedEntry,
		commit: (c, { target_id: key }, changes, options) => writeEntry(c, { key, changes, options }),
	},
	llm_providers: {
		tables: [{ table: llmProviders }, { table: llmModels, last: llmModels.is_default }],
		secrets: true,
		permission: byHolderOfSecrets,
		shown: ({ target_id, before, after }) => {
			const where = eq(llmProviders.id, target_id)
			const isWhole = 'models' in (before ?? after ?? {})
			return { target: llmProviders, where, ...(isWhole && { state: stateWithModels(where) }) }
		},
		limits: ({ id, org_id, after }) => {
			if (after !== null || org_id === null) return []
			const providers = countOf(llmProviders, eq(llmProviders.org_id, org_id))
			const models = sql`${modelsOf(org_id)} + ${returningModels(id)}`
			return [
				limited({ org_id, key: 'limit.llm_providers', count: providers }),
				limited({ org_id, key: 'limit.llm_models', count: models }),
			]
		},
		redirect: redirectedLlm,
		after: forgetOffered,
	},
	llm_models: {
		tables: [{ table: llmModels, last: llmModels.is_default }],
		permission: byHolderOfSecrets,
		shown: ({ target_id }) => ({ target: llmModels, where: eq(llmModels.id, target_id) }),
		limits: ({ org_id, after }) =>
			after === null && org_id !== null ? [limited({ org_id, key: 'limit.llm_models', count: modelsOf(org_id) })] : [],
	},
	mcp_configs: {
		tables: [{ table: mcpConfigs, moving: { updated_at: now } }],
		secrets: true,
		permission: byHolderOfSecrets,
		shown: ({ target_id }) => {
			const where = eq(mcpConfigs.id, target_id)
			return { target: mcpConfigs, where, kept: keptState(where) }
		},
		limits: ({ org_id, after }) => {
			if (after !== null || org_id === null) return []
			const count = countOf(mcpConfigs, eq(mcpConfigs.org_id, org_id))
			return [limited({ org_id, key: 'limit.mcp_configs', count })]
		},
		redirect: redirectedMcp,
	},
}
