import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { type ApiError, forbidden } from '../../ground/http/errors.ts'
import { ensure } from '../../ground/write/guards.ts'
import type { PlatformRole, Principal } from '../../principal.ts'
import { users } from './table.ts'

/**
 * A subquery for what a user holds, with the columns of the view `platform_roles`. With a column of the outer query as `user_id`,
 * the view itself would be read whole.
 */
export const rolesHeldBy = (user_id: SQLWrapper | string): SQL =>
	sql`(SELECT 'admin' AS role, a.created_at, a.granted_by FROM platform_admins a WHERE a.user_id = ${user_id}
		UNION ALL SELECT o.role, o.created_at, o.granted_by FROM operator_roles o WHERE o.user_id = ${user_id})`

/** Whether a user holds some platform role, as an expression. */
export const holdsRole = (user_id: SQLWrapper | string): SQL => sql`EXISTS ${rolesHeldBy(user_id)}`

/** The platform roles of the row of `users`, as a JSON array. */
export const platformRoles = sql<string>`(SELECT json_group_array(roles.role) FROM ${rolesHeldBy(users.id)} roles)`

/** Those of them that the user has held without a break since a key was made. A role given later gives an older key nothing. */
export const platformRolesSince = (made_at: SQLWrapper) =>
	sql<string>`(SELECT json_group_array(roles.role) FROM ${rolesHeldBy(users.id)} roles WHERE roles.created_at <= ${made_at})`

/** What `platformRoles` reads. */
export const rolesIn = (text: string) => JSON.parse(text) as PlatformRole[]

/** Whether the row of `users` is an operator's, who holds some platform role: 1 or 0. */
export const isOperator = sql<number>`${holdsRole(users.id)}`

/** Whether the caller is a platform admin, or a job, which acts for the platform. */
export const mayDoEverything = (principal: Principal | undefined) =>
	principal === undefined || principal.permissions.has('platform_admin')

/** Whether the caller may change the user, whatever roles the user holds. */
const reachesAnyway = ({ var: { principal } }: WorkContext, user_id: string) =>
	mayDoEverything(principal) || principal?.user_id === user_id

/**
 * The guard that keeps other operators than platform admins from somebody else who holds a platform role: support could
 * otherwise take over an admin's account. Undefined for a caller who may reach the user anyway.
 */
export const ensureInReach = (c: WorkContext, user_id: string) =>
	reachesAnyway(c, user_id) ? undefined : ensure(c, sql`NOT ${holdsRole(user_id)}`)

/** The 403 if the user is out of the caller's reach. At most one D1 call. */
export async function outOfReach(c: WorkContext, user_id: string): Promise<ApiError | undefined> {
	if (reachesAnyway(c, user_id)) return undefined
	const { held } = await c.var.db.get<{ held: number }>(sql`SELECT ${holdsRole(user_id)} AS held`)
	return held === 1 ? forbidden('roles.higher') : undefined
}

/**
 * Throws the 403 for operators who would change their own account as an operator, with powers that `/v1/me` doesn't have, such
 * as verifying an address or setting a password without the old one. Platform admins may.
 */
export function refuseOwnAccount(principal: Principal, user_id: string): void {
	if (principal.user_id === user_id && !mayDoEverything(principal)) throw forbidden('roles.higher')
}

/** Throws the 403 for operators who would make themselves members of an org. Platform admins may. */
export function refuseOwnMembership(principal: Principal, user_id: string | undefined): void {
	if (principal.user_id === user_id && !mayDoEverything(principal)) throw forbidden('roles.self')
}
