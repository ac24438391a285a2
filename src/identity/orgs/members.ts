import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Role, WorkContext } from '../../context.ts'
import { now } from '../../db/columns.ts'
import { allOf, countOf, exists } from '../../db/state.ts'
import { type ApiError, conflict, notFound } from '../../http/errors.ts'
import { deleteOfOrg } from '../../messages/notices/former-member.ts'
import { notify } from '../../messages/notices/notify.ts'
import { ensureWithinLimit, limitReached } from '../../plans/entitlements/limits.ts'
import { isOpen, membershipOf } from '../../tenancy/orgs/access.ts'
import { memberships, orgs } from '../../tenancy/orgs/table.ts'
import { keepsPlatformAdmin, lastPlatformAdmin } from '../../tenancy/users/platform-admins.ts'
import { ensureInReach, outOfReach } from '../../tenancy/users/platform-roles.ts'
import { users } from '../../tenancy/users/table.ts'
import { present } from '../../tenancy/users/visible.ts'
import { ensure, ensureChanged, ensureExists } from '../../write/guards.ts'
import { withRollbacks } from '../../write/rollbacks.ts'
import { write } from '../../write/write.ts'
import { apiKeys } from '../api-keys/table.ts'

interface Member {
	org_id: string
	user_id: string
	role: Role
}

/** The statement that makes a user a member. */
export const insertMember = ({ var: { db } }: WorkContext, member: Member) =>
	db.insert(memberships).values({ ...member, created_at: now() })

/** Who changes a membership: an operator, or the org itself. */
type Door = 'operator' | 'org'

/**
 * What's special about an operator: they don't reach users who hold a platform role, unless they're platform admins, and the
 * owners of the org are notified.
 */
const byOperator = (c: WorkContext, door: Door, { org_id, user_id, role }: Omit<Member, 'role'> & { role?: Role }) =>
	door === 'org'
		? {}
		: {
				inReach: ensureInReach(c, user_id),
				notice: tellOwners(
					c,
					{ org_id, user_id },
					role === undefined ? ' was removed.' : ` is now a member with the role ${role}.`,
					{ role },
				),
			}

/** The statement that notifies the owners of an org of what an operator did to a member. It has no effect unless `when` holds. */
export const tellOwners = (
	c: WorkContext,
	{ org_id, user_id }: Omit<Member, 'role'>,
	what: string,
	{ role, when }: { role?: Role | undefined; when?: SQL },
) =>
	notify(c.var.db, {
		org_id,
		roles: ['owner'],
		type: 'security.membership_changed',
		title: 'An operator changed the members of your org',
		body: sql`${nameOf(user_id)} || ${what}`,
		payload: { user_id, role: role ?? null },
		when,
	})

const nameOf = (user_id: string) => sql`(SELECT n.username FROM users n WHERE n.id = ${user_id})`

/**
 * Makes a user a member of an org or changes a member's role, and returns the membership. Throws 404 for an unknown org or
 * user, 409 when the org would lose its last owner or already has the maximum number of members, and to an operator 403 for a
 * user who's out of their reach.
 */
export async function putMember(c: WorkContext, { org_id, user_id, role }: Member, door: Door = 'org') {
	const put = insertMember(c, { org_id, user_id, role })
		.onConflictDoUpdate({ target: [memberships.org_id, memberships.user_id], set: { role } })
		.returning()
	const { members } = await write(
		c,
		{
			...byOperator(c, door, { org_id, user_id, role }),
			userExists: ensureExists(c, users, present(user_id)),
			orgExists: ensureExists(c, orgs, isOpen(org_id)),
			withinLimit: ensureWithinLimit(c, { ...limitOfMembers(org_id), count: membersBefore(org_id, user_id) }),
			keepsOwner: role !== 'owner' && ensure(c, keepsAnOwner(org_id, user_id)),
			members: withRollbacks(put),
		},
		{
			audit: auditOf('put', org_id, user_id),
			otherwise: () => memberRefusal(c, { org_id, user_id, door }, () => limitReached(c, limitOfMembers(org_id))),
		},
	)
	return members[0]
}

/**
 * Removes a member, the API keys that they created in the org, and what was sent to them as its member. Throws 404 for an unknown org, user or member, 409 for the
 * last owner and for the last org of the last platform admin.
 */
export async function removeMember(c: WorkContext, org_id: string, user_id: string, door: Door = 'org'): Promise<void> {
	const { db } = c.var
	await write(
		c,
		{
			...byOperator(c, door, { org_id, user_id }),
			keepsOwner: ensure(c, keepsAnOwner(org_id, user_id)),
			keepsAdmin: ensure(c, keepsAdminsHome(org_id, user_id)),
			keys: db.delete(apiKeys).where(and(eq(apiKeys.org_id, org_id), eq(apiKeys.user_id, user_id))),
			notifications: deleteOfOrg(db, org_id, user_id),
			remove: withRollbacks(db.delete(memberships).where(membershipOf(org_id, user_id))),
			found: ensureChanged(c),
		},
		{
			audit: auditOf('delete', org_id, user_id),
			otherwise: () => memberRefusal(c, { org_id, user_id, door }, () => notFound('Member')),
		},
	)
}

/** Whether the org keeps an owner without the user: they aren't an owner, or not the only one. */
function keepsAnOwner(org_id: string, user_id: string): SQL {
	const isOwner = allOf(membershipOf(org_id, user_id), eq(memberships.role, 'owner'))
	return sql`NOT ${exists(memberships, isOwner)} OR ${exists(memberships, isOtherOwner(org_id, user_id))}`
}

const isOtherOwner = (org_id: string, user_id: string) =>
	allOf(eq(memberships.org_id, org_id), eq(memberships.role, 'owner'), ne(memberships.user_id, user_id))

/** Whether the last platform admin stays in some org. They couldn't act without one. */
const keepsAdminsHome = (org_id: string, user_id: string): SQL => {
	const isElsewhere = allOf(eq(memberships.user_id, user_id), ne(memberships.org_id, org_id))
	return sql`${exists(memberships, isElsewhere)} OR ${keepsPlatformAdmin(user_id)}`
}

export const limitOfMembers = (org_id: string) => ({ org_id, key: 'limit.org_members' }) as const

/** How many members the user joins, as an expression. 0 for a member, because a new role adds nobody. */
export const membersBefore = (org_id: string, user_id: string) =>
	sql`iif(${exists(memberships, membershipOf(org_id, user_id))}, 0, ${countOf(memberships, eq(memberships.org_id, org_id))})`

/** Why the batch was refused. `ofOthers` returns the reason for a user who isn't a member. */
async function memberRefusal(
	c: WorkContext,
	{ org_id, user_id, door }: Omit<Member, 'role'> & { door: Door },
	ofOthers: () => ApiError | Promise<ApiError>,
) {
	const { db } = c.var
	const [[org], [user], [member], [otherOwner]] = await db.batch([
		db.select({ id: orgs.id }).from(orgs).where(isOpen(org_id)).limit(1),
		db.select({ status: users.status }).from(users).where(eq(users.id, user_id)).limit(1),
		db.select().from(memberships).where(membershipOf(org_id, user_id)).limit(1),
		db.select({ user_id: memberships.user_id }).from(memberships).where(isOtherOwner(org_id, user_id)).limit(1),
	])
	if (!org) return notFound('Org')
	if (!user || user.status === 'deleted') return notFound('User')
	const higher = door === 'operator' && (await outOfReach(c, user_id))
	if (higher) return higher
	if (!member) return ofOthers()
	if (member.role !== 'owner' || otherOwner) return lastPlatformAdmin('removed from its last org')
	return conflict("This is the org's last owner. Make another member an owner first.", {
		reason: 'orgs.last_owner',
	})
}

const auditOf = (verb: string, org_id: string, user_id: string) => ({
	action: `memberships.${verb}`,
	target: memberships,
	target_id: user_id,
	where: membershipOf(org_id, user_id),
	org_id,
})
