import { eq, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { exists } from '../../db/state.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { ensure, ensureExists } from '../../write/guards.ts'
import { withRollbacks } from '../../write/rollbacks.ts'
import { write } from '../../write/write.ts'
import { platformAdmins, users } from './table.ts'
import { present } from './visible.ts'

/** Whether the platform has an active admin other than the user. */
const hasOtherAdmin = (user_id: string): SQL =>
	sql`EXISTS (SELECT 1 FROM platform_admins p JOIN users u ON u.id = p.user_id WHERE p.user_id <> ${user_id} AND u.status = 'active')`

/** Whether the platform keeps an active admin without the user: they aren't an admin, or not the only one. */
export const keepsPlatformAdmin = (user_id: string): SQL =>
	sql`NOT ${exists(platformAdmins, eq(platformAdmins.user_id, user_id))} OR ${hasOtherAdmin(user_id)}`

/** The 409 that keeps the last platform admin. `what` names the refused change. */
export const lastPlatformAdmin = (what: 'removed' | 'suspended' | 'deleted' | 'removed from its last org') =>
	conflict(`The last platform admin can't be ${what}. Make another user a platform admin first.`, {
		reason: 'users.last_platform_admin',
	})

/** Makes the user a platform admin. Granting it again changes nothing. Throws 404 for an unknown user. */
export async function grantPlatformAdmin(c: WorkContext, user_id: string): Promise<void> {
	const grant = c.var.db.insert(platformAdmins).values({ user_id, created_at: now() }).onConflictDoNothing()
	await write(
		c,
		{ userExists: ensureExists(c, users, present(user_id)), grant },
		{ audit: auditOf('grant', user_id), otherwise: notFound('User') },
	)
}

/** Revokes platform admin from the user. Throws 404 if they aren't one, 409 if no other platform admin is active. */
export async function revokePlatformAdmin(c: WorkContext, user_id: string): Promise<void> {
	const where = eq(platformAdmins.user_id, user_id)
	await write(
		c,
		{
			isAdmin: ensureExists(c, platformAdmins, where),
			hasOtherAdmin: ensure(c, hasOtherAdmin(user_id)),
			revoke: withRollbacks(c.var.db.delete(platformAdmins).where(where)),
		},
		{ audit: auditOf('revoke', user_id), otherwise: () => revocationRefusal(c.var.db, user_id) },
	)
}

async function revocationRefusal(db: Database['reader'], user_id: string) {
	const [row] = await db.select().from(platformAdmins).where(eq(platformAdmins.user_id, user_id)).limit(1)
	return row ? lastPlatformAdmin('removed') : notFound('Platform admin')
}

const auditOf = (verb: string, user_id: string) => ({
	action: `platform_admins.${verb}`,
	target: platformAdmins,
	target_id: user_id,
	where: eq(platformAdmins.user_id, user_id),
})
