import { and, notInArray, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { auditRow } from '../../ground/write/audit.ts'
import { notifyPlatformAdmins } from '../../messages/notices/notify.ts'
import { losing } from '../../people/leaving/tell.ts'
import { beforeFirstRole } from '../../people/operators/first-role.ts'
import { stateOfRoles } from '../../people/operators/held.ts'
import type { PlatformRole } from '../../principal.ts'
import type { oidcConnections } from '../../sign-in/identities/table.ts'
import { keepsPlatformAdmin } from '../../tenancy/users/platform-admins.ts'
import { operatorRoles, platformAdmins } from '../../tenancy/users/table.ts'
import type { Claims } from '../oidc-connections/claims.ts'
import { isIdentityOf } from './identity.ts'
import { isUnread, platformRolesOf } from './roles.ts'
import type { Standing } from './standing.ts'

type Connection = typeof oidcConnections.$inferSelect

/**
 * How many seconds longer somebody keeps their platform roles although the claim can't be read: as long as a session lasts, from the
 * last sign-in whose claim could be. 0 if the claim says what they have, or nothing does.
 */
function keptFor(connection: Connection, claims: Claims, { user, identity }: Standing): number {
	const readAt = identity && (identity.roles_read_at ?? identity.last_used_at)
	if (!readAt || !user || user.platform_roles.length === 0 || !isUnread(connection, claims)) return 0
	return Math.max(0, Math.floor((Date.parse(readAt) - Date.now()) / 1000) + connection.session_max_age)
}

/** How long a session of the platform's connection lasts, in seconds: no longer than the roles that nothing confirmed. */
export const lastsFor = (connection: Connection, claims: Claims, standing: Standing) =>
	keptFor(connection, claims, standing) || connection.session_max_age

/** The statement that tells the platform admins that an operator's claim of roles couldn't be read. */
export const tellUnread = ({ var: { db } }: Context<App>, connection: Connection, claims: Claims, { user }: Standing) =>
	connection.org_id === null &&
	user !== undefined &&
	user.platform_roles.length > 0 &&
	isUnread(connection, claims) &&
	notifyPlatformAdmins(db, {
		code: 'roles_unread',
		values: { connection: connection.name, claim: connection.role_claim ?? '', user: user.username },
		about: { user_id: user.user_id, connection_id: connection.id },
	})

/** The platform roles that the connection gives, if it gives any and they differ. The last platform admin stays one. */
export function rolesFrom(
	c: Context<App>,
	connection: Connection,
	claims: Claims,
	user_id: string,
	standing: Standing,
) {
	const { user, maker } = standing
	const held = user?.platform_roles ?? []
	const wanted = keptFor(connection, claims, standing) > 0 ? held : platformRolesOf(connection, claims, maker)
	if (!wanted || (wanted.length === held.length && wanted.every((role) => held.includes(role)))) return undefined
	const { db } = c.var
	const row = { user_id, created_at: now(), granted_by: connection.decided_by }
	const others = wanted.filter((role): role is Exclude<PlatformRole, 'admin'> => role !== 'admin')
	const ofUser = sql`${operatorRoles.user_id} = ${user_id}`
	return {
		statements: [
			...(wanted.length > 0 ? beforeFirstRole(c, user_id, isIdentityOf(connection, claims, user_id)).firstRole : []),
			wanted.includes('admin')
				? db.insert(platformAdmins).values(row).onConflictDoNothing()
				: losing(
						db
							.delete(platformAdmins)
							.where(sql`${platformAdmins.user_id} = ${user_id} AND (${keepsPlatformAdmin(user_id)})`),
					),
			// A role that stays keeps its time, and with it the keys that were made under it.
			...others.map((role) =>
				db
					.insert(operatorRoles)
					.values({ ...row, role })
					.onConflictDoNothing(),
			),
			losing(db.delete(operatorRoles).where(and(ofUser, notInArray(operatorRoles.role, others)))),
		],
		entry: auditRow(c, {
			action: 'operator_roles.set',
			target: operatorRoles,
			target_id: user_id,
			state: stateOfRoles(user_id),
			actor_user_id: user_id,
		}),
	}
}
