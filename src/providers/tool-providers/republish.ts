import { lt } from 'drizzle-orm'
import type { Group } from './catalogue.ts'
import { toolGroupObject } from './kv.ts'
import { toolGroups } from './table.ts'
import type { WorkContext } from '../../context.ts'

/** Groups a run publishes at most. */
const CHUNK = 100

/** Publishes the groups whose last change never reached KV, because their object did not answer when it was made. */
export async function publishToolGroups(c: WorkContext): Promise<void> {
	const behind = await c.var.db
		.select({ owner: toolGroups.owner, group_name: toolGroups.group_name })
		.from(toolGroups)
		.where(lt(toolGroups.published_generation, toolGroups.generation))
		.limit(CHUNK)
	for (const { owner, group_name } of behind) {
		const group = group_name as Group
		await toolGroupObject(c.env, owner, group).publish({ owner, group })
	}
}
