import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { unavailable } from '../../ground/http/errors.ts'
import { auditRow } from '../../ground/write/audit.ts'
import { ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { letInAgain } from '../../keys/api-keys/connected.ts'
import { losing } from '../../people/leaving/tell.ts'
import { ensureRoom, insertMember, keepsAnOwner, noRoom } from '../../people/orgs/members.ts'
import type { Role } from '../../principal.ts'
import { identities, oidcConnections } from '../../sign-in/identities/table.ts'
import { newHome } from '../../sign-in/sessions/accounts.ts'
import { newSession, refuseRisk, type Session, type Through } from '../../sign-in/sessions/session.ts'
import { sessions } from '../../sign-in/sessions/table.ts'
import { membershipOf } from '../../tenancy/orgs/access.ts'
import { memberships } from '../../tenancy/orgs/table.ts'
import { users } from '../../tenancy/users/table.ts'
import type { Claims } from '../oidc-connections/claims.ts'
import { isOpenToAnybody } from './address.ts'
import { isIdentityOf, usedIdentity } from './identity.ts'
import { newUser } from './new-user.ts'
import { lastsFor, rolesFrom, tellUnread } from './platform-roles.ts'
import { oidcRefusal } from './refusal.ts'
import { given, higher, isUnread, roleInOrg } from './roles.ts'
import { isAsRead, isDeactivated, type Standing, standingOf } from './standing.ts'
import { takeAddress } from './take-address.ts'

type Connection = typeof oidcConnections.$inferSelect

/** How often others may be faster before the sign-in gives up. */
const ATTEMPTS = 5

/**
 * Signs in the person the claims are about. Makes an account, a membership and roles as the connection says, in the batch of the
 * session. Throws an `oidc.…` refusal, 409 if the org has no room, 403 for a request that is too risky.
 */
export async function enter(
	c: Context<App>,
	connection: Connection,
	claims: Claims,
	attempts = ATTEMPTS,
): Promise<Session> {
	if (attempts === 0) throw unavailable('database.overloaded', 1)
	const standing = await standingOf(c, connection, claims)
	return (await entered(c, connection, claims, standing)) ?? enter(c, connection, claims, attempts - 1)
}

/** The session; undefined if another sign-in of the same person made their account in the meantime. */
async function entered(
	c: Context<App>,
	connection: Connection,
	claims: Claims,
	standing: Standing,
): Promise<Session | undefined> {
	const { user } = standing
	if (isKeptOut(standing)) throw oidcRefusal('oidc.inactive')
	if (waits(connection) && !isKnown(connection, standing)) throw oidcRefusal('oidc.waits')
	const isGoverned = connection.org_id !== null || user?.is_operator === 1
	if (isGoverned && !isAdmitted(connection, standing.required)) throw oidcRefusal('oidc.required')
	refuseRisk(c, connection.org_id === null && !waits(connection) ? standing.user : undefined)
	const account = standing.user ?? accountFor(c, connection, claims, standing)
	const place =
		connection.org_id === null
			? homeOf(c, connection, account, standing)
			: joined(c, connection.org_id, connection, claims, account.user_id, standing)
	const { session, statements } = newSession(c, account.user_id, place.org_id, null, {
		connection_id: connection.id,
		max_age: connection.org_id === null ? lastsFor(connection, claims, standing) : connection.session_max_age,
		...provedAt(claims),
	})
	const givesRoles = connection.org_id === null && !waits(connection)
	const roles = givesRoles ? rolesFrom(c, connection, claims, account.user_id, standing) : undefined
	const isAdded = standing.user !== undefined && standing.identity === undefined
	const identity = usedIdentity(c, connection, claims, account.user_id, isAdded)
	const entries = [
		...('entry' in account ? [account.entry] : []),
		...identity.entries,
		...place.entries,
		...(roles ? [roles.entry] : []),
	]
	const again = new Error('The account was made in the meantime')
	try {
		await write(
			c,
			{
				isUsable: ensureExists(c, oidcConnections, isAsRead(connection)),
				before: entries.flatMap(({ leading }) => leading),
				account: 'entry' in account ? account.statements : undefined,
				isActive: ensureExists(c, users, isLetIn(connection, claims, account.user_id)),
				identity: identity.statement,
				isTheirs: ensureExists(c, identities, isIdentityOf(connection, claims, account.user_id)),
				place: place.statements,
				roles: roles?.statements,
				unread: tellUnread(c, connection, claims, standing),
				session: statements,
				keys: standing.user && letInAgain(c.var.db, account.user_id, connection.id),
				lastLogin: c.var.db.update(users).set({ last_login_at: now() }).where(eq(users.id, account.user_id)),
				after: entries.flatMap(({ trailing }) => trailing),
			},
			{
				audit: {
					action: 'sessions.create',
					target: sessions,
					target_id: session.sid,
					actor_user_id: account.user_id,
					isNew: true,
				},
				response: { none: 'Tokens are never stored' },
				// Somebody took or verified the address meanwhile.
				duplicate: () => {
					throw again
				},
				otherwise: async () => {
					const now = await standingOf(c, connection, claims)
					if (now.identity?.user_id !== standing.identity?.user_id) throw again
					if (!now.isUsable) return oidcRefusal('oidc.unknown_sign_in')
					return connection.org_id === null || isKeptOut(now)
						? oidcRefusal('oidc.inactive')
						: noRoom(c, connection.org_id)
				},
			},
		)
	} catch (error) {
		if (error === again) return undefined
		throw error
	}
	return session
}

/** Whether the connection waits for a confirmation, and so admits nobody new and changes no membership and no role. */
const waits = ({ waits_since }: Connection) => waits_since !== null

/** Whether who signs in is linked already, and a member if the connection is an org's. */
const isKnown = ({ org_id }: Connection, { identity, orgs }: Standing) =>
	identity !== undefined && (org_id === null || orgs.some((one) => one.org_id === org_id))

/** Whether an operator suspended the user, or a directory deactivated them. Anyone who is new is known by their address only. */
const isKeptOut = ({ user, isAddressOut }: Standing) =>
	user === undefined ? isAddressOut : user.status !== 'active' || user.is_deactivated === 1

/** The same as a condition of the batch, because either can happen after the read. */
const isLetIn = (connection: Connection, claims: Claims, user_id: string) =>
	allOf(eq(users.id, user_id), eq(users.status, 'active'), sql`NOT ${isDeactivated(connection, users.id, claims)}`)

/** When somebody proved who they are, if the provider says so. It may be hours ago, and then it's no recent proof. */
function provedAt({ auth_time }: Claims): Pick<Through, 'authenticated_at'> {
	if (typeof auth_time !== 'number' || auth_time < 0) return {}
	return { authenticated_at: new Date(Math.min(auth_time * 1000, Date.now())).toISOString() }
}

/**
 * A new account. An org's connection may make one for anybody whom it gives a role, the platform's only for an address that it speaks
 * for. The address is the account's only if the connection speaks for it.
 */
function accountFor(c: Context<App>, connection: Connection, claims: Claims, { address, holder, isProved }: Standing) {
	if (connection.org_id === null && !isProved) throw oidcRefusal('oidc.no_account')
	const called = [claims.preferred_username, claims.email].find((one) => typeof one === 'string')
	const account = newUser(c, called, address)
	const taken = address === undefined ? [] : takeAddress(c, address, holder)
	return { ...account, statements: [...taken, ...account.statements] }
}

/** Whether a connection is among those of which one is required. */
const isAdmitted = ({ id }: Connection, required: string | null) =>
	required === null || required.split(' ').includes(id)

/**
 * Where somebody acts whom the platform's connection signs in: in their oldest org that requires no other connection, or a new one of
 * their own.
 */
function homeOf(
	c: Context<App>,
	connection: Connection,
	{ user_id, username }: { user_id: string; username: string },
	{ user, orgs, required }: Standing,
) {
	// What the platform requires of operators goes before what an org requires.
	const isRequired = user?.is_operator === 1 && required !== null
	const open = orgs.find((org) => isRequired || isAdmitted(connection, org.required))
	if (open) return { org_id: open.org_id, statements: [], entries: [] }
	if (orgs.length > 0) throw oidcRefusal('oidc.required')
	const home = newHome(c.var.db, { user_id, username })
	return { ...home, entries: [] }
}

/** The membership that the connection gives in its org. Throws `oidc.no_role` for somebody who has none and gets none. */
function joined(
	c: Context<App>,
	org_id: string,
	connection: Connection,
	claims: Claims,
	user_id: string,
	{ orgs, maker, isProved }: Standing,
) {
	const member = orgs.find((one) => one.org_id === org_id)
	const held = member?.role
	const claimed = roleInOrg(connection, claims)
	if (!held && isOpenToAnybody(connection.issuer) && !isProved) throw oidcRefusal('oidc.no_role')
	const isSilent = connection.role_claim === null || isUnread(connection, claims)
	if (held && !isSilent && claimed === undefined) throw oidcRefusal('oidc.no_role')
	const said = held && isSilent ? held : (given(claimed, maker) ?? held)
	if (said === undefined) throw oidcRefusal('oidc.no_role')
	if (waits(connection)) return { org_id, statements: [], entries: [] }
	const byHand = member?.given_role ?? null
	const role = higher(said, byHand)
	// A higher claim takes the place of what a person gave.
	const given_role = role === byHand ? byHand : null
	if (role === held && given_role === byHand) return { org_id, statements: [], entries: [] }
	const entry = auditRow(c, {
		action: 'memberships.put',
		target: memberships,
		target_id: user_id,
		where: membershipOf(org_id, user_id),
		org_id,
		actor_user_id: user_id,
	})
	return {
		org_id,
		statements: held ? changed(c, { org_id, user_id, role, given_role }) : added(c, { org_id, user_id, role }),
		entries: [entry],
	}
}

interface Member {
	org_id: string
	user_id: string
	role: Role
}

const added = (c: Context<App>, member: Member) => [
	ensureRoom(c, member.org_id, member.user_id),
	insertMember(c, { ...member, given_role: null }),
]

/** The last owner stays one, whatever the provider says: nobody could make another. */
const changed = (
	{ var: { db } }: Context<App>,
	{ org_id, user_id, role, given_role }: Member & { given_role: Role | null },
) => [
	losing(
		db
			.update(memberships)
			.set({ role, given_role })
			.where(sql`${membershipOf(org_id, user_id)} AND (${role} = 'owner' OR ${keepsAnOwner(org_id, user_id)})`),
	),
]
