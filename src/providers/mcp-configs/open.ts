// An opened config: its row with its decrypted token and environment (spec 2.4). It must never cross HTTP.

import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { allOf } from '../../db/state.ts'
import { logError } from '../../http/log.ts'
import { effectiveBoolean } from '../../plans/entitlements/effective.ts'
import { secrets } from '../../secrets/table.ts'
import { open } from '../../secrets/vault.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { mcpConfigs } from './table.ts'

/** What the agent runtime needs to start or call an MCP server. */
export interface RuntimeMcp {
	id: string
	name: string
	transport: (typeof mcpConfigs.$inferSelect)['transport']
	url: string | null
	command: string
	args: string[]
	cwd: string | null
	env: Record<string, string>
	inherit_parent_env: boolean
	bearer_token: string | null
	call_timeout_ms: number
}

/** An active config that the agent runtime doesn't get, and why. */
interface SkippedMcp {
	id: string
	name: string
	/** The org's entitlement `mcp.stdio` isn't true, the config has no URL, or a secret can't be opened. */
	reason: 'not_entitled' | 'no_url' | 'secrets'
}

export interface RuntimeMcpList {
	servers: RuntimeMcp[]
	skipped: SkippedMcp[]
}

/**
 * An org's active configs, newest first. Without the entitlement `mcp.stdio` it skips the stdio configs, because any owner can
 * store a command, and it would run on the agent's machine. It skips a config whose secrets can't be opened and logs its id:
 * one bad config must not affect the others. A deleted org has none. One D1 call.
 */
export async function listRuntimeMcp(env: Env, db: Database['reader'], org_id: string): Promise<RuntimeMcpList> {
	const allowed = db.select({ isAllowed: sql<number>`${effectiveBoolean(org_id, 'mcp.stdio')}`.as('is_allowed') })
	const where = allOf(eq(mcpConfigs.org_id, org_id), eq(mcpConfigs.is_active, true), isOrgOpen(mcpConfigs.org_id))
	const [[stdio], ...sealed] = await db.batch([allowed.from(sql`(SELECT 1)`), ...sealedWhere(db, where)])
	const list: RuntimeMcpList = { servers: [], skipped: [] }
	for (const row of joined(sealed)) {
		const { id, name, transport, url } = row.config
		if (transport === 'stdio' && !stdio?.isAllowed) list.skipped.push({ id, name, reason: 'not_entitled' })
		else if (url === '') list.skipped.push({ id, name, reason: 'no_url' })
		else
			try {
				list.servers.push(await opening(env, row))
			} catch {
				logError({ mcp_config: id, error: 'A secret does not open' })
				list.skipped.push({ id, name, reason: 'secrets' })
			}
	}
	return list
}

/** The one config that matches `where`. Undefined when there is none. Throws when a secret can't be opened. One D1 call. */
export async function openMcpConfig(env: Env, db: Database['reader'], where: SQL): Promise<RuntimeMcp | undefined> {
	const [row] = joined(await db.batch(sealedWhere(db, where)))
	return row && opening(env, row)
}

interface Sealed {
	config: typeof mcpConfigs.$inferSelect
	secrets: (typeof secrets.$inferSelect)[]
}

/** The statements that read the configs that match `where`, newest first, and their secrets. */
function sealedWhere(db: Database['reader'], where: SQL) {
	const ids = db.select({ id: mcpConfigs.id }).from(mcpConfigs).where(where)
	const ofThese = and(eq(secrets.table_name, 'mcp_configs'), inArray(secrets.row_id, ids))
	return [
		db.select().from(mcpConfigs).where(where).orderBy(desc(mcpConfigs.id)),
		db.select().from(secrets).where(ofThese),
	] as const
}

function joined([configs, sealed]: readonly [Sealed['config'][], Sealed['secrets']]): Sealed[] {
	const of = Map.groupBy(sealed, ({ row_id }) => row_id)
	return configs.map((config) => ({ config, secrets: of.get(config.id) ?? [] }))
}

async function opening(env: Env, { config, secrets }: Sealed): Promise<RuntimeMcp> {
	const read = async (column: string) => {
		const secret = secrets.find(({ column_name }) => column_name === column)
		return secret && open(env, secret)
	}
	const hasToken = config.has_auth && config.transport !== 'stdio'
	const [bearer_token = null, variables = '{}'] = await Promise.all([
		hasToken ? read('bearer_token') : null,
		read('env'),
	])
	if (hasToken && bearer_token === null) throw new Error('An MCP config has no token')
	const { id, name, transport, url, command, args, cwd, inherit_parent_env, call_timeout_ms } = config
	const opened = JSON.parse(variables) as Record<string, string>
	return {
		id,
		name,
		transport,
		url,
		command,
		args,
		cwd,
		env: opened,
		inherit_parent_env,
		bearer_token,
		call_timeout_ms,
	}
}
