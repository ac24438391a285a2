import type { Group } from './catalogue.ts'
import type { GroupState } from './group-state.ts'

/** The shortest time KV lets a location keep what it read. */
const CACHE_TTL_S = 30

/** The version is that of the stored shape. */
export const kvKey = (owner: string, group: Group) => `tool:v1:${owner}:${group}`

/** Both layers' states as KV has them, in one read. A key that is missing means "ask D1", never "not configured". */
export async function readKv(env: Env, owners: string[], group: Group): Promise<Map<string, GroupState | null>> {
	try {
		const keys = owners.map((owner) => kvKey(owner, group))
		const found = await env.KV.get<GroupState>(keys, { type: 'json', cacheTtl: CACHE_TTL_S })
		return new Map(owners.map((owner) => [owner, found.get(kvKey(owner, group)) ?? null]))
	} catch {
		return new Map()
	}
}

export const toolGroupObject = (env: Env, owner: string, group: Group) => env.TOOL_GROUP.getByName(`${owner}:${group}`)
