import { and, eq, inArray } from 'drizzle-orm'
import * as z from 'zod'
import type { FieldError } from '../../../http/errors.ts'
import { text, withDefault } from '../../../http/fields.ts'
import { storedBaseUrl } from '../../../outbound/input.ts'
import { GROUPS, TOOL_CATALOGUE } from '../../../providers/tool-providers/catalogue.ts'
import { toolKeyPlace, toolProviders } from '../../../providers/tool-providers/table.ts'
import { secretInput } from '../../../secrets/input.ts'
import { maskOf } from '../../../secrets/vault.ts'
import { secretField } from '../secret.ts'
import { type Entries, hasSecret, type Item, keepsSecret, type Section } from '../section.ts'
import { valuesOf } from './by-id.ts'

type Provider = typeof toolProviders.$inferSelect

const ProviderEntry = z.object({
	is_active: withDefault(z.boolean(), false),
	base_url: text(2048).nullable().default(null),
	api_key: secretField(secretInput()),
})

const groupOf = (key: string) => TOOL_CATALOGUE.find(({ provider_name }) => provider_name === key)?.group_name

export const toolProvidersSection: Section = {
	name: 'tool_providers',
	key: z
		.string()
		.refine((key) => groupOf(key) !== undefined, 'Must be the full name of a tool provider, such as web_search.keyed'),
	entry: () => ProviderEntry,
	check: (env, _key, item) =>
		typeof item.base_url === 'string' ? { ...item, base_url: storedBaseUrl(env, 'base_url', item.base_url) } : item,
	settle: oneActive,
	secrets: {
		of: () => ['api_key'],
		required: () => [],
		place: (row) => toolKeyPlace(row.owner as string, row.provider_name as string),
		ofRow: (row) => toolKeyPlace(row.owner as string, row.provider_name as string),
	},
	tables: [
		{
			table: toolProviders,
			key: [toolProviders.owner, toolProviders.provider_name],
			set: ['is_active', 'key_prefix', 'base_url', 'updated_at'],
			oneTrue: 'is_active',
			remove: (db, owner, ids) =>
				db
					.delete(toolProviders)
					.where(and(eq(toolProviders.owner, owner), inArray(toolProviders.provider_name, valuesOf(ids)))),
		},
	],
	read: (db, owner) => [db.select().from(toolProviders).where(eq(toolProviders.owner, owner))],
	stored: ([rows]) =>
		(rows as Provider[]).map((row) => ({
			key: row.provider_name,
			item: { is_active: row.is_active, base_url: row.base_url },
			row,
		})),
	toRow: ({ owner, key, item, stored, plaintexts, at }) => {
		const api_key = plaintexts.get('api_key')
		const kept = hasSecret(item, 'api_key') ? stored?.row.key_prefix : null
		return {
			owner,
			group_name: groupOf(key),
			provider_name: key,
			is_active: item.is_active,
			key_prefix: api_key === undefined ? kept : maskOf(api_key),
			base_url: item.base_url,
			updated_at: at,
		}
	},
	redirects: (_env, changes) =>
		changes
			.filter((change) => keepsSecret(change, 'api_key') && change.before?.base_url !== change.after?.base_url)
			.map(({ key, after }) => ({
				key,
				holder: `the tool provider ${key}`,
				host: after?.base_url == null ? 'its default address' : new URL(after.base_url as string).host,
			})),
}

/** A group has at most one active provider. As with an activation, one that the document does not name goes off. */
function oneActive(after: Entries, named: ReadonlyMap<string, Item>): FieldError[] {
	return GROUPS.flatMap((group) => {
		const active = [...after].filter(([key, item]) => groupOf(key) === group && item.is_active === true)
		const [first, ...others] = active.filter(([key]) => named.get(key)?.is_active === true)
		if (first) for (const [key, item] of active) if (!named.has(key)) after.set(key, { ...item, is_active: false })
		return others.map(([key]) => ({
			path: `tool_providers.${key}.is_active`,
			message: 'Must be true for one provider of its group only',
		}))
	})
}
