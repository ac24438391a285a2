import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { doc } from '#doc'
import { newId, now, PLATFORM } from '../../ground/db/columns.ts'
import { countOf } from '../../ground/db/state.ts'
import type { FieldError } from '../../ground/http/errors.ts'
import { said } from '../../ground/http/field-codes.ts'
import { entriesOf } from '../../ground/http/json-input.ts'
import { must } from '../../ground/http/must.ts'
import { storedBaseUrl } from '../../ground/outbound/input.ts'
import { secretField, storedSecret } from '../../ground/secrets/field.ts'
import { maskOf } from '../../ground/secrets/vault.ts'
import type { Configured } from '../../ground/write/configured.ts'
import type { Entries, Item } from '../../ground/write/entry.ts'
import { redirectsOf } from '../../ground/write/redirects.ts'
import { redirectNotice } from '../../messages/notices/redirect.ts'
import { forgetTerms } from '../../plans/entitlement-keys/remembered.ts'
import { laterEntitlement, misfitOfEntitlement } from '../layers/entitlement.ts'
import { limitOfLayer, limitOfSettings } from '../layers/limits.ts'
import { acrossLayers, misfitOfName } from '../layers/names.ts'
import { WRITERS } from '../layers/scope.ts'
import { unsoldBy, unsoldIn } from '../layers/sold.ts'
import { baseUrlOf, effectiveBaseUrl } from './base-url.ts'
import { stateWithModels } from './columns.ts'
import { forgetOffered } from './discovery.ts'
import { halfPricedBy, halfPricedIn, roundedIn } from './prices.ts'
import { forgetModels } from './resolve.ts'
import { CreateLlmModel, CreateLlmProvider, LlmModel, LlmProvider } from './schema.ts'
import { llmModels, llmProviders, PROVIDER_KINDS } from './table.ts'

const { name, api_key, ...providerFields } = CreateLlmProvider.shape
const { model, ...modelFields } = CreateLlmModel.shape

const ProviderEntry = z.object({ ...providerFields, api_key: secretField(api_key) })

const ModelDocument = z
	.object({ ...LlmModel.shape, ...laterEntitlement() })
	.omit({ id: true, provider_id: true, model: true })

const ONE = '/v1/llm-providers/:provider_id'

export const limitOfProviders = limitOfLayer({
	org: 'limit.llm_providers',
	platform: ['platform.llm_providers', 200],
	table: llmProviders,
	count: (owner) => countOf(llmProviders, eq(llmProviders.org_id, owner)),
})

export const limitOfModels = limitOfLayer({
	org: 'limit.llm_models',
	platform: ['platform.llm_models', 2_000],
	table: llmModels,
	count: (owner) =>
		countOf(llmModels, sql`${llmModels.provider_id} IN (SELECT p.id FROM llm_providers p WHERE p.org_id = ${owner})`),
})

export const configuredLlmProviders: Configured = {
	name: 'llm_providers',
	called: ['LLM provider', 'name'],
	of: 'both',
	writers: WRITERS,
	key: name,
	entry: () => ProviderEntry,
	document: {
		lackedBy: ['platform'],
		entry: z.object({
			...LlmProvider.pick({ provider: true, base_url: true, vendor_a_api_mode: true, advanced_json: true }).shape,
			api_key: storedSecret(),
			models: z.record(z.string(), ModelDocument).meta(doc({ description: 'By model.' })),
		}),
		by: 'By name.',
	},
	check: (env, _key, item) =>
		typeof item.base_url === 'string' ? { ...item, base_url: storedBaseUrl(env, 'base_url', item.base_url) } : item,
	misfit: (key, _item, owner) => misfitOfName(owner, '', key),
	settle: (after, named, owner) => [...oneDefault(after, named), ...sameNames(after, named, owner)],
	secrets: { fields: ['api_key'], isRequired: true },
	rows: { table: llmProviders, owner: llmProviders.org_id },
	stored: (row: typeof llmProviders.$inferSelect) => {
		const { provider, base_url, vendor_a_api_mode, advanced_json } = row
		return { key: row.name, item: { provider, base_url, vendor_a_api_mode, advanced_json } }
	},
	toRow: ({ owner, key, item: { api_key: _, models: __, ...item }, stored, plaintexts, at }) => {
		const given = plaintexts.get('api_key')
		return {
			id: stored?.row.id ?? newId('llm'),
			org_id: owner,
			name: key,
			...item,
			key_prefix: given === undefined ? stored?.row.key_prefix : maskOf(given),
			created_at: stored?.row.created_at ?? at,
		}
	},
	child: {
		field: 'models',
		key: model,
		entry: z.object(modelFields),
		misfit: (key, { entitlement }, owner) => misfitOfName(owner, '', key) ?? misfitOfEntitlement(owner, entitlement),
		table: llmModels,
		parent: llmModels.provider_id,
		oneTrue: llmModels.is_default,
		stored: ({ id: _, provider_id: __, model, created_at: ___, ...item }: typeof llmModels.$inferSelect) => ({
			key: model,
			item: { ...item, advanced_json: item.advanced_json ?? {} },
		}),
		toRow: (provider, key, item, stored) => ({
			id: stored?.id ?? newId('llmm'),
			provider_id: provider.id,
			model: key,
			...item,
			created_at: stored?.created_at ?? now(),
		}),
		forget: [forgetModels, forgetTerms],
	},
	limits: [limitOfProviders, limitOfModels, limitOfSettings(llmProviders)],
	warnings: (_c, changes, owner, after) => [
		...unsoldIn(changes, owner, after),
		...halfPricedIn(changes, owner),
		...roundedIn(changes),
	],
	hooks: (change) => [unsoldBy(change, llmModels), halfPricedBy(change)],
	redirects: redirectsOf({
		table: llmProviders,
		key: 'name',
		url: llmProviders.base_url,
		defaults: (env) => PROVIDER_KINDS.map((provider) => baseUrlOf(env, { provider, base_url: null })),
		named: 'provider_id',
		notice: redirectNotice,
		rules: [{ field: 'api_key', address: effectiveBaseUrl, holder: 'llm_provider' }],
	}),
	audited: ({ target_type, target_id, before, after }) => {
		if (target_type === 'llm_models') return { target: llmModels }
		const where = eq(llmProviders.id, target_id)
		const isWhole = 'models' in (before ?? after ?? {})
		return { target: llmProviders, where, ...(isWhole && { state: stateWithModels(where) }) }
	},
	forget: [forgetModels, forgetOffered, forgetTerms],
	confirmable: [
		'POST /v1/llm-providers',
		`PATCH ${ONE}`,
		`DELETE ${ONE}`,
		`POST ${ONE}/models`,
		`PATCH ${ONE}/models/:model_id`,
		`DELETE ${ONE}/models/:model_id`,
	],
}

const isDefault = ([, item]: [string, unknown]) => (item as Item).is_default === true

/** A provider has at most one default model. As with a PATCH, a default that the document doesn't name stops being one. */
function oneDefault(after: Entries, named: ReadonlyMap<string, Item>): FieldError[] {
	return [...named].flatMap(([key, wanted]) => {
		const provider = after.get(key)
		const [first, ...others] = entriesOf(wanted.models).filter(isDefault)
		if (provider && first) {
			const models = entriesOf(provider.models).map(([name, item]): [string, unknown] => [
				name,
				Object.hasOwn(wanted.models as object, name) ? item : { ...(item as Item), is_default: false },
			])
			after.set(key, { ...provider, models: Object.fromEntries(models) })
		}
		return others.map(([name]) => ({
			path: `llm_providers.${key}.models.${name}.is_default`,
			message: must.one_default_model,
		}))
	})
}

/** The platform's providers have names that differ by more than case. */
function sameNames(after: Entries, named: ReadonlyMap<string, Item>, owner: string): FieldError[] {
	if (owner !== PLATFORM) return []
	const like = Map.groupBy(after.keys(), acrossLayers)
	return [...named.keys()].flatMap((key) => {
		const other = like.get(acrossLayers(key))?.find((one) => one !== key)
		if (other === undefined) return []
		return [{ path: `llm_providers.${key}`, ...said('differs_by_more_than_case', { other }) }]
	})
}
