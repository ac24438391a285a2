import { and, eq, ne, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { changing } from '../../ground/db/changing.ts'
import { now } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import type { Followed } from '../../ground/write/following.ts'
import { changedRows, prior } from '../../ground/write/kept-rows.ts'
import { emitAll, idOfEach } from '../../webhooks/events/emit.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { toolProviders } from './table.ts'

/**
 * The statements that make a provider the active one of its group. They deactivate the others first, because the unique index
 * never allows two.
 */
export function activation({ var: { db } }: WorkContext, owner: string, { group_name, provider_name }: CatalogueEntry) {
	const updated_at = now()
	return {
		deactivated: db
			.update(toolProviders)
			.set({ is_active: false, updated_at })
			.where(
				and(
					eq(toolProviders.owner, owner),
					eq(toolProviders.group_name, group_name),
					ne(toolProviders.provider_name, provider_name),
					eq(toolProviders.is_active, true),
				),
			),
		activated: db
			.insert(toolProviders)
			.values({ owner, group_name, provider_name, is_active: true, updated_at })
			.onConflictDoUpdate({
				target: [toolProviders.owner, toolProviders.provider_name],
				set: changing(toolProviders, { is_active: true }, { updated_at }),
			}),
	}
}

/** The rows that an activation touches: the provider, and the one that was active before. */
export const activated = (owner: string, { group_name, provider_name }: CatalogueEntry) => ({
	table: toolProviders,
	where: allOf(
		eq(toolProviders.owner, owner),
		eq(toolProviders.group_name, group_name),
		sql`(${toolProviders.provider_name} = ${provider_name} OR ${toolProviders.is_active} = 1)`,
	),
})

/** The events for providers that a change activated in an org. The platform's emit none, because nobody would receive them. */
export function activatedEvents({ var: { db } }: WorkContext, { audit_id, org_id, keys }: Followed) {
	if (org_id === null) return undefined
	const { group_name, provider_name, is_active } = toolProviders
	const wasActive = prior(toolProviders)('is_active')
	return emitAll(db, {
		id: idOfEach(keys.length, sql`${provider_name}`),
		org_id: sql`${org_id}`,
		type: 'tool_provider.activated',
		data: sql`json_object('org_id', ${org_id}, 'group_name', ${group_name}, 'provider_name', ${provider_name})`,
		from: sql`${changedRows(audit_id, toolProviders)} AND ${is_active} = 1 AND ${wasActive} IS NOT 1`,
	})
}
