import { and, lt } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { eachOf } from '../../ground/write/each.ts'
import { nextRows, type Place } from '../../ground/write/place.ts'
import type { Group } from './catalogue.ts'
import { toolGroups } from './table.ts'
import { toolGroupObject } from './tool-group-object.ts'

/** The maximum number of groups that one run publishes. */
const CHUNK = 100

/** Publishes the groups whose last change didn't reach KV, because their object didn't respond at the time. */
export async function republishToolGroups(c: WorkContext, place: Place): Promise<void> {
	const { owner, group_name, published_generation, generation } = toolGroups
	const behind = await nextRows(c, place, [owner, group_name], CHUNK, (isNext) =>
		c.var.db
			.select({ owner, group_name })
			.from(toolGroups)
			.where(and(lt(published_generation, generation), isNext)),
	)
	await eachOf(c, behind, 'owner', (found) => {
		const owned = { owner: found.owner, group: found.group_name as Group }
		return toolGroupObject(c.env, owned).publish(owned)
	})
}
