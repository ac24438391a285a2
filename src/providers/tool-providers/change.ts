import { and, eq, ne, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { commit } from '../../write/commit.ts'
import { emit } from '../../webhooks/events/emit.ts'
import { logError } from '../../http/log.ts'
import type { CatalogueEntry, Group } from './catalogue.ts'
import { toolGroupObject } from './kv.ts'
import { noteGeneration } from './resolve.ts'
import { toolGroups, toolProviders } from './table.ts'
import type { WriteOptions } from '../../write/write.ts'
import type { WorkContext } from '../../context.ts'
import { PLATFORM } from '../../identity/orgs/table.ts'

/**
 * Commits a change of a group at one layer and brings it to KV. The group's object is told before and after; when it does not
 * answer, the change is made all the same, and cron publishes it later.
 */
export async function changeGroup(
	env: Env,
	c: WorkContext,
	owner: string,
	group: Group,
	changes: readonly BatchItem<'sqlite'>[],
	options: WriteOptions,
): Promise<void> {
	await told('announce')
	const first = { owner, group_name: group, generation: 1, published_generation: 0 }
	const count = c.var.database.writer
		.insert(toolGroups)
		.values(first)
		.onConflictDoUpdate({
			target: [toolGroups.owner, toolGroups.group_name],
			set: { generation: sql`${toolGroups.generation} + 1` },
		})
		.returning({ generation: toolGroups.generation })
	const [[counted]] = await commit(c, [count, ...changes], options)
	if (counted) noteGeneration(owner, group, counted.generation)
	await told('publish')

	async function told(what: 'announce' | 'publish') {
		try {
			await toolGroupObject(env, owner, group)[what]({ owner, group })
		} catch (error) {
			logError({ object: 'ToolGroup', what, owner, group, error: error instanceof Error ? error.name : typeof error })
		}
	}
}

/** Switches the group to this provider, and tells the org when it was another: the others off first, since the index allows no moment with two. */
export function activation(
	c: WorkContext,
	owner: string,
	{ group_name, provider_name }: CatalogueEntry,
	updated_at: string,
) {
	const { writer } = c.var.database
	const others = and(
		eq(toolProviders.owner, owner),
		eq(toolProviders.group_name, group_name),
		ne(toolProviders.provider_name, provider_name),
		eq(toolProviders.is_active, true),
	)
	const isActive = sql`EXISTS (SELECT 1 FROM tool_providers WHERE owner = ${owner} AND provider_name = ${provider_name} AND is_active = 1)`
	return [
		...(owner === PLATFORM
			? []
			: [
					emit(writer, {
						org_id: owner,
						type: 'tool_provider.activated',
						data: { org_id: owner, group_name, provider_name },
						when: sql`NOT ${isActive}`,
					}),
				]),
		writer.update(toolProviders).set({ is_active: false, updated_at }).where(others),
		writer
			.insert(toolProviders)
			.values({ owner, group_name, provider_name, is_active: true, updated_at })
			.onConflictDoUpdate({
				target: [toolProviders.owner, toolProviders.provider_name],
				set: { is_active: true, updated_at },
			}),
	]
}
