import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { allOf } from '../../db/state.ts'
import type { App, Principal } from '../../context.ts'
import { body, returns } from '../../http/contract.ts'
import { conflict, invalid } from '../../http/errors.ts'
import { taggedJson } from '../../http/etag.ts'
import { keyRedirected } from '../../messages/notifications/key-redirected.ts'
import { notify, notifyPlatformAdmins } from '../../messages/notifications/notify.ts'
import { storedBaseUrl } from '../../outbound/input.ts'
import { deleteSecret, maskOf, putSecret, seal } from '../../secrets/vault.ts'
import { CATALOGUE, type CatalogueEntry, GROUPS, missingOf, requireGroup, requireProvider } from './catalogue.ts'
import { activation, changeGroup } from './change.ts'
import { resolveTool } from './resolve.ts'
import { EffectiveToolProvider, PutCredential, ToolProviderGroups } from './schema.ts'
import { requiresForScope } from './scope.ts'
import { toolProviders } from './table.ts'
import { signedIn } from '../../http/access.ts'
import { ensure } from '../../write/guards.ts'
import { PLATFORM } from '../../identity/orgs/table.ts'

export const toolProviderRoutes = new Hono<App>()

toolProviderRoutes.get(
	'/',
	requiresForScope(),
	returns(200, ToolProviderGroups, 'List every known tool provider with what is stored for it'),
	async (c) => {
		const rows = await c.var.db.select().from(toolProviders).where(eq(toolProviders.owner, c.var.owner))
		const entryFor = (known: CatalogueEntry) =>
			shown(
				known,
				rows.find((row) => row.provider_name === known.provider_name),
			)
		return c.json({
			groups: GROUPS.map((group_name) => ({
				group_name,
				providers: CATALOGUE.filter((known) => known.group_name === group_name).map(entryFor),
			})),
		})
	},
)

toolProviderRoutes.put(
	'/:group/:provider/activate',
	requiresForScope(),
	returns(204, undefined, 'Make this the one active provider of its group'),
	async (c) => {
		const entry = requireProvider(c.req.param('group'), c.req.param('provider'))
		await changeGroup(c.env, c, c.var.owner, entry.group_name, activation(c, c.var.owner, entry, now()), {
			audit: auditOf('activate', c.var.owner, entry),
		})
		return c.body(null, 204)
	},
)

toolProviderRoutes.put(
	'/:group/:provider/deactivate',
	requiresForScope(),
	returns(204, undefined, 'Deactivate a provider'),
	async (c) => {
		const { owner } = c.var
		const entry = requireProvider(c.req.param('group'), c.req.param('provider'))
		const off = c.var.db.update(toolProviders).set({ is_active: false, updated_at: now() }).where(rowOf(owner, entry))
		await changeGroup(c.env, c, owner, entry.group_name, [off], { audit: auditOf('deactivate', owner, entry) })
		return c.body(null, 204)
	},
)

toolProviderRoutes.put(
	'/:group/:provider/credential',
	requiresForScope(),
	body(PutCredential),
	returns(204, undefined, "Store a provider's key, its base URL, or both"),
	async (c) => {
		const { owner } = c.var
		const entry = requireProvider(c.req.param('group'), c.req.param('provider'))
		const { api_key, base_url: wanted } = c.req.valid('json')
		if (api_key === undefined && wanted === undefined) return c.body(null, 204)
		const base_url = wanted === undefined ? undefined : storedBaseUrl(c.env, 'base_url', wanted)
		const updated_at = now()
		const { group_name, provider_name } = entry
		const given = {
			...(api_key === undefined ? {} : { key_prefix: maskOf(api_key) }),
			...(base_url === undefined ? {} : { base_url }),
		}
		const put = c.var.db
			.insert(toolProviders)
			.values({ owner, group_name, provider_name, updated_at, ...given })
			.onConflictDoUpdate({ target: [toolProviders.owner, toolProviders.provider_name], set: { updated_at, ...given } })
		const sealed = api_key === undefined ? [] : [putSecret(c.var.db, await seal(c.env, placeOf(owner, entry), api_key))]
		const complete = [
			...(entry.requires_api_key ? [ensure(c, stored(owner, entry, 'key_prefix'))] : []),
			...(entry.requires_base_url ? [ensure(c, stored(owner, entry, 'base_url'))] : []),
		]
		const missing = entry.requires_api_key ? 'api_key' : 'base_url'
		const redirects = api_key === undefined && base_url !== undefined
		const told = redirects ? [tellOfRedirect(c.var, owner, entry, base_url)] : []
		const action = redirects ? putAction(owner, entry, base_url) : 'tool_providers.put_credential'
		await changeGroup(c.env, c, owner, group_name, [...told, put, ...sealed, ...complete], {
			audit: { ...auditOf('put_credential', owner, entry), action },
			otherwise: invalid([{ path: missing, message: 'This provider needs it, and none is stored' }]),
		})
		return c.body(null, 204)
	},
)

toolProviderRoutes.delete(
	'/:group/:provider/credential',
	requiresForScope(),
	returns(204, undefined, "Forget a provider's key"),
	async (c) => {
		const { owner } = c.var
		const entry = requireProvider(c.req.param('group'), c.req.param('provider'))
		const clear = c.var.db.update(toolProviders).set({ key_prefix: null, updated_at: now() }).where(rowOf(owner, entry))
		await changeGroup(c.env, c, owner, entry.group_name, [deleteSecret(c.var.db, placeOf(owner, entry)), clear], {
			audit: auditOf('delete_credential', owner, entry),
		})
		return c.body(null, 204)
	},
)

toolProviderRoutes.get(
	'/:group/effective',
	signedIn(),
	returns(200, EffectiveToolProvider, 'Which provider a run of your org gets for a group'),
	async (c) => {
		const group = requireGroup(c.req.param('group'))
		const reader = { env: c.env, db: c.var.db, waitUntil: (work: Promise<unknown>) => c.executionCtx.waitUntil(work) }
		const { chosen, skipped } = await resolveTool(reader, c.var.principal.org_id, group)
		if (!chosen)
			throw conflict('No provider is configured for this tool group', {
				reason: 'tool.not_configured',
				group_name: group,
				skipped,
			})
		return taggedJson(c, { group_name: group, ...chosen, skipped })
	},
)

function shown(known: CatalogueEntry, row?: typeof toolProviders.$inferSelect) {
	const { key_prefix = null, base_url = null, is_active = false } = row ?? {}
	return {
		...known,
		is_active,
		...(key_prefix === null ? {} : { key_prefix }),
		...(known.requires_base_url || base_url !== null ? { base_url } : {}),
		configured: missingOf(known, { key_prefix, base_url }).length === 0,
	}
}

// A key that stays while the address changes goes to another host from now on, which the audit log must show and the owners
// must hear of. Judged by the row as it was.
const isRedirect = (owner: string, entry: CatalogueEntry, base_url: string) =>
	sql`EXISTS (SELECT 1 FROM ${toolProviders} WHERE ${rowOf(owner, entry)} AND ${toolProviders.key_prefix} IS NOT NULL AND ${toolProviders.base_url} IS NOT ${base_url})`

const putAction = (owner: string, entry: CatalogueEntry, base_url: string) =>
	sql`iif(${isRedirect(owner, entry, base_url)}, 'tool_providers.redirect', 'tool_providers.put_credential')`

function tellOfRedirect(
	{ db, principal }: { db: Database['reader']; principal: Principal },
	owner: string,
	entry: CatalogueEntry,
	base_url: string,
) {
	const { provider_name } = entry
	const notice = keyRedirected({
		provider: `the tool provider ${provider_name}`,
		host: new URL(base_url).host,
		actor_user_id: principal.user_id,
		payload: { provider_name },
		when: isRedirect(owner, entry, base_url),
	})
	if (owner === PLATFORM) return notifyPlatformAdmins(db, notice)
	return notify(db, { ...notice, org_id: owner, roles: ['owner'] })
}

// Whether the field is there once the write has been made.
const stored = (owner: string, entry: CatalogueEntry, field: 'key_prefix' | 'base_url') =>
	sql`EXISTS (SELECT 1 FROM ${toolProviders} WHERE ${rowOf(owner, entry)} AND ${toolProviders[field]} IS NOT NULL)`

const rowOf = (owner: string, { provider_name }: CatalogueEntry) =>
	allOf(eq(toolProviders.owner, owner), eq(toolProviders.provider_name, provider_name))

const placeOf = (owner: string, { provider_name }: CatalogueEntry) => ({
	table: 'tool_providers',
	row: `${owner} ${provider_name}`,
	column: 'api_key',
})

const auditOf = (verb: string, owner: string, entry: CatalogueEntry) => ({
	action: `tool_providers.${verb}`,
	target: toolProviders,
	target_id: entry.provider_name,
	where: rowOf(owner, entry),
	org_id: owner === PLATFORM ? null : owner,
})
