import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import { commit } from '../../write/commit.ts'
import { newId, now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { allOf } from '../../db/state.ts'
import type { App, Principal } from '../../context.ts'
import { body, query, returns } from '../../http/contract.ts'
import { type ApiError, invalid, notFound } from '../../http/errors.ts'
import { Ok } from '../../http/fields.ts'
import { openPage, PageQuery } from '../../http/page.ts'
import { keyRedirected } from '../../messages/notifications/key-redirected.ts'
import { notify } from '../../messages/notifications/notify.ts'
import { requireCallable } from '../../outbound/input.ts'
import { deleteSecret, deleteSecretsOf, putSecret, seal } from '../../secrets/vault.ts'
import { probe } from './probe.ts'
import { openMcpConfig, placeOf } from './open.ts'
import {
	CreateMcpConfig,
	McpConfig,
	McpConfigTest,
	NEEDS_URL,
	NO_TOKEN,
	NO_URL,
	TestMcpConfig,
	UpdateMcpConfig,
} from './schema.ts'
import { URL_RULES } from './server.ts'
import { mcpConfigs } from './table.ts'
import { requires, signedIn } from '../../http/access.ts'
import { ensure } from '../../write/guards.ts'

export const mcpConfigRoutes = new Hono<App>()

mcpConfigRoutes.post(
	'/',
	requires('data.secrets'),
	body(CreateMcpConfig),
	returns(201, McpConfig, 'Create an MCP config'),
	async (c) => {
		const { env, bearer_token, url = null, cwd = null, ...given } = c.req.valid('json')
		if (url != null) requireCallable(c.env, 'url', url, URL_RULES)
		const { org_id } = c.var.principal
		const created_at = now()
		const id = newId('mcp')
		const has_auth = bearer_token != null
		const config = { id, org_id, ...given, url, cwd, has_auth, is_active: true, created_at, updated_at: created_at }
		const secrets = [
			...(has_auth ? [seal(c.env, placeOf(id, 'bearer_token'), bearer_token)] : []),
			...(env && Object.keys(env).length > 0 ? [seal(c.env, placeOf(id, 'env'), JSON.stringify(env))] : []),
		]
		const puts = (await Promise.all(secrets)).map((secret) => putSecret(c.var.db, secret))
		await commit(c, [c.var.db.insert(mcpConfigs).values(config), ...puts], {
			audit: auditOf('mcp_configs.create', id, org_id),
			answer: { status: 201, body: config },
			duplicate: DUPLICATE,
		})
		return c.json(config, 201)
	},
)

mcpConfigRoutes.get(
	'/',
	signedIn(),
	query(PageQuery),
	returns(200, z.array(McpConfig), 'List MCP configs'),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const rows = await c.var.db
			.select()
			.from(mcpConfigs)
			.where(and(eq(mcpConfigs.org_id, c.var.principal.org_id), page.before(mcpConfigs.id)))
			.orderBy(desc(mcpConfigs.id))
			.limit(page.limit)
		return c.json(page.close(rows, ({ id }) => id))
	},
)

mcpConfigRoutes.patch(
	'/:config_id',
	requires('data.secrets'),
	body(UpdateMcpConfig),
	returns(200, McpConfig, 'Change an MCP config'),
	async (c) => {
		const id = c.req.param('config_id')
		const { org_id } = c.var.principal
		const change = c.req.valid('json')
		const { bearer_token, ...fields } = change
		if (fields.url != null) requireCallable(c.env, 'url', fields.url, URL_RULES)
		const mine = configOf(id, org_id)
		const update = c.var.db
			.update(mcpConfigs)
			.set({ ...fields, ...authOf(change), updated_at: movedBy(change) })
			.where(mine)
			.returning()
		const place = placeOf(id, 'bearer_token')
		const secret =
			bearer_token === undefined
				? []
				: [
						bearer_token === null
							? deleteSecret(c.var.db, place)
							: putSecret(c.var.db, await seal(c.env, place, bearer_token)),
					]
		// The guard goes first, so that a URL that does not fit the transport never meets the table's own check.
		const fits = ensure(c, sql`EXISTS (SELECT 1 FROM ${mcpConfigs} WHERE ${and(mine, fitting(change))})`)
		const redirected = redirectedBy(change, mine)
		const told = redirected ? [tellOfRedirect(c.var, id, fields.url as string, redirected)] : []
		const results = await commit(c, [fits, ...told, update, ...secret], {
			audit: auditOf(actionOf(redirected), id, org_id),
			duplicate: DUPLICATE,
			otherwise: () => whyNot(c.var.db, mine, change),
		})
		const [config] = results[told.length + 1] as Awaited<typeof update>
		return c.json(config as NonNullable<typeof config>)
	},
)

mcpConfigRoutes.delete(
	'/:config_id',
	requires('data.secrets'),
	returns(200, Ok, 'Delete an MCP config and its secrets'),
	async (c) => {
		const id = c.req.param('config_id')
		const { org_id } = c.var.principal
		const mine = configOf(id, org_id)
		const exists = ensure(c, sql`EXISTS (SELECT 1 FROM ${mcpConfigs} WHERE ${mine})`)
		const secrets = deleteSecretsOf(c.var.db, 'mcp_configs', id)
		await commit(c, [exists, secrets, c.var.db.delete(mcpConfigs).where(mine)], {
			audit: auditOf('mcp_configs.delete', id, org_id),
			otherwise: notFound('MCP config'),
		})
		return c.json({ ok: true as const })
	},
)

mcpConfigRoutes.post(
	'/:config_id/test',
	requires('data.secrets'),
	body(TestMcpConfig),
	returns(200, McpConfigTest, 'Connect to the MCP server and count its tools'),
	async (c) => {
		const mine = configOf(c.req.param('config_id'), c.var.principal.org_id)
		const config = await openMcpConfig(c.env, c.var.db, mine)
		if (!config) throw notFound('MCP config')
		return c.json(await probe(c.env, config))
	},
)

type Change = z.infer<typeof UpdateMcpConfig>

const DUPLICATE = 'An MCP config with this name already exists'

const configOf = (id: string, org_id: string) => allOf(eq(mcpConfigs.id, id), eq(mcpConfigs.org_id, org_id))

const auditOf = (action: string | SQL, target_id: string, org_id: string) => ({
	action,
	target: mcpConfigs,
	target_id,
	where: configOf(target_id, org_id),
	org_id,
})

const authOf = ({ bearer_token }: Change) => (bearer_token === undefined ? {} : { has_auth: bearer_token !== null })

/** `updated_at` moves when a value does, and when a token is written, which cannot be compared. */
function movedBy(change: Change): SQL {
	const { bearer_token, ...fields } = change
	const differences = Object.entries({ ...fields, ...authOf(change) }).map(([name, value]) => {
		const column = mcpConfigs[name as keyof typeof fields | 'has_auth']
		return sql`${column} IS NOT ${sql.param(value, column)}`
	})
	const moved = [...differences, typeof bearer_token === 'string' ? sql`1` : sql`0`]
	return sql`iif(${sql.join(moved, sql` OR `)}, ${now()}, ${mcpConfigs.updated_at})`
}

// What a change asks of the transport. Null is what a stdio config has anyway.
function fitting({ url, bearer_token }: Change): SQL | undefined {
	const isStdio = eq(mcpConfigs.transport, 'stdio')
	return and(
		url === null ? isStdio : undefined,
		typeof url === 'string' || typeof bearer_token === 'string' ? sql`NOT (${isStdio})` : undefined,
	)
}

/** Whether a stored token starts to go to another URL, by the row as it was; undefined when it cannot. */
function redirectedBy({ url, bearer_token }: Change, mine: SQL): SQL | undefined {
	if (typeof url !== 'string' || bearer_token !== undefined) return undefined
	const redirected = and(mine, eq(mcpConfigs.has_auth, true), sql`${mcpConfigs.url} IS NOT ${url}`)
	return sql`EXISTS (SELECT 1 FROM ${mcpConfigs} WHERE ${redirected})`
}

/** A redirect is a line of its own in the audit log. */
const actionOf = (redirected: SQL | undefined): string | SQL =>
	redirected ? sql`iif(${redirected}, 'mcp_configs.redirect', 'mcp_configs.update')` : 'mcp_configs.update'

function tellOfRedirect(
	{ db, principal }: { db: Database['reader']; principal: Principal },
	config_id: string,
	url: string,
	when: SQL,
) {
	const notice = keyRedirected({
		provider: sql`'the MCP config ' || (SELECT ${mcpConfigs.name} FROM ${mcpConfigs} WHERE ${configOf(config_id, principal.org_id)})`,
		host: new URL(url).host,
		actor_user_id: principal.user_id,
		payload: { config_id },
		when,
	})
	return notify(db, { ...notice, org_id: principal.org_id, roles: ['owner'] })
}

async function whyNot(db: Database['reader'], mine: SQL, { url, bearer_token }: Change): Promise<ApiError> {
	const [config] = await db.select({ transport: mcpConfigs.transport }).from(mcpConfigs).where(mine).limit(1)
	if (!config) return notFound('MCP config')
	if (config.transport !== 'stdio') return invalid([{ path: 'url', message: NEEDS_URL }])
	return invalid([
		...(typeof url === 'string' ? [{ path: 'url', message: NO_URL }] : []),
		...(typeof bearer_token === 'string' ? [{ path: 'bearer_token', message: NO_TOKEN }] : []),
	])
}
