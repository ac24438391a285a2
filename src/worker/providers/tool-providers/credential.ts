import { isNotNull } from 'drizzle-orm'
import type * as z from 'zod'
import type { Caller } from '../../context.ts'
import { changing } from '../../ground/db/changing.ts'
import { now, orgIdOf } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { invalid } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import { storedBaseUrl } from '../../ground/outbound/input.ts'
import { secretsOf } from '../../ground/secrets/replaced.ts'
import { maskOf, putSecret, seal, isOther } from '../../ground/secrets/vault.ts'
import type { VerbOf } from '../../ground/write/actions.ts'
import { ensureExists } from '../../ground/write/guards.ts'
import { unlessGiven } from '../../ground/write/redirects.ts'
import { write } from '../../ground/write/write.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { configuredTools } from './configured.ts'
import type { PutCredential } from './schema.ts'
import { rowOf, toolKeyPlace, toolProviders } from './table.ts'

interface Credential {
	/** An org's id, or `platform`. */
	owner: string
	entry: CatalogueEntry
	given: z.infer<typeof PutCredential>
}

/**
 * Stores a provider's key, its base URL, or both. Does nothing when both are absent. Throws 400 unless the provider then has
 * every field that it requires.
 */
export async function putCredential(c: Caller, { owner, entry, given }: Credential): Promise<void> {
	const { group_name, provider_name } = entry
	const { api_key } = given
	if (api_key == null && given.base_url == null) return
	const base_url = given.base_url == null ? undefined : storedBaseUrl(c.env, 'base_url', given.base_url)
	const updated_at = now()
	const fields = { ...(api_key && { key_prefix: maskOf(api_key) }), ...(base_url && { base_url }) }
	const sealed = api_key ? await seal(c.env, toolKeyPlace(owner, provider_name), api_key) : undefined
	const set = changing(toolProviders, fields, { updated_at }, ...(sealed ? [isOther(sealed)] : []))
	const stored = c.var.db
		.insert(toolProviders)
		.values({ owner, group_name, provider_name, updated_at, ...fields })
		.onConflictDoUpdate({ target: [toolProviders.owner, toolProviders.provider_name], set })
	const key = sealed && putSecret(c.var.db, sealed)
	const row = rowOf(owner, provider_name)
	const has = (column: 'key_prefix' | 'base_url') =>
		ensureExists(c, toolProviders, allOf(row, isNotNull(toolProviders[column])))
	const missing = entry.requires_api_key ? 'api_key' : 'base_url'
	await write(
		c,
		{
			stored,
			key,
			hasKey: entry.requires_api_key && has('key_prefix'),
			hasBaseUrl: entry.requires_base_url && has('base_url'),
		},
		{
			audit: {
				...auditOf('put_credential', owner, entry),
				kinds: [{ kind: unlessGiven(configuredTools, api_key) }],
				urls: base_url === undefined ? [] : [base_url],
			},
			otherwise: invalid([{ path: missing, message: must.required_by_provider }]),
		},
	)
}

/** The audit row of a change to a provider at one layer. */
export const auditOf = (verb: VerbOf<'tool_providers'>, owner: string, { provider_name }: CatalogueEntry) => ({
	action: `tool_providers.${verb}` as const,
	target: toolProviders,
	target_id: provider_name,
	where: rowOf(owner, provider_name),
	org_id: orgIdOf(owner),
	undo: [
		{ table: toolProviders, where: rowOf(owner, provider_name) },
		secretsOf('tool_providers', toolKeyPlace(owner, provider_name).row),
	],
	kinds: [{ kind: configuredTools }],
})
