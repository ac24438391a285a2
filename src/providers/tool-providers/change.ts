import { and, eq, ne, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { allOf, exists } from '../../db/state.ts'
import { PLATFORM } from '../../tenancy/orgs/table.ts'
import { emit } from '../../webhooks/events/emit.ts'
import { afterwards } from '../../write/afterwards.ts'
import { type Part, write, type WriteOptions } from '../../write/write.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { noteGeneration } from './resolve.ts'
import { toolGroups, toolProviders } from './table.ts'
import { type OwnedGroup, tryToolGroup } from './tool-group-object.ts'

interface GroupsChange {
	groups: OwnedGroup[]
	/** The statements of the change, by name. */
	changes: Record<string, Part>
	options: WriteOptions
}

/** The same as `changeGroups` for one group. */
export const changeGroup = (c: WorkContext, { owner, group, ...change }: OwnedGroup & Omit<GroupsChange, 'groups'>) =>
	changeGroups(c, { groups: [{ owner, group }], ...change })

/**
 * Commits a change of groups, each at one layer, and publishes them to KV. The object of a group hears of the change before and
 * after it. When an object does not answer, the change happens all the same. Errors: those of `write()`.
 */
export async function changeGroups(c: WorkContext, { groups, changes, options }: GroupsChange): Promise<void> {
	if (!c.var.dry_run) await Promise.all(groups.map((owned) => tryToolGroup(c.env, 'announce', owned)))
	const parts = { counted: groups.map((owned) => countChange(c.var.db, owned)), ...changes }
	const { counted } = await write(c, parts, options)
	const publish = async ({ owner, group }: OwnedGroup, generation: number | undefined) => {
		if (generation !== undefined) noteGeneration(owner, group, generation)
		await tryToolGroup(c.env, 'publish', { owner, group })
	}
	await Promise.all(
		groups.map((owned, index) =>
			afterwards(c, `Publishes the tool group ${owned.group} to KV.`, () =>
				publish(owned, counted[index]?.[0]?.generation),
			),
		),
	)
}

/** The statement that counts a change of a group. It gives the new generation. */
const countChange = (db: Database['reader'], { owner, group }: OwnedGroup) =>
	db
		.insert(toolGroups)
		.values({ owner, group_name: group, generation: 1, published_generation: 0 })
		.onConflictDoUpdate({
			target: [toolGroups.owner, toolGroups.group_name],
			set: { generation: sql`${toolGroups.generation} + 1` },
		})
		.returning({ generation: toolGroups.generation })

/**
 * The statements that make a provider the active one of its group. The others go off first, since the unique index allows no
 * moment with two. An org's event is emitted only when another provider, or none, was active.
 */
export function activation({ var: { db } }: WorkContext, owner: string, { group_name, provider_name }: CatalogueEntry) {
	const updated_at = now()
	const isOwners = eq(toolProviders.owner, owner)
	const isActive = eq(toolProviders.is_active, true)
	const wasActive = exists(toolProviders, allOf(isOwners, eq(toolProviders.provider_name, provider_name), isActive))
	const event = {
		org_id: owner,
		type: 'tool_provider.activated' as const,
		data: { org_id: owner, group_name, provider_name },
		when: sql`NOT ${wasActive}`,
	}
	return {
		event: owner !== PLATFORM && emit(db, event),
		deactivated: db
			.update(toolProviders)
			.set({ is_active: false, updated_at })
			.where(
				and(
					isOwners,
					eq(toolProviders.group_name, group_name),
					ne(toolProviders.provider_name, provider_name),
					isActive,
				),
			),
		activated: db
			.insert(toolProviders)
			.values({ owner, group_name, provider_name, is_active: true, updated_at })
			.onConflictDoUpdate({
				target: [toolProviders.owner, toolProviders.provider_name],
				set: { is_active: true, updated_at },
			}),
	}
}

/** The rows that an activation touches: the provider, and the one that was active. */
export const activated = (owner: string, { group_name, provider_name }: CatalogueEntry) => ({
	table: toolProviders,
	where: allOf(
		eq(toolProviders.owner, owner),
		eq(toolProviders.group_name, group_name),
		sql`(${toolProviders.provider_name} = ${provider_name} OR ${toolProviders.is_active} = 1)`,
	),
})
