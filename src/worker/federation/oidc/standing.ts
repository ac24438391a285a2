import { and, eq, ne, type SQLWrapper, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import { typed } from '../../ground/db/one-case.ts'
import { allOf, exists } from '../../ground/db/state.ts'
import { identities, oidcConnections } from '../../sign-in/identities/table.ts'
import { isAddressOut, isKeptOut, isKeptOutAs } from '../../sign-in/identities/word.ts'
import { connectionsRequiredBy } from '../../sign-in/requirements/required.ts'
import { isOrgOpen, membershipOf } from '../../tenancy/orgs/access.ts'
import { memberships } from '../../tenancy/orgs/table.ts'
import { named } from '../../tenancy/users/names.ts'
import { isOperator, platformRoles, rolesIn } from '../../tenancy/users/platform-roles.ts'
import { platformAdmins, users } from '../../tenancy/users/table.ts'
import { waitsSince } from '../../tenancy/users/through.ts'
import { isAddressProved } from '../../tenancy/users/visible.ts'
import type { Claims } from '../oidc-connections/claims.ts'
import { hasProved } from '../oidc-connections/proof.ts'
import { addressOf } from './address.ts'
import { isIdentity } from './identity.ts'
import type { Maker } from './roles.ts'
import { isUsable } from './sign-ins.ts'
import { unverifiedHolderOf } from './take-address.ts'

type Connection = typeof oidcConnections.$inferSelect

/** Whether a directory's word keeps a user out: that of the org's directories until an owner lets them in again, or the platform's. */
export const isDeactivated = ({ id, org_id }: Pick<Connection, 'id' | 'org_id'>, user_id: SQLWrapper, claims: Claims) =>
	sql`(${
		org_id === null
			? sql`EXISTS (SELECT 1 FROM scim_users s WHERE s.connection_id = ${id} AND s.user_id = ${user_id} AND s.state <> 'active')`
			: isKeptOut(org_id, user_id)
	} OR ${isKeptOutAs(org_id, user_id, typed(emailIn(claims)))})`

const emailIn = ({ email }: Claims) => (typeof email === 'string' ? email : '')

/** Finds the user of an identity, or of an address that is verified on both sides and whose domain the connection has proved. */
const selectUser = ({ var: { db } }: WorkContext, connection: Connection, claims: Claims) =>
	db
		.select({
			user_id: users.id,
			username: users.username,
			status: users.status,
			is_operator: isOperator.as('is_operator'),
			platform_roles: platformRoles.as('platform_roles'),
			is_deactivated: sql<number>`${isDeactivated(connection, users.id, claims)}`.as('is_deactivated'),
		})
		.from(users)

/** Whether people can sign in through a connection now, and it waits for a confirmation or not, as when it was read. */
export const isAsRead = ({ id, waits_since }: Connection) => allOf(isUsable(id), sql`${waitsSince()} IS ${waits_since}`)

/**
 * What we know of the person the claims are about. One D1 call: the user behind the identity, the one behind the address, whether the
 * connection speaks for the address, the user's orgs, and what the connection's maker may give now.
 */
export async function standingOf(c: WorkContext, connection: Connection, claims: Claims) {
	const { db } = c.var
	const address = addressOf(connection.issuer, claims)
	const domain = address?.slice(address.indexOf('@') + 1) ?? ''
	const speaksFor = hasProved(connection.id, domain)
	const linked = sql`(SELECT i.user_id FROM identities i WHERE i.issuer = ${connection.issuer} AND i.subject = ${claims.sub})`
	const ofIdentity = sql`${users.id} = ${linked}`
	// Anyone who was suspended stays out, whatever their address was verified by.
	const isTheirs = sql`(${isAddressProved} OR (${users.email_verified} = 1 AND ${users.status} = 'suspended'))`
	const ofAddress = and(named(address ?? '@'), isTheirs, speaksFor, ne(users.status, 'deleted'))
	const maker = connection.decided_by
	const [[identity], [known], [addressed], [proof], [madeBy], [holder]] = await db.batch([
		db.select().from(identities).where(isIdentity(connection, claims)).limit(1),
		selectUser(c, connection, claims).where(ofIdentity).limit(1),
		selectUser(c, connection, claims).where(ofAddress).limit(1),
		db
			.select({
				is_proved: sql<number>`${speaksFor}`.as('is_proved'),
				is_usable: sql<number>`${exists(oidcConnections, isAsRead(connection))}`.as('is_usable'),
				required: connectionsRequiredBy(connection.org_id ?? PLATFORM, linked).as('required'),
				is_out: sql<number>`${isAddressOut(connection.org_id, typed(emailIn(claims)))}`.as('is_out'),
			})
			.from(sql`(SELECT 1)`),
		db
			.select({
				role: memberships.role,
				is_platform_admin: sql<number>`EXISTS (SELECT 1 FROM ${platformAdmins} a WHERE a.user_id = ${users.id})`.as(
					'is_platform_admin',
				),
			})
			.from(users)
			.leftJoin(memberships, membershipOf(connection.org_id ?? '', maker))
			.where(and(eq(users.id, maker), eq(users.status, 'active')))
			.limit(1),
		unverifiedHolderOf(db, address),
	])
	const user = known ?? addressed
	const orgs = user
		? await db
				.select({
					org_id: memberships.org_id,
					role: memberships.role,
					given_role: memberships.given_role,
					required: connectionsRequiredBy(memberships.org_id, memberships.user_id).as('required'),
				})
				.from(memberships)
				.where(and(eq(memberships.user_id, user.user_id), isOrgOpen(memberships.org_id)))
				.orderBy(memberships.created_at, memberships.org_id)
		: []
	const by: Maker = { role: madeBy?.role ?? null, is_platform_admin: madeBy?.is_platform_admin === 1 }
	return {
		identity,
		user: user && { ...user, platform_roles: rolesIn(user.platform_roles) },
		orgs,
		maker: by,
		/** The connections of which its owner requires one; null if it requires none. */
		required: proof?.required ?? null,
		/** The address of a new account: the connection speaks for it. The account that has it unverified loses it. */
		address: proof?.is_proved === 1 ? address : undefined,
		holder,
		/** Whether a directory of the org says that the person with the address is out, verified or not. */
		isAddressOut: proof?.is_out === 1,
		isUsable: proof?.is_usable === 1,
		isProved: address !== undefined && proof?.is_proved === 1,
	}
}

export type Standing = Awaited<ReturnType<typeof standingOf>>
