// An opened config: its row with its token and environment, decrypted (spec 2.4). Nothing of it may cross HTTP.

import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { allOf } from '../../db/state.ts'
import { logError } from '../../http/log.ts'
import { secrets } from '../../secrets/table.ts'
import { open } from '../../secrets/vault.ts'
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

/**
 * The active configs of an org, newest first. A config whose secrets do not open is left out and logged by its id: it must not
 * take the others with it. One D1 call.
 */
export async function listRuntimeMcp(env: Env, db: Database['reader'], org_id: string): Promise<RuntimeMcp[]> {
	const rows = await sealedWhere(db, allOf(eq(mcpConfigs.org_id, org_id), eq(mcpConfigs.is_active, true)))
	const opened = rows.map(async (row) => {
		try {
			return [await opening(env, row)]
		} catch {
			logError({ mcp_config: row.config.id, error: 'A secret does not open' })
			return []
		}
	})
	return (await Promise.all(opened)).flat()
}

/** The one config under `where`; undefined when there is none. Throws when a secret does not open. One D1 call. */
export async function openMcpConfig(env: Env, db: Database['reader'], where: SQL): Promise<RuntimeMcp | undefined> {
	const [row] = await sealedWhere(db, where)
	return row && opening(env, row)
}

interface Sealed {
	config: typeof mcpConfigs.$inferSelect
	secrets: (typeof secrets.$inferSelect)[]
}

async function sealedWhere(db: Database['reader'], where: SQL): Promise<Sealed[]> {
	const ids = db.select({ id: mcpConfigs.id }).from(mcpConfigs).where(where)
	const [configs, sealed] = await db.batch([
		db.select().from(mcpConfigs).where(where).orderBy(desc(mcpConfigs.id)),
		db
			.select()
			.from(secrets)
			.where(and(eq(secrets.table_name, 'mcp_configs'), inArray(secrets.row_id, ids))),
	])
	const of = Map.groupBy(sealed, ({ row_id }) => row_id)
	return configs.map((config) => ({ config, secrets: of.get(config.id) ?? [] }))
}

async function opening(env: Env, { config, secrets }: Sealed): Promise<RuntimeMcp> {
	const read = async (column: string) => {
		const secret = secrets.find(({ column_name }) => column_name === column)
		return secret && open(env, secret)
	}
	const [bearer_token = null, variables = '{}'] = await Promise.all([read('bearer_token'), read('env')])
	if (config.has_auth && bearer_token === null) throw new Error('An MCP config has no token')
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
