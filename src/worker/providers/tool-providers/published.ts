import { sql } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'
import type { Published } from '../../ground/write/following.ts'
import type { Group } from './catalogue.ts'
import { noteGeneration } from './resolve.ts'
import { toolGroups } from './table.ts'
import { tryToolGroup } from './tool-group-object.ts'

/**
 * A group at one layer, which a change publishes to KV. The change tells the group's object before and after it commits. If
 * the object doesn't respond, the change happens anyway.
 */
export function publishedGroup(owner: string, group: Group): Published {
	const owned = { owner, group }
	return {
		name: `tool_groups ${owner} ${group}`,
		announce: (env) => tryToolGroup(env, 'announce', owned),
		counted: (db) => countChange(db, owner, group),
		publish: async (c, [row]) => {
			if (row) noteGeneration(owner, group, (row as { generation: number }).generation)
			await tryToolGroup(c.env, 'publish', owned)
		},
		effect: { code: 'publishes_tool_group', values: { group } },
	}
}

/** The statement that counts a change of a group and returns the new generation. */
const countChange = (db: Database['reader'], owner: string, group: Group) =>
	db
		.insert(toolGroups)
		.values({ owner, group_name: group, generation: 1, published_generation: 0 })
		.onConflictDoUpdate({
			target: [toolGroups.owner, toolGroups.group_name],
			set: { generation: sql`${toolGroups.generation} + 1` },
		})
		.returning({ generation: toolGroups.generation })
