import { and, desc, eq, sql } from 'drizzle-orm'
import type { Context, MiddlewareHandler } from 'hono'
import * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { textOf } from '../../ground/db/canonical.ts'
import { newId, now, PLATFORM } from '../../ground/db/columns.ts'
import { lacking, stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing, notFound } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { Ok } from '../../ground/http/fields.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { storedUrl } from '../../ground/outbound/input.ts'
import { DENIED } from '../../ground/outbound/refusals.ts'
import { isPurge, PurgeQuery, purged } from '../../ground/secrets/purge.ts'
import { deleteSecretsOf, putSecret, seal } from '../../ground/secrets/vault.ts'
import { afterwards } from '../../ground/write/afterwards.ts'
import { ensure, ensureExists } from '../../ground/write/guards.ts'
import { sendsElsewhere } from '../../ground/write/redirects.ts'
import { write } from '../../ground/write/write.ts'
import { misfitOfEntitlement, requireFitting } from '../layers/entitlement.ts'
import { creationRefusal, ensureSettingsFit } from '../layers/limits.ts'
import { ofLayer, READS, scopeQuery, WRITES } from '../layers/scope.ts'
import { auditOf, configOf, duplicate, runsElsewhere, shownTo, updateMcpConfig } from './change.ts'
import { limitOfConfigs } from './configured.ts'
import { openMcpConfig } from './open.ts'
import { CreateMcpConfig, McpConfig, McpConfigTest, TestMcpConfig, UpdateMcpConfig } from './schema.ts'
import { URL_RULES } from './server.ts'
import { mcpConfigs, mcpSecretPlace, toConfig, urlsOf } from './table.ts'

export const mcpConfigRoutes = routes()

type Create = z.infer<typeof CreateMcpConfig>

/** Whether a new config runs a command on every agent's machine: then a platform admin writes it, with a recent proof. */
const runsEverywhere = ({ transport }: Create, { var: { owner } }: Pick<Context<SignedIn>, 'var'>) =>
	owner === PLATFORM && transport === 'stdio'

const adminsOnly: MiddlewareHandler<SignedIn> = (c, next) => {
	if (runsEverywhere(c.req.valid('json' as never), c) && !c.var.principal.permissions.has('platform_admin'))
		throw lacking('platform_admin')
	return next()
}

mcpConfigRoutes.post(
	'/',
	ofLayer(WRITES),
	body(CreateMcpConfig),
	adminsOnly,
	stepUp('power', runsEverywhere),
	returns(201, McpConfig, 'Create an MCP config'),
	refuses('name.taken', 'limit.reached', ...DENIED),
	async (c) => {
		const { env, bearer_token, url: address, cwd = null, ...given } = c.req.valid('json')
		const url = address == null ? null : storedUrl(c.env, 'url', address, URL_RULES)
		const { owner: org_id } = c.var
		requireFitting([misfitOfEntitlement(org_id, given.entitlement)])
		const created_at = now()
		const id = newId('mcp')
		const has_auth = bearer_token != null
		const config = { id, org_id, ...given, url, cwd, has_auth, is_active: true, created_at, updated_at: created_at }
		const hasEnv = env != null && Object.keys(env).length > 0
		const changes = {
			withinLimit: ensure(c, limitOfConfigs.holds(org_id, sql`1`)),
			config: c.var.db.insert(mcpConfigs).values({ ...config, ...urlsOf(config) }),
			token: has_auth && putSecret(c.var.db, await seal(c.env, mcpSecretPlace(id, 'bearer_token'), bearer_token)),
			env: hasEnv && putSecret(c.var.db, await seal(c.env, mcpSecretPlace(id, 'env'), textOf(env))),
			withinSettings: ensureSettingsFit(c),
		}
		await write(c, changes, {
			audit: auditOf(c, 'create', id),
			response: { status: 201, body: config },
			duplicate,
			otherwise: () => creationRefusal(c, limitOfConfigs),
		})
		return c.json(config, 201)
	},
)

mcpConfigRoutes.get(
	'/',
	ofLayer(READS, { hasOwnQuery: true }),
	query(PageQuery.extend(scopeQuery(READS).shape)),
	returns(200, z.array(McpConfig), 'List MCP configs'),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const rows = await c.var.db
			.select()
			.from(mcpConfigs)
			.where(and(eq(mcpConfigs.org_id, c.var.owner), page.before(mcpConfigs.id)))
			.orderBy(desc(mcpConfigs.id))
			.limit(page.limit)
		return c.json(page.close(rows, ({ id }) => id).map((row) => shownTo(c, toConfig(row))))
	},
)

mcpConfigRoutes.get('/:config_id', ofLayer(READS), returns(200, McpConfig, 'Read an MCP config'), async (c) => {
	const where = configOf(c, c.req.param('config_id'))
	const [row] = await c.var.db.select().from(mcpConfigs).where(where).limit(1)
	return taggedJson(c, shownTo(c, toConfig(existing(row, 'MCP config'))))
})

type Change = z.infer<typeof UpdateMcpConfig>

const movesToken = sendsElsewhere<Change>('bearer_token', 'url')
const movesEnvironment = sendsElsewhere<Change>('env', 'command', 'args', 'cwd')

mcpConfigRoutes.patch(
	'/:config_id',
	ofLayer(WRITES),
	body(UpdateMcpConfig),
	stepUp(
		'power',
		(change: Change, c) =>
			movesToken(change) || movesEnvironment(change) || (c.var.owner === PLATFORM && runsElsewhere(change)),
	),
	returns(200, McpConfig, 'Change an MCP config'),
	refuses('name.taken', ...DENIED),
	async (c) => {
		return changedJson(c, await updateMcpConfig(c, c.req.param('config_id'), c.req.valid('json')))
	},
)

mcpConfigRoutes.delete(
	'/:config_id',
	ofLayer(WRITES, { hasOwnQuery: true }),
	query(PurgeQuery.extend(scopeQuery(WRITES).shape)),
	stepUp('power', isPurge),
	returns(200, Ok, 'Delete an MCP config and its secrets'),
	async (c) => {
		const id = c.req.param('config_id')
		const changes = {
			found: ensureExists(c, mcpConfigs, configOf(c, id)),
			secrets: deleteSecretsOf(c.var.db, 'mcp_configs', id),
			config: c.var.db.delete(mcpConfigs).where(configOf(c, id)),
		}
		const purges = purged(c, c.req.valid('query'), { table: 'mcp_configs', row: id })
		await write(c, changes, { audit: { ...auditOf(c, 'delete', id), ...purges }, otherwise: notFound('MCP config') })
		return c.json({ ok: true as const })
	},
)

mcpConfigRoutes.post(
	'/:config_id/test',
	ofLayer(WRITES),
	body(TestMcpConfig),
	returns(200, McpConfigTest, 'Connect to the MCP server and count its tools', { isAudited: false }),
	refuses('secrets.key_missing'),
	async (c) => {
		const config = await openMcpConfig(c.env, c.var.db, configOf(c, c.req.param('config_id')))
		if (!config) throw notFound('MCP config')
		const { probe } = await import('./probe.ts')
		return c.json((await afterwards(c, { code: 'connects_mcp', values: {} }, () => probe(c.env, config))) ?? null)
	},
)
