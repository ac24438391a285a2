import { and, eq, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Principal, WorkContext } from '../../context.ts'
import { now } from '../../db/columns.ts'
import { allOf } from '../../db/state.ts'
import { type ApiError, invalid, notFound } from '../../http/errors.ts'
import { keyRedirect } from '../../messages/notifications/redirect.ts'
import { requireCallable } from '../../outbound/input.ts'
import { deleteSecret, putSecret, seal } from '../../secrets/vault.ts'
import { ensureExists } from '../../write/guards.ts'
import { write } from '../../write/write.ts'
import { NEEDS_URL, NO_TOKEN, NO_URL, type UpdateMcpConfig } from './schema.ts'
import { URL_RULES } from './server.ts'
import { mcpConfigs, mcpSecretPlace } from './table.ts'

type Caller = WorkContext & { var: { principal: Principal } }
type Change = z.infer<typeof UpdateMcpConfig>
type Config = typeof mcpConfigs.$inferSelect

export const DUPLICATE = 'An MCP config with this name already exists'

/** The config of this id in the caller's org. */
export const configOf = ({ var: { principal } }: Caller, id: string) =>
	allOf(eq(mcpConfigs.id, id), eq(mcpConfigs.org_id, principal.org_id))

/** The audit row of a change to a config. */
export const auditOf = (c: Caller, verb: 'create' | 'update' | 'delete', id: string) => ({
	action: `mcp_configs.${verb}`,
	target: mcpConfigs,
	target_id: id,
	where: configOf(c, id),
	org_id: c.var.principal.org_id,
})

/**
 * Changes a config and gives it as it became. A new URL for a stored token is a redirect. Errors: 400 for fields that do not
 * fit the transport, 404, 409 for a taken name.
 */
export async function updateMcpConfig(c: Caller, id: string, change: Change): Promise<Config> {
	const { bearer_token, ...fields } = change
	const { db } = c.var
	if (fields.url != null) requireCallable(c.env, 'url', fields.url, URL_RULES)
	const where = configOf(c, id)
	const redirect = redirectBy(c, id, change)
	const place = mcpSecretPlace(id, 'bearer_token')
	const sealed = bearer_token && (await seal(c.env, place, bearer_token))
	const {
		config: [config],
	} = await write(
		c,
		{
			// The guard stands first: else a URL that does not fit the transport would break the table's own check.
			fits: ensureExists(c, mcpConfigs, allOf(where, fitting(change))),
			notice: redirect?.notice,
			config: db
				.update(mcpConfigs)
				.set({ ...fields, ...authOf(change), updated_at: movedBy(change) })
				.where(where)
				.returning(),
			token: sealed ? putSecret(db, sealed) : bearer_token === null && deleteSecret(db, place),
		},
		{
			audit: { ...auditOf(c, 'update', id), ...(redirect && { action: redirect.action }) },
			duplicate: DUPLICATE,
			otherwise: () => refusal(c, id, change),
		},
	)
	if (!config) throw notFound('MCP config')
	return config
}

const authOf = ({ bearer_token }: Change) => (bearer_token === undefined ? {} : { has_auth: bearer_token !== null })

/** `updated_at` moves when a value does, and when a token is written: a sealed token cannot be compared. */
function movedBy(change: Change): SQL {
	const { bearer_token, ...fields } = change
	const differences = Object.entries({ ...fields, ...authOf(change) }).map(([name, value]) => {
		const column = mcpConfigs[name as keyof typeof fields | 'has_auth']
		return sql`${column} IS NOT ${sql.param(value, column)}`
	})
	const moved = [...differences, typeof bearer_token === 'string' ? sql`1` : sql`0`]
	return sql`iif(${sql.join(moved, sql` OR `)}, ${now()}, ${mcpConfigs.updated_at})`
}

/** What a change asks of the transport. A stdio config has no URL, so null fits it. */
function fitting({ url, bearer_token }: Change): SQL {
	const isStdio = eq(mcpConfigs.transport, 'stdio')
	const conditions = and(
		url === null ? isStdio : undefined,
		typeof url === 'string' || typeof bearer_token === 'string' ? sql`NOT (${isStdio})` : undefined,
	)
	return conditions ?? sql`1`
}

/** The redirect that a change may be; undefined when it names no URL, or when the token does not stay. */
function redirectBy(c: Caller, id: string, { url, bearer_token }: Change) {
	if (typeof url !== 'string' || bearer_token !== undefined) return undefined
	const where = configOf(c, id)
	return keyRedirect(c, {
		table: mcpConfigs,
		where: allOf(where, eq(mcpConfigs.has_auth, true)),
		moved: sql`${mcpConfigs.url} IS NOT ${url}`,
		otherwise: 'mcp_configs.update',
		holder: sql`'the MCP config ' || (SELECT ${mcpConfigs.name} FROM ${mcpConfigs} WHERE ${where})`,
		host: new URL(url).host,
		org_id: c.var.principal.org_id,
		payload: { config_id: id },
	})
}

async function refusal(c: Caller, id: string, { url, bearer_token }: Change): Promise<ApiError> {
	const { transport } = mcpConfigs
	const [config] = await c.var.db.select({ transport }).from(mcpConfigs).where(configOf(c, id)).limit(1)
	if (!config) return notFound('MCP config')
	if (config.transport !== 'stdio') return invalid([{ path: 'url', message: NEEDS_URL }])
	return invalid([
		...(typeof url === 'string' ? [{ path: 'url', message: NO_URL }] : []),
		...(typeof bearer_token === 'string' ? [{ path: 'bearer_token', message: NO_TOKEN }] : []),
	])
}
