// An opened config: its row with its decrypted token and environment (spec 2.4). It must never cross HTTP.

import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { layeredCache } from '../../ground/db/cache.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { type Reading, reading, readTogether } from '../../ground/db/reading.ts'
import { allOf } from '../../ground/db/state.ts'
import { invalid } from '../../ground/http/errors.ts'
import { logError } from '../../ground/http/log.ts'
import { must } from '../../ground/http/must.ts'
import { secrets } from '../../ground/secrets/table.ts'
import { open, type SealedRow } from '../../ground/secrets/vault.ts'
import { entitledBy, primaryGrantsOf } from '../../plans/entitlements/effective.ts'
import { pausesOf, refusePaused } from '../../traffic/pauses/current.ts'
import { acrossLayers } from '../layers/names.ts'
import type { Scope } from '../layers/scope.ts'
import { mcpConfigs } from './table.ts'

/** What the agent runtime needs to start or call an MCP server. */
export interface RuntimeMcp {
	id: string
	name: string
	scope: Scope
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
	scope: Scope
	/**
	 * The org isn't entitled: to `mcp.stdio` for its own stdio configs, and to what a config of the platform needs. Or an own config of the
	 * same name hides the platform's, the config has no URL, or a secret can't be opened.
	 */
	reason: 'not_entitled' | 'hidden' | 'no_url' | 'secrets'
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

/** The active configs of an org or of the platform, and the names of the others. */
interface OwnerConfigs {
	active: Sealed[]
	/** An inactive one hides the platform's too. */
	inactive: string[]
}

const cached = layeredCache<OwnerConfigs>('mcp_configs', (configs) => 500 + 2 * JSON.stringify(configs).length)

/** Makes this isolate read all configs again. Call it after every change of a config or its secrets. */
export const forgetMcp = cached.forget

/** The configs of an org or of the platform with their sealed secrets, newest first, as of five seconds ago at most. */
export const mcpOf = (owner: string): Reading<OwnerConfigs> =>
	reading(
		cached.of(owner),
		owner,
		(db) =>
			[
				...sealedWhere(db, allOf(eq(mcpConfigs.org_id, owner), eq(mcpConfigs.is_active, true))),
				db
					.select({ name: mcpConfigs.name })
					.from(mcpConfigs)
					.where(and(eq(mcpConfigs.org_id, owner), eq(mcpConfigs.is_active, false))),
			] as const,
		([configs, sealed, others]) => ({
			active: joined([configs, sealed]),
			inactive: others.map(({ name }) => name),
		}),
	)

/** What an org's MCP servers are made from. */
const mcpReadings = (org_id: string) => [mcpOf(org_id), mcpOf(PLATFORM), primaryGrantsOf(org_id)] as const

const scopeOf = ({ org_id }: Sealed['config']): Scope => (org_id === PLATFORM ? 'platform' : 'org')

/**
 * An org's active configs, newest first, and then the platform's to which it's entitled. Without the entitlement `mcp.stdio` it skips the
 * org's stdio configs, because any owner can store a command, and it would run on the agent's machine. An operator wrote the platform's. No
 * D1 call while the isolate has both layers, the org's entitlements and its pauses cached, else one. Throws 404 for an unknown org, and 403
 * if the platform or the org is paused.
 */
async function listMcpSealed(env: Env, db: Database['reader'], org_id: string): Promise<SealedMcpList> {
	const [paused, own, platform, grants] = await readTogether(db, [pausesOf(org_id), ...mcpReadings(org_id)])
	refusePaused(paused)
	const isEntitled = entitledBy(env, grants)
	const names = new Set([...own.active.map(({ config }) => config.name), ...own.inactive].map(acrossLayers))
	const reasonOf = (config: Sealed['config']): SkippedMcp['reason'] | undefined => {
		const isOwn = scopeOf(config) === 'org'
		if (!isOwn && names.has(acrossLayers(config.name))) return 'hidden'
		const needed = isOwn && config.transport === 'stdio' ? 'mcp.stdio' : config.entitlement
		if (!isEntitled(needed)) return 'not_entitled'
		return config.url === '' ? 'no_url' : undefined
	}
	const list: SealedMcpList = { servers: [], skipped: [] }
	for (const row of [...own.active, ...platform.active]) {
		const { id, name } = row.config
		const reason = reasonOf(row.config)
		if (reason) list.skipped.push({ id, name, scope: scopeOf(row.config), reason })
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
			list.skipped.push({ id, name, scope: scopeOf(row.config), reason: 'secrets' })
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
		.where(and(inArray(mcpConfigs.org_id, [org_id, PLATFORM]), isOther))
	const known = [...found, ...rows.map(({ id }) => id)]
	const fields = ids.flatMap((id, index) =>
		known.includes(id) ? [] : [{ path: `ids.${index}`, message: must.mcp_config_id }],
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
		scope: scopeOf(config),
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
