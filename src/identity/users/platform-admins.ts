import { type SQL, sql } from 'drizzle-orm'
import { conflict } from '../../http/errors.ts'

/** The platform keeps an active admin: the user is none, or not the only one. */
export const keepsPlatformAdmin = (user_id: string): SQL =>
	sql`NOT EXISTS (SELECT 1 FROM platform_admins WHERE user_id = ${user_id}) OR ${hasOtherAdmin(user_id)}`

/** Whether there is an active platform admin besides the user. */
export const hasOtherAdmin = (user_id: string): SQL =>
	sql`EXISTS (SELECT 1 FROM platform_admins p JOIN users u ON u.id = p.user_id WHERE p.user_id <> ${user_id} AND u.status = 'active')`

/** The 409 of taking the last one away; `what` is what was refused. */
export const lastPlatformAdmin = (what: 'removed' | 'suspended' | 'deleted') =>
	conflict(`The last platform admin cannot be ${what}`, { reason: 'users.last_platform_admin' })
