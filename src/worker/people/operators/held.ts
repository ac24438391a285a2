import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../ground/db/database.ts'
import type { PlatformRole } from '../../principal.ts'
import { rolesHeldBy } from '../../tenancy/users/platform-roles.ts'
import type { UserRoles } from './schema.ts'

type Held = z.infer<typeof UserRoles>

/** A role that somebody holds, since when, and who granted it. */
export type HeldRole = Held['granted'][number]

/** The query for a user's platform roles, in the order of the alphabet. */
export const heldBy = (db: Database['reader'], user_id: string) =>
	db
		.select({
			role: sql<PlatformRole>`roles.role`.as('role'),
			created_at: sql<string>`roles.created_at`.as('created_at'),
			granted_by: sql<string | null>`roles.granted_by`.as('granted_by'),
		})
		.from(sql`${rolesHeldBy(user_id)} roles`)
		.orderBy(sql`roles.role`)

/** The platform roles of a row's user, as a JSON array of `HeldRole`. */
export const grantedTo = (user_id: SQLWrapper) =>
	sql<string>`(SELECT json_group_array(json_object('role', roles.role, 'created_at', roles.created_at, 'granted_by', roles.granted_by) ORDER BY roles.role) FROM ${rolesHeldBy(user_id)} roles)`.as(
		'granted',
	)

export const rolesOf = (user_id: string, granted: HeldRole[]): Held => ({
	user_id,
	roles: granted.map(({ role }) => role),
	granted,
})

/** What the audit log keeps of a user's roles. */
export const stateOfRoles = (user_id: string): SQL =>
	sql`(SELECT json_object('user_id', ${user_id}, 'roles', json_group_array(roles.role ORDER BY roles.role)) FROM ${rolesHeldBy(user_id)} roles)`
