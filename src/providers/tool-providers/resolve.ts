import { and, eq } from 'drizzle-orm'
import { configEntries } from '../config-entries/table.ts'
import type { Database } from '../../db/database.ts'
import { isolateCache, remember } from '../../db/cache.ts'
import { open } from '../../secrets/vault.ts'
import { secrets } from '../../secrets/table.ts'
import type { Group } from './catalogue.ts'
import { type Candidate, type GroupState, legacyKeys, readGroupStates } from './group-state.ts'
import { readKv, toolGroupObject } from './kv.ts'
import { toolProviders } from './table.ts'
import { PLATFORM } from '../../identity/orgs/table.ts'

// Which provider serves a tool group for an org (spec 4.1 rule 4): the active one of the org, else of the platform, else the
// legacy configuration entries. An active one that lacks a required field is passed over, and named.
// Read from this isolate (5 s), else KV, else D1.

type Scope = 'org' | 'platform' | 'legacy'

export interface Resolution {
	group_name: Group
	/** Null when nothing can serve the group. */
	chosen: { scope: Scope; provider_name: string } | null
	skipped: { scope: Scope; provider_name: string; missing: Candidate['missing'] }[]
}

interface Layers {
	org: GroupState
	platform: GroupState
}

const layers = isolateCache<Layers>(5_000, 60_000)

// The generations this isolate has made itself: KV may not have them yet at this location.
const atLeast = new Map<string, number>()

/** Makes this isolate see its own change at once. */
export function noteGeneration(owner: string, group: Group, generation: number) {
	remember(atLeast, `${owner} ${group}`, generation)
	layers.forget()
}

interface Reader {
	env: Env
	db: Database['reader']
	waitUntil: (work: Promise<unknown>) => void
}

/** The provider that an org gets for a group. No D1 call while it is warm; `anew` asks D1 whatever is kept. */
export async function resolveTool(reader: Reader, org_id: string, group: Group, anew = false): Promise<Resolution> {
	if (anew) return choose(layersIn(await readGroupStates(reader.db, [org_id, PLATFORM], group), org_id), group)
	const read = await layers.get(`${org_id} ${group}`, () => readLayers(reader, org_id, group))
	return choose(read as Layers, group)
}

const layersIn = (states: Map<string, GroupState>, org_id: string): Layers => ({
	org: states.get(org_id) as GroupState,
	platform: states.get(PLATFORM) as GroupState,
})

async function readLayers({ env, db, waitUntil }: Reader, org_id: string, group: Group): Promise<Layers> {
	const owners = [org_id, PLATFORM]
	const known = await readKv(env, owners, group)
	const fresh = (owner: string) => {
		const state = known.get(owner)
		return state && state.generation >= (atLeast.get(`${owner} ${group}`) ?? 0) ? state : undefined
	}
	const [org, platform] = [fresh(org_id), fresh(PLATFORM)]
	if (org && platform) return { org, platform }
	const states = await readGroupStates(db, owners, group)
	for (const owner of owners)
		// Only the object writes to KV, since two writers there would have no order.
		if (known.get(owner) === null)
			waitUntil(
				toolGroupObject(env, owner, group)
					.publish({ owner, group })
					.catch(() => undefined),
			)
	return layersIn(states, org_id)
}

function choose({ org, platform }: Layers, group_name: Group): Resolution {
	const candidates: [Scope, Candidate | null][] = [
		['org', org.active],
		['platform', platform.active],
		['legacy', platform.legacy],
	]
	const skipped: Resolution['skipped'] = []
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

/** The credentials of what was chosen, opened from D1 at this moment. Undefined when they are gone. */
export async function credentialsOf(
	{ env, db }: Pick<Reader, 'env' | 'db'>,
	org_id: string,
	{ group_name, chosen }: Resolution,
): Promise<Credentials | undefined> {
	if (!chosen) return undefined
	if (chosen.scope === 'legacy') return legacyCredentials(env, db, group_name)
	const owner = chosen.scope === 'org' ? org_id : PLATFORM
	const [[row], [secret]] = await db.batch([
		db
			.select({ key_prefix: toolProviders.key_prefix, base_url: toolProviders.base_url })
			.from(toolProviders)
			.where(and(eq(toolProviders.owner, owner), eq(toolProviders.provider_name, chosen.provider_name)))
			.limit(1),
		db
			.select()
			.from(secrets)
			.where(secretOf('tool_providers', `${owner} ${chosen.provider_name}`))
			.limit(1),
	])
	if (!row || (row.key_prefix === null) !== (secret === undefined)) return undefined
	return { api_key: secret ? await open(env, secret) : null, base_url: row.base_url }
}

async function legacyCredentials(env: Env, db: Database['reader'], group: Group): Promise<Credentials> {
	const [, base_url, api_key] = legacyKeys(group) as [string, string, string]
	const [[url], [secret]] = await db.batch([
		db.select().from(configEntries).where(eq(configEntries.key, base_url)).limit(1),
		db.select().from(secrets).where(secretOf('config_entries', api_key)).limit(1),
	])
	return { api_key: secret ? await open(env, secret) : null, base_url: url?.value ?? null }
}

const secretOf = (table: string, row: string) => and(eq(secrets.table_name, table), eq(secrets.row_id, row))

/** Drops what this isolate keeps, so that the next resolution reads anew. */
export const forgetTools = layers.forget
