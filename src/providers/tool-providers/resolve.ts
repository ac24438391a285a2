import { eq } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { isolateCache, remember } from '../../db/cache.ts'
import { PLATFORM } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { configEntries, entryPlace } from '../../db/table.ts'
import { secrets } from '../../secrets/table.ts'
import { at, open } from '../../secrets/vault.ts'
import { refuseIfPaused } from '../../traffic/pauses/current.ts'
import type { Group } from './catalogue.ts'
import { type Candidate, type GroupState, legacyKeys, readGroupStates } from './group-state.ts'
import { readKv } from './kv.ts'
import { rowOf, toolKeyPlace, toolProviders } from './table.ts'
import { toolGroupObject } from './tool-group-object.ts'

// Which provider serves a tool group for an org (spec 4.1 rule 4): the org's active one, else the platform's, else the one that
// the legacy configuration entries name. An active provider that lacks a required field is skipped, and the response names it.
// The states come from this isolate (5 s), else from KV, else from D1.

type ToolScope = 'org' | 'platform' | 'legacy'

export interface ToolResolution {
	group_name: Group
	/** Null when nothing can serve the group. */
	chosen: { scope: ToolScope; provider_name: string } | null
	skipped: { scope: ToolScope; provider_name: string; missing: Candidate['missing'] }[]
}

interface Layers {
	org: GroupState
	platform: GroupState
}

const layers = isolateCache<Layers>(5_000, { name: 'tool_providers', usableFor: 60_000 })

// The generations of this isolate's own changes. KV may not have them yet at this location.
const atLeast = new Map<string, number>()

/** Makes this isolate see its own change at once. */
export function noteGeneration(owner: string, group: Group, generation: number) {
	remember(atLeast, `${owner} ${group}`, generation)
	layers.forget()
}

/** What a resolution needs: the environment, the database and `waitUntil`. */
type Reader = Pick<WorkContext, 'env' | 'executionCtx'> & { var: Pick<WorkContext['var'], 'db'> }

/**
 * The provider that an org gets for a group. No D1 call while the isolate has the group's state and the org's pauses cached.
 * Throws 403 if the platform or the org is paused.
 */
export async function resolveTool(c: Reader, org_id: string, group: Group): Promise<ToolResolution> {
	await refuseIfPaused(c.var.db, org_id)
	const read = await layers.get(`${org_id} ${group}`, () => readLayers(c, org_id, group))
	return choose(read as Layers, group)
}

/** The provider that an org gets for a group, read from D1 past all caches. One D1 call. */
export async function resolveToolFromD1(c: Reader, org_id: string, group: Group): Promise<ToolResolution> {
	return choose(layersIn(await readGroupStates(c.var.db, [org_id, PLATFORM], group), org_id), group)
}

const layersIn = (states: Map<string, GroupState>, org_id: string): Layers => ({
	org: states.get(org_id) as GroupState,
	platform: states.get(PLATFORM) as GroupState,
})

async function readLayers({ env, executionCtx, var: { db } }: Reader, org_id: string, group: Group): Promise<Layers> {
	const owners = [org_id, PLATFORM]
	const known = await readKv(env, owners, group)
	const fresh = (owner: string) => {
		const state = known.get(owner)
		return state && state.generation >= (atLeast.get(`${owner} ${group}`) ?? 0) ? state : undefined
	}
	const [org, platform] = [fresh(org_id), fresh(PLATFORM)]
	if (org && platform) return { org, platform }
	const states = await readGroupStates(db.primary(), owners, group)
	for (const owner of owners)
		// Only the object writes to KV: two writers would have no order.
		if (known.get(owner) === null)
			executionCtx.waitUntil(
				toolGroupObject(env, { owner, group })
					.publish({ owner, group })
					.catch(() => undefined),
			)
	return layersIn(states, org_id)
}

function choose({ org, platform }: Layers, group_name: Group): ToolResolution {
	const candidates: [ToolScope, Candidate | null][] = [
		['org', org.active],
		['platform', platform.active],
		['legacy', platform.legacy],
	]
	const skipped: ToolResolution['skipped'] = []
	for (const [scope, candidate] of candidates) {
		if (!candidate) continue
		const { provider_name, missing } = candidate
		if (missing.length === 0) return { group_name, chosen: { scope, provider_name }, skipped }
		skipped.push({ scope, provider_name, missing })
	}
	return { group_name, chosen: null, skipped }
}

export interface Credentials {
	api_key: string | null
	base_url: string | null
}

/** The chosen provider's credentials, read from D1 and opened now. Undefined when they're gone. One D1 call. */
export async function credentialsOf(
	{ env, var: { db } }: Reader,
	org_id: string,
	{ group_name, chosen }: ToolResolution,
): Promise<Credentials | undefined> {
	if (!chosen) return undefined
	if (chosen.scope === 'legacy') return legacyCredentials(env, db, group_name)
	const { provider_name } = chosen
	const owner = chosen.scope === 'org' ? org_id : PLATFORM
	const [[row], [secret]] = await db.batch([
		db
			.select({ key_prefix: toolProviders.key_prefix, base_url: toolProviders.base_url })
			.from(toolProviders)
			.where(rowOf(owner, provider_name))
			.limit(1),
		db
			.select()
			.from(secrets)
			.where(at(toolKeyPlace(owner, provider_name)))
			.limit(1),
	])
	if (!row || (row.key_prefix === null) !== (secret === undefined)) return undefined
	return { api_key: secret ? await open(env, secret) : null, base_url: row.base_url }
}

async function legacyCredentials(env: Env, db: Database['reader'], group: Group): Promise<Credentials> {
	const { base_url, api_key } = legacyKeys(group)
	const [[url], [secret]] = await db.batch([
		db.select().from(configEntries).where(eq(configEntries.key, base_url)).limit(1),
		db
			.select()
			.from(secrets)
			.where(at(entryPlace(api_key)))
			.limit(1),
	])
	return { api_key: secret ? await open(env, secret) : null, base_url: url?.value ?? null }
}

/** Makes the next resolution in this isolate read again. */
export const forgetTools = layers.forget
