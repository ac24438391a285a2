import { eq, inArray } from 'drizzle-orm'
import * as z from 'zod'
import { newId, now } from '../../../db/columns.ts'
import type { FieldError } from '../../../http/errors.ts'
import { storedBaseUrl } from '../../../outbound/input.ts'
import { baseUrlOf } from '../../../providers/llm-providers/base-url.ts'
import { CreateLlmModel, CreateLlmProvider } from '../../../providers/llm-providers/schema.ts'
import { llmKeyPlace, llmModels, llmProviders } from '../../../providers/llm-providers/table.ts'
import { maskOf } from '../../../secrets/vault.ts'
import { entriesOf } from '../canonical.ts'
import { secretField } from '../secret.ts'
import { type Entries, type Item, keepsSecret, type Section } from '../section.ts'
import { byId } from './by-id.ts'

type Provider = typeof llmProviders.$inferSelect
type Model = typeof llmModels.$inferSelect

const { name, api_key, ...providerFields } = CreateLlmProvider.shape
const { model, ...modelFields } = CreateLlmModel.shape

const ProviderEntry = z.object({ ...providerFields, api_key: secretField(api_key) })
const ModelEntry = z.object(modelFields)

export const llmProvidersSection: Section = {
	name: 'llm_providers',
	key: name,
	entry: () => ProviderEntry,
	child: { field: 'models', key: model, entry: ModelEntry },
	check: (env, _key, item) =>
		typeof item.base_url === 'string' ? { ...item, base_url: storedBaseUrl(env, 'base_url', item.base_url) } : item,
	settle: oneDefault,
	secrets: {
		of: () => ['api_key'],
		required: () => ['api_key'],
		place: (row) => llmKeyPlace(row.id as string),
		ofRow: (row) => llmKeyPlace(row.id as string),
	},
	tables: [
		byId(llmProviders, llmProviders.id, ['provider', 'key_prefix', 'base_url', 'vendor_a_api_mode', 'advanced_json']),
		{ ...byId(llmModels, llmModels.id, Object.keys(modelFields)), oneTrue: 'is_default' },
	],
	read: (db, owner) => {
		const ofOrg = eq(llmProviders.org_id, owner)
		const ids = db.select({ id: llmProviders.id }).from(llmProviders).where(ofOrg)
		return [
			db.select().from(llmProviders).where(ofOrg),
			db.select().from(llmModels).where(inArray(llmModels.provider_id, ids)),
		]
	},
	stored: ([rows, children]) => {
		const models = Map.groupBy(children as Model[], ({ provider_id }) => provider_id)
		return (rows as Provider[]).map((row) => ({
			key: row.name,
			item: {
				provider: row.provider,
				base_url: row.base_url,
				vendor_a_api_mode: row.vendor_a_api_mode,
				advanced_json: row.advanced_json,
			},
			row,
			children: (models.get(row.id) ?? []).map((child) => ({ key: child.model, item: itemOf(child), row: child })),
		}))
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
	toChildRow: (provider, key, item, stored) => ({
		id: stored?.id ?? newId('llmm'),
		provider_id: provider.id,
		model: key,
		...item,
		created_at: stored?.created_at ?? now(),
	}),
	redirects: (env, changes) =>
		changes.flatMap((change) => {
			const { key, before, after } = change
			if (!keepsSecret(change, 'api_key') || before === null || after === null) return []
			const [from, to] = [before, after].map((item) => baseUrlOf(env, item as unknown as Provider)) as [string, string]
			return from === to ? [] : [{ key, holder: `the LLM provider ${key}`, host: URL.parse(to)?.host ?? '' }]
		}),
}

function itemOf({ id: _, provider_id: __, model: ___, created_at: ____, ...item }: Model): Item {
	return { ...item, advanced_json: item.advanced_json ?? {} }
}

const isDefault = ([, item]: [string, unknown]) => (item as Item).is_default === true

/** A provider has at most one default model. As with a PATCH, one that the document does not name is a default no longer. */
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
			message: 'Must be true for one model of its provider only',
		}))
	})
}
