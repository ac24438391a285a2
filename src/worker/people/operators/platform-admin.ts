import { eq } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { notFound } from '../../ground/http/errors.ts'
import type { VerbOf } from '../../ground/write/actions.ts'
import { ensure, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import type { Kept } from '../../sign-in/identities/confirm.ts'
import { hasOtherAdmin, lastPlatformAdmin } from '../../tenancy/users/platform-admins.ts'
import { platformAdmins, users } from '../../tenancy/users/table.ts'
import { present } from '../../tenancy/users/visible.ts'
import { losing } from '../leaving/tell.ts'
import { beforeFirstRole } from './first-role.ts'

/** Makes the user a platform admin. Granting it again changes nothing. Throws 404 for an unknown user. */
export async function grantPlatformAdmin(c: WorkContext, user_id: string): Promise<void> {
	const grant = c.var.db.insert(platformAdmins).values({ user_id, created_at: now() }).onConflictDoNothing()
	await write(
		c,
		{ userExists: ensureExists(c, users, present(user_id)), ...beforeFirstRole(c, user_id), grant },
		{ audit: auditOf('grant', user_id), otherwise: notFound('User') },
	)
}

/** Revokes platform admin from the user. Throws 404 if they aren't one, 409 if no other platform admin is active. */
export async function revokePlatformAdmin(c: WorkContext, user_id: string, kept: Kept): Promise<void> {
	const where = eq(platformAdmins.user_id, user_id)
	await write(
		c,
		{
			isAdmin: ensureExists(c, platformAdmins, where),
			hasOtherAdmin: ensure(c, hasOtherAdmin(user_id)),
			revoke: losing(c.var.db.delete(platformAdmins).where(where)),
			kept: kept.statements,
		},
		{
			audit: auditOf('revoke', user_id),
			otherwise: async () => (await kept.refusal()) ?? revocationRefusal(c.var.db, user_id),
		},
	)
}

async function revocationRefusal(db: Database['reader'], user_id: string) {
	const [row] = await db.select().from(platformAdmins).where(eq(platformAdmins.user_id, user_id)).limit(1)
	return row ? lastPlatformAdmin() : notFound('Platform admin')
}

const auditOf = (verb: VerbOf<'platform_admins'>, user_id: string) => ({
	action: `platform_admins.${verb}` as const,
	target: platformAdmins,
	target_id: user_id,
	where: eq(platformAdmins.user_id, user_id),
})
