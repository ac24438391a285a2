import { or } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { FRESH_MS, isolateCache, OUTAGE_MS, remember, USUAL_WEIGHT } from '../../ground/db/cache.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import { type Reading, reading, readTogether } from '../../ground/db/reading.ts'
import { entryPlace } from '../../ground/db/table.ts'
import { secrets } from '../../ground/secrets/table.ts'
import { at, type Place, type SealedRow } from '../../ground/secrets/vault.ts'
import { forgettable } from '../../isolate.ts'
import { pausesOf, refusePaused } from '../../traffic/pauses/current.ts'
import { type Group, TOOL_CATALOGUE } from './catalogue.ts'
import {
	type Candidate,
	type GroupRows,
	type GroupState,
	groupStatements,
	legacyKeys,
	statesIn,
} from './group-state.ts'
import { readKv } from './kv.ts'
import { toolKeyPlace } from './table.ts'
import { toolGroupObject } from './tool-group-object.ts'

// Which provider serves a tool group for an org (spec 4.1 rule 4): the org's active one, else the platform's, else the one that
// the legacy configuration entries name. An active provider that lacks a required field is skipped, and the response names it.
// The states come from this isolate (5 s), else from KV, else from D1; with the keys, from this isolate or D1.

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

const choices = isolateCache<Layers>(FRESH_MS, { name: 'tool_providers', standsInFor: OUTAGE_MS })

/** A group's states at both layers, and what using its providers takes. */
interface Stored {
	layers: Layers
	active: GroupRows[1]
	entries: GroupRows[2]
	/** Sealed. One is opened when it's used. */
	keys: SealedRow[]
}

const stored = isolateCache<Stored>(FRESH_MS, {
	name: 'tool_credentials',
	standsInFor: OUTAGE_MS,
	weightOf: ({ keys }) => USUAL_WEIGHT + 700 * keys.length,
})

/** Makes the next resolution in this isolate read again. */
export function forgetTools(): void {
	choices.forget()
	stored.forget()
}

// The generations of this isolate's own changes. KV may not have them yet at this location.
const atLeast = forgettable(new Map<string, number>())

/** Makes this isolate see its own change at once. */
export function noteGeneration(owner: string, group: Group, generation: number) {
	remember(atLeast, `${owner} ${group}`, generation)
	forgetTools()
}

const layersIn = (rows: GroupRows, org_id: string, group: Group): Layers => {
	const states = statesIn(rows, [org_id, PLATFORM], group)
	return { org: states.get(org_id) as GroupState, platform: states.get(PLATFORM) as GroupState }
}

const choicesOf = (org_id: string, group: Group): Reading<Layers> =>
	reading(
		choices,
		`${org_id} ${group}`,
		(db) => groupStatements(db, [org_id, PLATFORM], group),
		(rows) => layersIn(rows, org_id, group),
		{ mayLag: true },
	)

/** The providers of a group for an org with their sealed keys, as of five seconds ago at most. KV has no keys, so D1 is asked. */
export const toolsOf = (org_id: string, group: Group): Reading<Stored> =>
	reading(
		stored,
		`${org_id} ${group}`,
		(db) => [
			...groupStatements(db, [org_id, PLATFORM], group),
			db
				.select()
				.from(secrets)
				.where(or(...placesOf(org_id, group).map((place) => at(place)))),
		],
		([groups, active, entries, keys]) => ({
			layers: layersIn([groups, active, entries], org_id, group),
			active,
			entries,
			keys,
		}),
	)

const placesOf = (org_id: string, group: Group): Place[] => [
	entryPlace(legacyKeys(group).api_key),
	...TOOL_CATALOGUE.filter(({ group_name }) => group_name === group).flatMap(({ provider_name }) =>
		[org_id, PLATFORM].map((owner) => toolKeyPlace(owner, provider_name)),
	),
]

/** What a resolution needs: the environment, the database and `waitUntil`. */
type Reader = Pick<WorkContext, 'env' | 'executionCtx'> & { var: Pick<WorkContext['var'], 'db'> }

/**
 * The provider that an org gets for a group. No D1 call while the isolate has the org's pauses cached, and it or KV has the state of
 * the group; else one. Throws 403 if the platform or the org is paused.
 */
export async function resolveTool(c: Reader, org_id: string, group: Group): Promise<ToolResolution> {
	const { db } = c.var
	const known = await choices.get(`${org_id} ${group}`, () => layersInKv(c, org_id, group))
	const [paused, layers = known] = known
		? await readTogether(db, [pausesOf(org_id)])
		: await readTogether(db, [pausesOf(org_id), choicesOf(org_id, group)])
	refusePaused(paused)
	return choose(layers as Layers, group)
}

/** The same with the provider's base URL and its sealed key, if it has them. No D1 call while the isolate has all cached, else one. */
export async function resolveToolSealed(
	{ var: { db } }: Pick<Reader, 'var'>,
	org_id: string,
	group: Group,
): Promise<ToolResolution & { base_url: string | null; key: SealedRow | undefined }> {
	const [paused, { layers, active, entries, keys }] = await readTogether(db, [pausesOf(org_id), toolsOf(org_id, group)])
	refusePaused(paused)
	const resolution = choose(layers, group)
	const { chosen } = resolution
	if (!chosen) return { ...resolution, base_url: null, key: undefined }
	const legacy = legacyKeys(group)
	const isLegacy = chosen.scope === 'legacy'
	const owner = chosen.scope === 'org' ? org_id : PLATFORM
	const place = isLegacy ? entryPlace(legacy.api_key) : toolKeyPlace(owner, chosen.provider_name)
	const base_url = isLegacy
		? entries.find(({ key }) => key === legacy.base_url)?.value
		: active.find((row) => row.owner === owner)?.base_url
	const key = keys.find(({ table_name, row_id }) => table_name === place.table && row_id === place.row)
	return { ...resolution, base_url: base_url ?? null, key }
}

/** The state of the group as KV has it; undefined if that's none, or older than this isolate's own change. */
async function layersInKv({ env, executionCtx }: Reader, org_id: string, group: Group): Promise<Layers | undefined> {
	const owners = [org_id, PLATFORM]
	const known = await readKv(env, owners, group)
	const fresh = (owner: string) => {
		const state = known.get(owner)
		return state && state.generation >= (atLeast.get(`${owner} ${group}`) ?? 0) ? state : undefined
	}
	for (const owner of owners)
		// Only the object writes to KV: two writers would have no order.
		if (known.get(owner) === null)
			executionCtx.waitUntil(
				toolGroupObject(env, { owner, group })
					.publish({ owner, group })
					.catch(() => undefined),
			)
	const [org, platform] = [fresh(org_id), fresh(PLATFORM)]
	return org && platform && { org, platform }
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
