// An opened config: its row with its decrypted token and environment (spec 2.4). It must never cross HTTP.

import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { FRESH_MS, isolateCache, OUTAGE_MS } from '../../ground/db/cache.ts'
import type { Database } from '../../ground/db/database.ts'
import { type Reading, reading, readTogether } from '../../ground/db/reading.ts'
import { allOf } from '../../ground/db/state.ts'
import { invalid } from '../../ground/http/errors.ts'
import { logError } from '../../ground/http/log.ts'
import { secrets } from '../../ground/secrets/table.ts'
import { open, type SealedRow } from '../../ground/secrets/vault.ts'
import { effectiveOf, grantsOf } from '../../plans/entitlements/effective.ts'
import { pausesOf, refusePaused } from '../../traffic/pauses/current.ts'
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

interface Sealed {
	config: typeof mcpConfigs.$inferSelect
	secrets: SealedRow[]
}

/** What the agent runtime gets of an org: the servers are still sealed. */
interface SealedMcpList {
	servers: Sealed[]
	skipped: SkippedMcp[]
}

const weightOf = (configs: Sealed[]) => 500 + 2 * JSON.stringify(configs).length

const cache = isolateCache<Sealed[]>(FRESH_MS, { name: 'mcp_configs', standsInFor: OUTAGE_MS, weightOf })

/** Makes this isolate read all configs again. Call it after every change of a config or its secrets. */
export const forgetMcp = cache.forget

/** An org's active configs with their sealed secrets, newest first, as of five seconds ago at most. */
export const mcpOf = (org_id: string): Reading<Sealed[]> =>
	reading(
		cache,
		org_id,
		(db) => sealedWhere(db, allOf(eq(mcpConfigs.org_id, org_id), eq(mcpConfigs.is_active, true))),
		([configs, sealed]) => joined([configs, sealed]),
	)

/**
 * An org's active configs, newest first. Without the entitlement `mcp.stdio` it skips the stdio configs, because any owner can
 * store a command, and it would run on the agent's machine. No D1 call while the isolate has the org's configs, entitlements and
 * pauses cached, else one. Throws 403 if the platform or the org is paused.
 */
async function listMcpSealed(env: Env, db: Database['reader'], org_id: string): Promise<SealedMcpList> {
	const [paused, configs, grants] = await readTogether(db, [pausesOf(org_id), mcpOf(org_id), grantsOf(org_id)])
	refusePaused(paused)
	const isAllowed = grants && effectiveOf(env, grants).some(({ key, value }) => key === 'mcp.stdio' && value === 'true')
	const list: SealedMcpList = { servers: [], skipped: [] }
	for (const row of configs) {
		const { id, name, transport, url } = row.config
		if (transport === 'stdio' && !isAllowed) list.skipped.push({ id, name, reason: 'not_entitled' })
		else if (url === '') list.skipped.push({ id, name, reason: 'no_url' })
		else list.servers.push(row)
	}
	return list
}

/**
 * The same with the secrets, opened now: all, or those with these ids. It skips a config whose secrets can't be opened and logs its id:
 * one bad config must not affect the others. Throws 400 for an id that no config of the org has.
 */
export async function listRuntimeMcp(
	env: Env,
	db: Database['reader'],
	org_id: string,
	ids?: readonly string[] | null,
): Promise<RuntimeMcpList> {
	const sealed = await listMcpSealed(env, db, org_id)
	const isAsked = ({ id }: { id: string }) => ids?.includes(id) ?? true
	const list: RuntimeMcpList = { servers: [], skipped: sealed.skipped.filter(isAsked) }
	const found = [...sealed.servers.map(({ config }) => config), ...sealed.skipped].map(({ id }) => id)
	await requireConfigs(db, org_id, ids ?? [], found)
	for (const row of sealed.servers.filter(({ config }) => isAsked(config)))
		try {
			list.servers.push(await openMcp(env, row))
		} catch {
			const { id, name } = row.config
			logError({ mcp_config: id, error: 'A secret does not open' })
			list.skipped.push({ id, name, reason: 'secrets' })
		}
	return list
}

/** Throws 400 for the ids that no config of the org has. Looks only for those that weren't `found`: a config may be inactive. */
async function requireConfigs(db: Database['reader'], org_id: string, ids: readonly string[], found: string[]) {
	const others = ids.filter((id) => !found.includes(id))
	if (others.length === 0) return
	const isOther = inArray(mcpConfigs.id, sql`(SELECT value FROM json_each(${JSON.stringify(others)}))`)
	const rows = await db
		.select({ id: mcpConfigs.id })
		.from(mcpConfigs)
		.where(and(eq(mcpConfigs.org_id, org_id), isOther))
	const known = [...found, ...rows.map(({ id }) => id)]
	const fields = ids.flatMap((id, index) =>
		known.includes(id) ? [] : [{ path: `ids.${index}`, message: 'Must be the id of an MCP config' }],
	)
	if (fields.length > 0) throw invalid(fields)
}

/** The one config that matches `where`. Undefined when there is none. Throws when a secret can't be opened. One D1 call. */
export async function openMcpConfig(env: Env, db: Database['reader'], where: SQL): Promise<RuntimeMcp | undefined> {
	const [row] = joined(await db.batch(sealedWhere(db, where)))
	return row && openMcp(env, row)
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

/** The config with its secrets. Throws when one can't be opened. */
async function openMcp(env: Env, { config, secrets }: Sealed): Promise<RuntimeMcp> {
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
