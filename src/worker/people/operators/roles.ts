import { and, eq, notInArray, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Caller } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { notFound } from '../../ground/http/errors.ts'
import { ensure, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import type { PlatformRole } from '../../principal.ts'
import type { Kept } from '../../sign-in/identities/confirm.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { keepsPlatformAdmin, lastPlatformAdmin } from '../../tenancy/users/platform-admins.ts'
import { operatorRoles, platformAdmins, users } from '../../tenancy/users/table.ts'
import { present } from '../../tenancy/users/visible.ts'
import { hasWayIn } from '../../tenancy/users/ways-in.ts'
import { losing } from '../leaving/tell.ts'
import { beforeFirstRole } from './first-role.ts'
import { heldBy, rolesOf, stateOfRoles } from './held.ts'
import { revertibleRoles } from './revertible.ts'
import type { SetRoles } from './schema.ts'

/**
 * Gives a user exactly these platform roles, and returns them with what the first of them ended, and whether the user has a way in.
 * Throws 404 for an unknown user, 409 if no other platform admin would be active.
 */
export async function setRoles(c: Caller, user_id: string, roles: readonly PlatformRole[], kept: Kept) {
	const { db } = c.var
	const stays = roles.includes('admin')
	const others = roles.filter((role) => role !== 'admin')
	const granted = { user_id, created_at: now(), granted_by: actorOf(c.var.principal) }
	const { held, ended, ways } = await write(
		c,
		{
			userExists: ensureExists(c, users, present(user_id)),
			...(roles.length > 0 && beforeFirstRole(c, user_id)),
			keepsAdmin: !stays && ensure(c, keepsPlatformAdmin(user_id)),
			admin: stays
				? db.insert(platformAdmins).values(granted).onConflictDoNothing()
				: losing(db.delete(platformAdmins).where(eq(platformAdmins.user_id, user_id))),
			revoked: losing(
				db.delete(operatorRoles).where(and(eq(operatorRoles.user_id, user_id), notInArray(operatorRoles.role, others))),
			),
			granted: others.map((role) =>
				db
					.insert(operatorRoles)
					.values({ ...granted, role })
					.onConflictDoNothing(),
			),
			kept: kept.statements,
			held: heldBy(db, user_id),
			ways: db.select({ has_way_in: sql<number>`${hasWayIn(sql`${user_id}`)}`.as('has_way_in') }).from(sql`(SELECT 1)`),
		},
		{
			audit: {
				action: 'operator_roles.set',
				target: operatorRoles,
				target_id: user_id,
				state: stateOfRoles(user_id),
				undo: [
					{ table: platformAdmins, where: eq(platformAdmins.user_id, user_id) },
					{ table: operatorRoles, where: eq(operatorRoles.user_id, user_id) },
				],
				kinds: [{ kind: revertibleRoles }],
			},
			otherwise: async () => (await kept.refusal()) ?? refusal(db, user_id),
		},
	)
	return {
		held: rolesOf(user_id, held),
		ended: ended?.[0] ? (JSON.parse(ended[0].ended) as z.infer<typeof SetRoles>['ended']) : null,
		has_way_in: ways[0]?.has_way_in === 1,
	}
}

async function refusal(db: Database['reader'], user_id: string) {
	const [user] = await db.select({ id: users.id }).from(users).where(present(user_id)).limit(1)
	return user ? lastPlatformAdmin() : notFound('User')
}
