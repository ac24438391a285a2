import { lt } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import type { Group } from './catalogue.ts'
import { toolGroups } from './table.ts'
import { toolGroupObject } from './tool-group-object.ts'

/** The maximum number of groups that one run publishes. */
const CHUNK = 100

/** Publishes the groups whose last change didn't reach KV, because their object didn't respond at the time. */
export async function republishToolGroups(c: WorkContext): Promise<void> {
	const behind = await c.var.db
		.select({ owner: toolGroups.owner, group_name: toolGroups.group_name })
		.from(toolGroups)
		.where(lt(toolGroups.published_generation, toolGroups.generation))
		.limit(CHUNK)
	for (const { owner, group_name } of behind) {
		const owned = { owner, group: group_name as Group }
		await toolGroupObject(c.env, owned).publish(owned)
	}
}
