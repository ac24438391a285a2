import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { now } from '../../ground/db/columns.ts'
import { column, constant, firstOf } from '../../ground/db/value.ts'
import type { FieldError } from '../../ground/http/errors.ts'
import { text, withDefault } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { storedBaseUrl } from '../../ground/outbound/input.ts'
import { secretField, storedSecret } from '../../ground/secrets/field.ts'
import { secretInput } from '../../ground/secrets/input.ts'
import { maskOf } from '../../ground/secrets/vault.ts'
import type { Configured, Warning } from '../../ground/write/configured.ts'
import { type Change, type Entries, hasSecret, type Item } from '../../ground/write/entry.ts'
import { changedRows, prior } from '../../ground/write/kept-rows.ts'
import { redirectsOf } from '../../ground/write/redirects.ts'
import { redirectNotice } from '../../messages/notices/redirect.ts'
import { WRITERS } from '../layers/scope.ts'
import { activatedEvents } from './activation.ts'
import { GROUPS, missingOf, TOOL_CATALOGUE } from './catalogue.ts'
import { publishedGroup } from './published.ts'
import { toolProviders } from './table.ts'

const ProviderEntry = z.object({
	is_active: withDefault(z.boolean(), false),
	base_url: text(2048).nullable().default(null),
	api_key: secretField(secretInput()),
})

const entryOf = (key: string) => TOOL_CATALOGUE.find(({ provider_name }) => provider_name === key)

const ONE = '/v1/tool-providers/:group/:provider'

export const configuredTools: Configured = {
	name: 'tool_providers',
	called: ['Tool provider', 'provider_name'],
	of: 'both',
	writers: WRITERS,
	key: z.string().refine((key) => entryOf(key) !== undefined, must.tool_provider),
	entry: () => ProviderEntry,
	document: {
		entry: z.object({ is_active: z.boolean(), base_url: z.string().nullable(), api_key: storedSecret() }),
		by: 'By the full name of the provider.',
	},
	check: (env, _key, item) =>
		typeof item.base_url === 'string' ? { ...item, base_url: storedBaseUrl(env, 'base_url', item.base_url) } : item,
	settle: oneActive,
	secrets: { fields: ['api_key'] },
	rows: {
		table: toolProviders,
		owner: toolProviders.owner,
		moving: { updated_at: now },
		oneTrue: toolProviders.is_active,
		// An activation that changes nothing doesn't change the configuration.
		counted: [toolProviders.is_active, toolProviders.key_prefix, toolProviders.base_url],
	},
	stored: (row: typeof toolProviders.$inferSelect) => ({
		key: row.provider_name,
		item: { is_active: row.is_active, base_url: row.base_url },
	}),
	toRow: ({ owner, key, item, stored, plaintexts, at }) => {
		const api_key = plaintexts.get('api_key')
		const kept = hasSecret(item, 'api_key') ? stored?.row.key_prefix : null
		return {
			owner,
			group_name: entryOf(key)?.group_name,
			provider_name: key,
			is_active: item.is_active,
			key_prefix: api_key === undefined ? kept : maskOf(api_key),
			base_url: item.base_url,
			updated_at: at,
		}
	},
	warnings: (_c, changes) => changes.flatMap(incompleteIn),
	affects: ({ audit_id }) => ({
		deactivated: {
			name: sql`${toolProviders.provider_name}`,
			from: sql`${changedRows(audit_id, toolProviders)} AND ${prior(toolProviders)('is_active')} = 1 AND ${toolProviders.is_active} = 0`,
		},
	}),
	follow: activatedEvents,
	redirects: redirectsOf({
		table: toolProviders,
		key: 'provider_name',
		url: toolProviders.base_url,
		named: 'provider_name',
		notice: redirectNotice,
		rules: [
			{
				field: 'api_key',
				address: () => firstOf(column('base_url'), constant('its default address')),
				holder: 'tool_provider',
			},
		],
	}),
	published: (owner, keys) =>
		GROUPS.filter((group) => keys.some((key) => entryOf(key)?.group_name === group)).map((group) =>
			publishedGroup(owner, group),
		),
	confirmable: [`PUT ${ONE}/activate`, `PUT ${ONE}/deactivate`, `PUT ${ONE}/credential`, `DELETE ${ONE}/credential`],
}

/** A group has at most one active provider. As with an activation, one that the document doesn't name is deactivated. */
function oneActive(after: Entries, named: ReadonlyMap<string, Item>): FieldError[] {
	return GROUPS.flatMap((group) => {
		const active = [...after].filter(([key, item]) => entryOf(key)?.group_name === group && item.is_active === true)
		const [first, ...others] = active.filter(([key]) => named.get(key)?.is_active === true)
		if (first) for (const [key, item] of active) if (!named.has(key)) after.set(key, { ...item, is_active: false })
		return others.map(([key]) => ({
			path: `tool_providers.${key}.is_active`,
			message: must.one_active_provider,
		}))
	})
}

/** Warns of active providers that lack a required field: every resolution skips them. */
function incompleteIn({ key, after }: Change): Warning[] {
	const entry = entryOf(key)
	if (!entry || after?.is_active !== true) return []
	const stored = { key_prefix: hasSecret(after, 'api_key') ? '' : null, base_url: after.base_url as string | null }
	const missing = missingOf(entry, stored)
	if (missing.length === 0) return []
	const message = `${key} is active but has no ${missing.join(' and no ')}, so runs won't use it.`
	return [{ reason: 'incomplete', key, message }]
}
