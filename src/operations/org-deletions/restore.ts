import { eq, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../db/columns.ts'
import { allOf, exists, jsonObject } from '../../db/state.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { orgDeletions, orgs } from '../../tenancy/orgs/table.ts'
import { ensure } from '../../write/guards.ts'
import { write } from '../../write/write.ts'

/** The condition of a deletion that a restore can take back. */
export const isRestorable = (): SQL =>
	sql`(${orgDeletions.name} IS NOT NULL AND ${orgDeletions.next_table} IS NULL AND ${orgDeletions.erased_at} IS NULL AND ${orgDeletions.erase_at} > ${now()})`

/** Restores a deleted org whole. Throws 404 for an unknown one, 409 for one that isn't deleted, or can't come back. */
export async function restoreOrg(c: WorkContext, org_id: string) {
	const { db } = c.var
	const deletion = allOf(eq(orgDeletions.org_id, org_id), isRestorable())
	const { id, name, created_at, deleted_at } = orgs
	const { restored } = await write(
		c,
		{
			can: ensure(c, exists(orgDeletions, deletion)),
			restored: db
				.update(orgs)
				.set({ name: sql`(SELECT d.name FROM org_deletions d WHERE d.org_id = ${org_id})`, deleted_at: null })
				.where(eq(orgs.id, org_id))
				.returning({ id, name, created_at }),
			booked: db.delete(orgDeletions).where(eq(orgDeletions.org_id, org_id)),
		},
		{
			audit: { action: 'orgs.restore', target: orgs, target_id: org_id, org_id },
			response: {
				status: 200,
				body: sql`(SELECT ${jsonObject({ id, name, created_at })} FROM ${orgs} WHERE ${eq(id, org_id)})`,
			},
			otherwise: async () => {
				const [org] = await db.select({ deleted_at }).from(orgs).where(eq(orgs.id, org_id)).limit(1)
				if (!org) return notFound('Org')
				return org.deleted_at === null
					? conflict("This org isn't deleted", { reason: 'orgs.not_deleted' })
					: conflict("This org can't be restored: its 30 days are over, or it went with its user.", {
							reason: 'orgs.not_restorable',
						})
			},
		},
	)
	return restored[0]
}
