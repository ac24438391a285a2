import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { exists } from '../../db/state.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { platformAdmins, users } from './table.ts'

/** Whether the row of `users` is a platform admin's: 1 or 0. */
export const isPlatformAdmin = sql<number>`${exists(platformAdmins, eq(platformAdmins.user_id, users.id))}`

/** Whether the platform has an active admin other than the user. */
export const hasOtherAdmin = (user_id: string): SQL =>
	sql`EXISTS (SELECT 1 FROM platform_admins p JOIN users u ON u.id = p.user_id WHERE p.user_id <> ${user_id} AND u.status = 'active')`

/** Whether the platform keeps an active admin without the user: the user is no admin, or not the only one. */
export const keepsPlatformAdmin = (user_id: string): SQL =>
	sql`NOT ${exists(platformAdmins, eq(platformAdmins.user_id, user_id))} OR ${hasOtherAdmin(user_id)}`

/** The 409 that keeps the last platform admin. `what` names the refused change. */
export const lastPlatformAdmin = (what: 'removed' | 'suspended' | 'deleted') =>
	conflict(`The last platform admin cannot be ${what}. Make another user a platform admin first.`, {
		reason: 'users.last_platform_admin',
	})

/** Why platform admin was not taken away from the user. */
export async function revocationRefusal(db: Database['reader'], user_id: string) {
	const [row] = await db.select().from(platformAdmins).where(eq(platformAdmins.user_id, user_id)).limit(1)
	return row ? lastPlatformAdmin('removed') : notFound('Platform admin')
}
