import { isNotNull, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Principal, WorkContext } from '../../context.ts'
import { now } from '../../db/columns.ts'
import { allOf } from '../../db/state.ts'
import { invalid } from '../../http/errors.ts'
import { keyRedirect } from '../../messages/notices/redirect.ts'
import { storedBaseUrl } from '../../outbound/input.ts'
import { secretsOf } from '../../secrets/replaced.ts'
import { maskOf, putSecret, seal } from '../../secrets/vault.ts'
import { PLATFORM } from '../../tenancy/orgs/table.ts'
import { ensureExists } from '../../write/guards.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { changeGroup } from './change.ts'
import type { PutCredential } from './schema.ts'
import { rowOf, toolKeyPlace, toolProviders } from './table.ts'

type Caller = WorkContext & { var: { principal: Principal } }

interface Credential {
	/** An org's id, or `platform`. */
	owner: string
	entry: CatalogueEntry
	given: z.infer<typeof PutCredential>
}

/**
 * Stores a provider's key, its base URL, or both; nothing when both are absent. The provider must then have every field that
 * it requires, else 400. A new base URL for a stored key is a redirect.
 */
export async function putCredential(c: Caller, { owner, entry, given }: Credential): Promise<void> {
	const { group_name, provider_name } = entry
	const { api_key } = given
	if (api_key == null && given.base_url == null) return
	const base_url = given.base_url == null ? undefined : storedBaseUrl(c.env, 'base_url', given.base_url)
	const updated_at = now()
	const fields = { ...(api_key && { key_prefix: maskOf(api_key) }), ...(base_url && { base_url }) }
	const stored = c.var.db
		.insert(toolProviders)
		.values({ owner, group_name, provider_name, updated_at, ...fields })
		.onConflictDoUpdate({ target: [toolProviders.owner, toolProviders.provider_name], set: { updated_at, ...fields } })
	const key = api_key && putSecret(c.var.db, await seal(c.env, toolKeyPlace(owner, provider_name), api_key))
	const row = rowOf(owner, provider_name)
	const has = (column: 'key_prefix' | 'base_url') =>
		ensureExists(c, toolProviders, allOf(row, isNotNull(toolProviders[column])))
	const redirect = api_key == null && base_url ? redirectTo(c, { owner, provider_name, base_url }) : undefined
	const missing = entry.requires_api_key ? 'api_key' : 'base_url'
	await changeGroup(c, {
		owner,
		group: group_name,
		changes: {
			notice: redirect?.notice,
			stored,
			key,
			hasKey: entry.requires_api_key && has('key_prefix'),
			hasBaseUrl: entry.requires_base_url && has('base_url'),
		},
		options: {
			audit: { ...auditOf('put_credential', owner, entry), ...(redirect && { action: redirect.action }) },
			otherwise: invalid([
				{ path: missing, message: 'Must be given, since this provider needs it and none is stored' },
			]),
		},
	})
}

interface Target {
	owner: string
	provider_name: string
	base_url: string
}

const redirectTo = (c: Caller, { owner, provider_name, base_url }: Target) =>
	keyRedirect(c, {
		table: toolProviders,
		where: allOf(rowOf(owner, provider_name), isNotNull(toolProviders.key_prefix)),
		moved: sql`${toolProviders.base_url} IS NOT ${base_url}`,
		otherwise: 'tool_providers.put_credential',
		holder: `the tool provider ${provider_name}`,
		host: new URL(base_url).host,
		org_id: owner === PLATFORM ? null : owner,
		payload: { provider_name },
	})

/** The audit row of a change to a provider at one layer. */
export const auditOf = (verb: string, owner: string, { provider_name }: CatalogueEntry) => ({
	action: `tool_providers.${verb}`,
	target: toolProviders,
	target_id: provider_name,
	where: rowOf(owner, provider_name),
	org_id: owner === PLATFORM ? null : owner,
	undo: [
		{ table: toolProviders, where: rowOf(owner, provider_name) },
		secretsOf('tool_providers', toolKeyPlace(owner, provider_name).row),
	],
})
