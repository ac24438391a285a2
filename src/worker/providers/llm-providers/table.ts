import { sql } from 'drizzle-orm'
import { check, index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { boolean, createdAt, id, json, refersTo } from '../../ground/db/columns.ts'

export const PROVIDER_KINDS = ['vendor_a', 'vendor_b'] as const
export const API_MODES = ['auto', 'responses', 'chat_completions'] as const

/** An account with a model vendor. `org_id` is an org's id, or `platform`. The key is in `secrets`, and `key_prefix` is its mask. */
export const llmProviders = sqliteTable(
	'llm_providers',
	{
		id: id(),
		org_id: text().notNull(),
		provider: text({ enum: PROVIDER_KINDS }).notNull(),
		name: text().notNull(),
		key_prefix: text().notNull(),
		base_url: text(),
		vendor_a_api_mode: text({ enum: API_MODES }),
		advanced_json: json<Record<string, unknown>>(),
		created_at: createdAt(),
	},
	(table) => [
		uniqueIndex('llm_providers_name').on(table.org_id, table.name),
		index('llm_providers_org').on(table.org_id, table.id),
		index('llm_providers_any_name').on(sql`lower(${table.name})`),
		// Orgs name the platform's providers in any case.
		uniqueIndex('llm_providers_platform_name')
			.on(sql`lower(${table.name})`)
			.where(sql`${table.org_id} = 'platform'`),
		check('llm_providers_name_caret', sql`instr(${table.name}, '^') = 0`),
	],
)

/** Where a provider's key is sealed. */
export const llmKeyPlace = (provider_id: string) => ({ table: 'llm_providers', row: provider_id, column: 'api_key' })

/** A model under a provider, which has at most one default. Priority, tags, `when` and prices come from spec 2.3. */
export const llmModels = sqliteTable(
	'llm_models',
	{
		id: id(),
		provider_id: refersTo(() => llmProviders.id),
		model: text().notNull(),
		priority: integer().notNull(),
		is_default: boolean().notNull(),
		tags: json<string[]>().notNull(),
		when: json<Record<string, unknown>>().notNull(),
		advanced_json: json<Record<string, unknown>>(),
		multiplier: real().notNull(),
		cost_per_1k_input: real().notNull(),
		cost_per_1k_output: real().notNull(),
		cost_per_1k_cache_write: real(),
		cost_per_1k_cache_read: real(),
		created_at: createdAt(),
		/** Which boolean entitlement an org needs for a model of the platform; null for none, and for an org's own model. */
		entitlement: text(),
	},
	(table) => [
		uniqueIndex('llm_models_model').on(table.provider_id, table.model),
		uniqueIndex('llm_models_default')
			.on(table.provider_id)
			.where(sql`${table.is_default} = 1`),
	],
)
