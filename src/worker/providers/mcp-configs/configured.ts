import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { newId, now } from '../../ground/db/columns.ts'
import { countOf } from '../../ground/db/state.ts'
import { chosen, column, constant, firstOf, joined, nonEmpty } from '../../ground/db/value.ts'
import { withDefault } from '../../ground/http/fields.ts'
import { storedUrl } from '../../ground/outbound/input.ts'
import { maskedUrl } from '../../ground/outbound/masked.ts'
import { secretField, storedSecret } from '../../ground/secrets/field.ts'
import type { Audited, Configured } from '../../ground/write/configured.ts'
import { hasSecret } from '../../ground/write/entry.ts'
import { redirectsOf } from '../../ground/write/redirects.ts'
import { redirectNotice } from '../../messages/notices/redirect.ts'
import { laterEntitlement, misfitOfEntitlement } from '../layers/entitlement.ts'
import { limitOfLayer, limitOfSettings } from '../layers/limits.ts'
import { WRITERS } from '../layers/scope.ts'
import { unsoldBy, unsoldIn } from '../layers/sold.ts'
import { keptState } from './columns.ts'
import { forgetMcp } from './open.ts'
import { CreateMcpConfig, McpConfig, misfits } from './schema.ts'
import { URL_RULES } from './server.ts'
import { mcpConfigs, toConfig, urlsOf } from './table.ts'

type Config = typeof mcpConfigs.$inferSelect

const { name, bearer_token, env, url, cwd, ...fields } = CreateMcpConfig.shape

const nullable = <S extends z.ZodType>(schema: S) => schema.transform((value) => value ?? null)

const ConfigEntry = z
	.object({
		...fields,
		url,
		cwd: nullable(cwd),
		is_active: withDefault(z.boolean(), true),
		bearer_token: secretField(bearer_token),
		env: secretField(env),
	})
	.superRefine((config, context) => {
		// A config may have lost its URL, and then its entry says null. Only an entry that leaves the URL out misses it.
		for (const [path, message] of misfits(config))
			if (path !== 'url' || config.url === undefined) context.addIssue({ code: 'custom', path: [path], message })
	})

export const limitOfConfigs = limitOfLayer({
	org: 'limit.mcp_configs',
	platform: ['platform.mcp_configs', 500],
	table: mcpConfigs,
	count: (owner) => countOf(mcpConfigs, eq(mcpConfigs.org_id, owner)),
})

const transport = column('transport')
const address = nonEmpty(column('url'))
const lines = [column('command'), column('args'), firstOf(column('cwd'), constant(''))].flatMap((line) => [
	line,
	constant('\n'),
])

export const configuredMcpConfigs: Configured = {
	name: 'mcp_configs',
	called: ['MCP server', 'name'],
	of: 'both',
	writers: WRITERS,
	key: name,
	entry: () => ConfigEntry,
	document: {
		lackedBy: ['platform'],
		entry: z.object({
			...McpConfig.pick({ transport: true, url: true, command: true, args: true, cwd: true }).shape,
			...McpConfig.pick({ inherit_parent_env: true, call_timeout_ms: true, is_active: true }).shape,
			bearer_token: storedSecret(),
			env: storedSecret(),
			...laterEntitlement(),
		}),
		by: 'By name.',
	},
	check: (env, _key, item) => {
		const url = typeof item.url === 'string' ? storedUrl(env, 'url', item.url, URL_RULES) : null
		return { ...item, url }
	},
	misfit: (_key, { entitlement }, owner) => misfitOfEntitlement(owner, entitlement),
	secrets: { fields: ['bearer_token', 'env'] },
	rows: { table: mcpConfigs, owner: mcpConfigs.org_id, moving: { updated_at: now } },
	stored: (row: Config) => {
		const { id: _, org_id: __, name: key, has_auth: ___, created_at: ____, updated_at: _____, ...item } = toConfig(row)
		return { key, item }
	},
	toRow: ({ owner, key, item: { bearer_token, env: _, url, ...item }, stored, at }) => ({
		id: stored?.row.id ?? newId('mcp'),
		org_id: owner,
		name: key,
		...item,
		...urlsOf({ transport: item.transport as Config['transport'], url: url as string | null }),
		has_auth: hasSecret({ bearer_token }, 'bearer_token'),
		created_at: stored?.row.created_at ?? at,
		updated_at: at,
	}),
	limits: [limitOfConfigs, limitOfSettings(mcpConfigs)],
	warnings: (_c, changes, owner, after) => unsoldIn(changes, owner, after),
	hooks: (change) => [unsoldBy(change, mcpConfigs)],
	redirects: redirectsOf({
		table: mcpConfigs,
		key: 'name',
		url: mcpConfigs.url,
		named: 'config_id',
		notice: redirectNotice,
		rules: [
			// The token goes to the URL, except a stdio config's, which goes nowhere.
			{
				field: 'bearer_token',
				address: () => chosen(transport, { http_sse: address, streamable_http: address }),
				holder: 'mcp_config',
			},
			{
				field: 'env',
				address: () => chosen(transport, { stdio: joined(...lines) }),
				host: constant('another command'),
				holder: 'mcp_environment',
			},
		],
	}),
	masked: (key, item) => ({
		key,
		item: typeof item?.url === 'string' ? { ...item, url: maskedUrl(item.url) } : item,
	}),
	audited: ({ target_id }) => {
		const where = eq(mcpConfigs.id, target_id)
		return { target: mcpConfigs, where, kept: keptState(where) }
	},
	demands: (change) => (runsEverywhere(change) ? ['platform_admin'] : undefined),
	proof: (change) => (runsEverywhere(change) ? 'power' : undefined),
	forget: [forgetMcp],
}

/** Whether a change is of a stdio config of the platform, which runs on the machines of all agents. */
function runsEverywhere({ org_id, target_type, before, after }: Audited): boolean {
	return (
		org_id === null && target_type === 'mcp_configs' && [before, after].some((state) => state?.transport === 'stdio')
	)
}
