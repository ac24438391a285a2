import type { Group } from './catalogue.ts'
import type { GroupState } from './group-state.ts'

/** The shortest time for which KV lets a location cache a read. */
const CACHE_TTL_S = 30

/** The KV key of a group's state. `v1` is the version of the stored shape. */
export const kvKey = (owner: string, group: Group) => `tool:v1:${owner}:${group}`

/**
 * A group's states at the given layers, in one read of KV. Null, or a missing entry because KV didn't respond, means
 * "ask D1", never "not configured".
 */
export async function readKv(env: Env, owners: string[], group: Group): Promise<Map<string, GroupState | null>> {
	try {
		const keys = owners.map((owner) => kvKey(owner, group))
		const found = await env.KV.get<GroupState>(keys, { type: 'json', cacheTtl: CACHE_TTL_S })
		return new Map(owners.map((owner) => [owner, found.get(kvKey(owner, group)) ?? null]))
	} catch {
		return new Map()
	}
}
