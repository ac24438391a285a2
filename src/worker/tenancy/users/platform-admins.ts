import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { exists } from '../../ground/db/state.ts'
import { conflict } from '../../ground/http/errors.ts'
import { platformAdmins } from './table.ts'

/** Whether the platform has an active admin other than the user. */
export const hasOtherAdmin = (user_id: SQLWrapper | string): SQL =>
	sql`EXISTS (SELECT 1 FROM platform_admins p JOIN users u ON u.id = p.user_id WHERE p.user_id <> ${user_id} AND u.status = 'active')`

/** Whether the user is the platform's only active admin. */
export const isOnlyAdmin = (user_id: SQLWrapper): SQL =>
	sql`(EXISTS (SELECT 1 FROM platform_admins own WHERE own.user_id = ${user_id}) AND NOT ${hasOtherAdmin(user_id)})`

/** Whether the platform keeps an active admin without the user: they aren't an admin, or not the only one. */
export const keepsPlatformAdmin = (user_id: string): SQL =>
	sql`NOT ${exists(platformAdmins, eq(platformAdmins.user_id, user_id))} OR ${hasOtherAdmin(user_id)}`

/** The 409 that keeps the last platform admin. */
export const lastPlatformAdmin = () => conflict('users.last_platform_admin')
