import { eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { oidcSignIns } from '../../federation/oidc/table.ts'
import { now } from '../../ground/db/columns.ts'
import { allOf, exists, jsonObject } from '../../ground/db/state.ts'
import { conflict, notFound } from '../../ground/http/errors.ts'
import { ensure } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { notify } from '../../messages/notices/notify.ts'
import { json } from '../../messages/notices/text.ts'
import { invitations } from '../../people/invitations/table.ts'
import { oidcConnections } from '../../sign-in/identities/table.ts'
import { oneTimeTokens } from '../../sign-in/recovery/table.ts'
import { orgDeletions, orgs } from '../../tenancy/orgs/table.ts'

/** The condition of a deletion that a restore can take back. */
export const isRestorable = (): SQL =>
	sql`(${orgDeletions.name} IS NOT NULL AND ${orgDeletions.next_table} IS NULL AND ${orgDeletions.erased_at} IS NULL AND ${orgDeletions.erase_at} > ${now()})`

/**
 * The statements that let nobody in by what was sent or set up before the deletion until an owner looks: what admits people is void or
 * waits. They tell the owners what acts for the org again.
 */
function unseen({ var: { db } }: WorkContext, org_id: string) {
	const ofOrg = sql`connection_id IN (SELECT o.id FROM oidc_connections o WHERE o.org_id = ${org_id})`
	const connections = sql`FROM oidc_connections o WHERE o.org_id = ${org_id}`
	const accounts = sql`FROM service_accounts s WHERE s.org_id = ${org_id}`
	return [
		db
			.update(invitations)
			.set({ voided_at: now() })
			.where(allOf(eq(invitations.org_id, org_id), isNull(invitations.accepted_at), isNull(invitations.voided_at))),
		db.delete(oidcSignIns).where(ofOrg),
		db.delete(oneTimeTokens).where(sql`${oneTimeTokens.made_by} IN (SELECT s.id ${accounts})`),
		db
			.update(oidcConnections)
			.set({ waits_since: now() })
			.where(allOf(eq(oidcConnections.org_id, org_id), isNull(oidcConnections.waits_since))),
		notify(db, {
			org_id,
			roles: ['owner'],
			code: 'org_restored',
			values: {
				org: sql`(SELECT o.name FROM orgs o WHERE o.id = ${org_id})`,
				connections: json(sql`(SELECT json_group_array(o.name) ${connections})`),
				accounts: json(sql`(SELECT json_group_array(s.name) ${accounts})`),
			},
			about: {
				connection_ids: json(sql`(SELECT json_group_array(o.id) ${connections})`),
				service_account_ids: json(sql`(SELECT json_group_array(s.id) ${accounts})`),
				service_account_key_ids: json(sql`(SELECT json_group_array(k.id) FROM service_account_keys k
					WHERE k.service_account_id IN (SELECT s.id ${accounts}) AND coalesce(k.expires_at > ${now()}, 1))`),
			},
		}),
	]
}

/** Restores a deleted org, but for what would let people in unseen. Throws 404 for an unknown one, 409 for one that isn't deleted, or can't come back. */
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
			unseen: unseen(c, org_id),
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
				return org.deleted_at === null ? conflict('orgs.not_deleted') : conflict('orgs.not_restorable')
			},
		},
	)
	return restored[0]
}
