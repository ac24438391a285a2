import { eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { allOf, stateOf } from '../../ground/db/state.ts'
import { conflict, notFound } from '../../ground/http/errors.ts'
import { ensure, ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { broadcasts, broadcastShards } from '../../messages/broadcasts/table.ts'
import { isOpen, openOrg } from '../../tenancy/orgs/access.ts'
import { bookDeletions } from '../../tenancy/orgs/deletions.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { expireExports } from '../org-exports/run.ts'

// A deleted org keeps its rows for 30 days. Whatever acts for an org asks whether it's deleted: who calls, what a run may take, what
// an endpoint gets. So a restore only has to take the mark away.

/** Deletes an org in one batch. Throws 404 for an unknown or a deleted one, 409 for the only org of the user whose personal org it is. */
export async function deleteOrg(c: WorkContext, org_id: string, deleted_by_user_id: string | null): Promise<void> {
	const { db } = c.var
	const { status } = broadcasts
	const toOrg = allOf(eq(broadcasts.target_id, org_id), inArray(status, ['pending', 'sending']))
	await write(
		c,
		{
			hasHome: ensure(c, hasHome(org_id)),
			marked: db.update(orgs).set({ deleted_at: now() }).where(isOpen(org_id)),
			found: ensureChanged(c),
			booked: bookDeletions(db, sql`o.id = ${org_id}`, { name: sql`o.name`, deleted_by_user_id }),
			unnamed: db.update(orgs).set({ name: '' }).where(eq(orgs.id, org_id)),
			shards: db
				.delete(broadcastShards)
				.where(allOf(isNull(broadcastShards.done_at), sql`broadcast_id IN (SELECT id FROM broadcasts WHERE ${toOrg})`)),
			broadcasts: db.update(broadcasts).set({ status: 'cancelled' }).where(toOrg),
			exports: expireExports(c, org_id),
		},
		{
			audit: { action: 'orgs.delete', target: orgs, target_id: org_id, org_id, state: stateWithAffected(org_id) },
			otherwise: async () => {
				const [org] = await openOrg(db, { org_id })
				return org ? conflict('orgs.only_org') : notFound('Org')
			},
		},
	)
}

/** The condition of a member `m` who has another org. */
const hasOther = sql`EXISTS (SELECT 1 FROM memberships n JOIN orgs other ON other.id = n.org_id
	WHERE n.user_id = m.user_id AND n.org_id <> m.org_id AND other.deleted_at IS NULL)`

/** Whether the user whose personal org it is has another one to act in. */
const hasHome = (org_id: string): SQL =>
	sql`NOT EXISTS (SELECT 1 FROM memberships m JOIN orgs o ON o.id = m.org_id AND o.personal_of = m.user_id
		WHERE o.id = ${org_id} AND NOT ${hasOther})`

/** What the audit log records of a deleted org, and a dry run shows: the row, and who and what is affected. */
const stateWithAffected = (org_id: string): SQL =>
	sql`json_set(${stateOf(orgs, eq(orgs.id, org_id))}, '$.members', json((
		SELECT json_group_array(json_object('user_id', m.user_id, 'role', m.role, 'has_other_org', json(iif(${hasOther}, 'true', 'false'))) ORDER BY m.user_id)
		FROM memberships m WHERE m.org_id = ${org_id})),
		'$.api_key_count', (SELECT count(*) FROM api_keys k WHERE k.org_id = ${org_id}),
		'$.endpoint_count', (SELECT count(*) FROM webhook_endpoints w WHERE w.org_id = ${org_id} AND w.deleted_at IS NULL),
		'$.live_run_count', (SELECT count(*) FROM holds h WHERE h.org_id = ${org_id} AND h.expires_at > ${now()}))`
