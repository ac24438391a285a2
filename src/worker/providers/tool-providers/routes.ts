import { eq } from 'drizzle-orm'
import type * as z from 'zod'
import { changing } from '../../ground/db/changing.ts'
import { now } from '../../ground/db/columns.ts'
import { signedIn, stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { conflict } from '../../ground/http/errors.ts'
import { taggedJson } from '../../ground/http/etag.ts'
import { DENIED } from '../../ground/outbound/refusals.ts'
import { isPurge, PurgeQuery, purged } from '../../ground/secrets/purge.ts'
import { deleteSecret } from '../../ground/secrets/vault.ts'
import { sendsElsewhere } from '../../ground/write/redirects.ts'
import { write } from '../../ground/write/write.ts'
import { ofLayer, scopeQuery, WRITERS } from '../layers/scope.ts'
import { activated, activation } from './activation.ts'
import { type CatalogueEntry, GROUPS, isGroup, missingOf, requireProvider, TOOL_CATALOGUE } from './catalogue.ts'
import { auditOf, putCredential } from './credential.ts'
import { resolveTool } from './resolve.ts'
import { EffectiveToolProvider, PutCredential, ToolProvider, ToolProviderGroups } from './schema.ts'
import { rowOf, toolKeyPlace, toolProviders } from './table.ts'

export const toolProviderRoutes = routes()

const READS = { platform: ['platform.read'], org: ['data.secrets', 'platform.read'], byDefault: 'platform' } as const
const WRITES = { ...WRITERS, byDefault: 'platform' } as const

toolProviderRoutes.get(
	'/',
	ofLayer(READS),
	returns(200, ToolProviderGroups, 'List every known tool provider with its stored settings'),
	async (c) => {
		const rows = await c.var.db.select().from(toolProviders).where(eq(toolProviders.owner, c.var.owner))
		const providersOf = (group: string) =>
			TOOL_CATALOGUE.filter(({ group_name }) => group_name === group).map((entry) =>
				toToolProvider(
					entry,
					rows.find(({ provider_name }) => provider_name === entry.provider_name),
				),
			)
		return c.json({ groups: GROUPS.map((group_name) => ({ group_name, providers: providersOf(group_name) })) })
	},
)

toolProviderRoutes.get(
	'/:group/:provider',
	ofLayer(READS),
	returns(200, ToolProvider, 'Read a tool provider with its stored settings'),
	async (c) => {
		const entry = requireProvider(c.req.param('group'), c.req.param('provider'))
		const where = rowOf(c.var.owner, entry.provider_name)
		const [row] = await c.var.db.select().from(toolProviders).where(where).limit(1)
		return taggedJson(c, toToolProvider(entry, row))
	},
)

toolProviderRoutes.put(
	'/:group/:provider/activate',
	ofLayer(WRITES),
	returns(204, undefined, 'Make a provider the only active one of its group'),
	async (c) => {
		const { owner } = c.var
		const entry = requireProvider(c.req.param('group'), c.req.param('provider'))
		await write(c, activation(c, owner, entry), {
			audit: { ...auditOf('activate', owner, entry), undo: [activated(owner, entry)] },
		})
		return c.body(null, 204)
	},
)

toolProviderRoutes.put(
	'/:group/:provider/deactivate',
	ofLayer(WRITES),
	returns(204, undefined, 'Deactivate a provider'),
	async (c) => {
		const { owner } = c.var
		const entry = requireProvider(c.req.param('group'), c.req.param('provider'))
		const deactivated = c.var.db
			.update(toolProviders)
			.set(changing(toolProviders, { is_active: false }, { updated_at: now() }))
			.where(rowOf(owner, entry.provider_name))
		await write(c, { deactivated }, { audit: auditOf('deactivate', owner, entry) })
		return c.body(null, 204)
	},
)

toolProviderRoutes.put(
	'/:group/:provider/credential',
	ofLayer(WRITES),
	body(PutCredential),
	stepUp('power', sendsElsewhere<z.infer<typeof PutCredential>>('api_key', 'base_url')),
	returns(204, undefined, "Store a provider's key, its base URL, or both"),
	refuses(...DENIED),
	async (c) => {
		const entry = requireProvider(c.req.param('group'), c.req.param('provider'))
		await putCredential(c, { owner: c.var.owner, entry, given: c.req.valid('json') })
		return c.body(null, 204)
	},
)

toolProviderRoutes.delete(
	'/:group/:provider/credential',
	ofLayer(WRITES, { hasOwnQuery: true }),
	query(scopeQuery(WRITES).extend(PurgeQuery.shape)),
	stepUp('power', isPurge),
	returns(204, undefined, "Delete a provider's key"),
	async (c) => {
		const { owner } = c.var
		const entry = requireProvider(c.req.param('group'), c.req.param('provider'))
		const place = toolKeyPlace(owner, entry.provider_name)
		const purges = purged(c, c.req.valid('query'), place)
		const key = deleteSecret(c.var.db, place)
		const cleared = c.var.db
			.update(toolProviders)
			.set(changing(toolProviders, { key_prefix: null }, { updated_at: now() }))
			.where(rowOf(owner, entry.provider_name))
		const saysWhatIs = !purges.purges
		await write(
			c,
			{ key, cleared },
			{ audit: { ...auditOf('delete_credential', owner, entry), saysWhatIs, ...purges } },
		)
		return c.body(null, 204)
	},
)

toolProviderRoutes.get(
	'/:group/effective',
	signedIn(),
	returns(200, EffectiveToolProvider, "Read the provider your org's runs use for a tool group"),
	refuses('tool.not_configured', { status: 403, code: 'run.paused' }),
	async (c) => {
		const group = c.req.param('group')
		// No provider serves a group that nobody knows: a run's tool call gets the same answer.
		const { chosen, skipped } = isGroup(group)
			? await resolveTool(c, c.get('principal').org_id, group)
			: { chosen: null, skipped: [] }
		if (!chosen) throw conflict('tool.not_configured', { group_name: group, skipped })
		return taggedJson(c, { group_name: group, ...chosen, skipped })
	},
)

function toToolProvider(entry: CatalogueEntry, row?: typeof toolProviders.$inferSelect) {
	const { key_prefix = null, base_url = null, is_active = false } = row ?? {}
	return {
		...entry,
		is_active,
		...(key_prefix === null ? {} : { key_prefix }),
		...(entry.requires_base_url || base_url !== null ? { base_url } : {}),
		configured: missingOf(entry, { key_prefix, base_url }).length === 0,
	}
}
