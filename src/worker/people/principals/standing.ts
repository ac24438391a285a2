import { and, eq, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App, Standing } from '../../context.ts'
import { preparedAll } from '../../ground/db/prepared.ts'
import { lacking } from '../../ground/http/access.ts'
import { type ApiError, forbidden, unauthorized } from '../../ground/http/errors.ts'
import { guard } from '../../ground/write/guards.ts'
import { isStillLetIn } from '../../keys/api-keys/connected.ts'
import { apiKeys } from '../../keys/api-keys/table.ts'
import { heldByService } from '../../keys/service-accounts/permissions.ts'
import { serviceAccountKeys, serviceAccounts } from '../../keys/service-accounts/table.ts'
import { PLATFORM_PERMISSIONS, type Principal, ROLES, type Role } from '../../principal.ts'
import { oidcConnections } from '../../sign-in/identities/table.ts'
import { sessions } from '../../sign-in/sessions/table.ts'
import { callerIn } from '../../tenancy/orgs/access.ts'
import { memberships, orgs } from '../../tenancy/orgs/table.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { platformRoles, platformRolesSince } from '../../tenancy/users/platform-roles.ts'
import { users } from '../../tenancy/users/table.ts'
import { waitsSince } from '../../tenancy/users/through.ts'

// A request is let in by what its caller was when their principal was read. Anyone who gives something away by a right must still hold
// it when the batch that gives is written.

/** A session through a connection counts while the connection is active, and that of an org only in its org. */
export const isAdmitted = (org_id: SQLWrapper) =>
	sql`(${sessions.connection_id} IS NULL OR (${oidcConnections.is_active} = 1 AND coalesce(${oidcConnections.org_id}, ${org_id}) = ${org_id}))`

export const isActive = sql`${users.status} = 'active'`

/** Whether the connection of the session, or of the key, waits for a confirmation. Its provider may be a leaver's, and say that anybody is anybody. */
export const isWaiting = sql`${waitsSince()} IS NOT NULL`

/** The role in the org of a session, or of a key, that came through a connection. */
const roleThrough = sql<Role | null>`iif(${memberships.role} IS NOT NULL AND ${isWaiting}, 'member', ${memberships.role})`

/** Their platform roles: an org's connection gives none, and one that waits none either. */
const rolesOfSession = sql<string>`iif(${oidcConnections.org_id} IS NULL AND NOT ${isWaiting}, ${platformRoles}, '[]')`
const rolesOfKey = sql<string>`iif(${isWaiting}, '[]', ${platformRolesSince(apiKeys.created_at)})`

const isIn = (wanted: SQLWrapper, held: SQLWrapper) =>
	sql`NOT EXISTS (SELECT 1 FROM json_each(${wanted}) AS w WHERE w.value NOT IN (SELECT h.value FROM json_each(${held}) AS h))`

const guards = preparedAll(
	['id', 'user_id', 'org_id', 'roles', 'platform_roles', 'permissions', 'mode'],
	(db, value) => {
		const { id, user_id, org_id, roles, platform_roles, permissions, mode } = value
		const isMember = and(eq(memberships.org_id, orgs.id), eq(memberships.user_id, users.id))
		const theOrg = and(eq(orgs.id, org_id), isNull(orgs.deleted_at))
		const holds = (role: SQLWrapper, platform: SQLWrapper) =>
			sql`(${roles} = '[]' OR ${role} IN (SELECT r.value FROM json_each(${roles}) AS r)) AND ${isIn(platform_roles.getSQL(), platform)}`
		// The modes are words of which a wider one comes first in the alphabet.
		const isAsWide = (of: SQLWrapper) => sql`${of} <= ${mode}`
		const hasNotEnded = (expires_at: SQLWrapper) => sql`(${expires_at} IS NULL OR ${expires_at} > ${db.now()})`
		return {
			user: guard(
				db,
				sql`EXISTS (SELECT 1 FROM ${sessions} JOIN ${users} ON ${eq(users.id, user_id)} JOIN ${orgs} ON ${theOrg}
				LEFT JOIN ${memberships} ON ${isMember} LEFT JOIN ${oidcConnections} ON ${oidcConnections.id} = ${sessions.connection_id}
				WHERE ${eq(sessions.id, id)} AND ${sessions.ended_at} IS NULL AND ${isActive} AND ${isAdmitted(orgs.id)}
				AND ${holds(roleThrough, rolesOfSession)})`,
			),
			api_key: guard(
				db,
				sql`EXISTS (SELECT 1 FROM ${apiKeys} JOIN ${users} ON ${eq(users.id, apiKeys.user_id)} JOIN ${orgs} ON ${theOrg}
				JOIN ${memberships} ON ${isMember} LEFT JOIN ${oidcConnections} ON ${oidcConnections.id} = ${apiKeys.connection_id}
				WHERE ${eq(apiKeys.id, id)} AND ${hasNotEnded(apiKeys.expires_at)} AND ${isAsWide(apiKeys.mode)} AND ${isActive} AND ${isStillLetIn(db.now())}
				AND ${holds(roleThrough, rolesOfKey)})`,
			),
			service: guard(
				db,
				sql`EXISTS (SELECT 1 FROM ${serviceAccountKeys} JOIN ${serviceAccounts} ON ${serviceAccounts.id} = ${serviceAccountKeys.service_account_id}
				JOIN ${orgs} ON ${theOrg} WHERE ${eq(serviceAccountKeys.id, id)} AND ${hasNotEnded(serviceAccountKeys.expires_at)}
				AND ${isAsWide(serviceAccountKeys.mode)} AND ${serviceAccounts.is_active} = 1 AND ${isIn(permissions.getSQL(), heldByService)})`,
			),
		}
	},
)

/** The caller's standing, for the batch of a request that gives power. */
export const standingOf = (c: Context<App>): Standing => ({
	holds: () => {
		const { db, principal } = c.var
		return principal && guards(db, valuesOf(principal))[principal.kind]
	},
	refusal: () => refusalOf(c),
})

function valuesOf(principal: Principal) {
	const { kind, role, permissions, platform_roles } = principal
	// An account's scopes name the whole of the platform by one word.
	const isWhole = permissions.has('platform_admin')
	const named = [...permissions].filter((one) => !isWhole || !PLATFORM_PERMISSIONS.some((part) => part === one))
	return {
		id: kind === 'user' ? principal.session_id : principal.api_key_id,
		user_id: principal.user_id,
		org_id: principal.org_id,
		// This role or a higher one.
		roles: JSON.stringify(role === null ? [] : ROLES.slice(0, ROLES.indexOf(role) + 1)),
		platform_roles: JSON.stringify(platform_roles),
		permissions: JSON.stringify(named),
		mode: principal.mode,
	}
}

/** Why the caller may not do any longer what they could; undefined if they still may. */
async function refusalOf(c: Context<App>): Promise<ApiError | undefined> {
	const { principal, db, client_address } = c.var
	if (!principal) return undefined
	forgetPrincipals()
	const again = await c.var.principal_now(db)
	if (!again) return unauthorized()
	if (again.mode !== principal.mode) return forbidden('key.read_only')
	const now = await callerIn({ var: { db, client_address, principal: again } }, principal.org_id)
	const lost = [...principal.permissions].find((one) => !now.permissions.has(one))
	if (lost) return lacking(lost)
	return principal.role === 'owner' && now.role !== 'owner' ? forbidden('orgs.owner_only') : undefined
}
