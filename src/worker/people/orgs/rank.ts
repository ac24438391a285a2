import { eq, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { allOf, exists } from '../../ground/db/state.ts'
import { notify, notifyUser } from '../../messages/notices/notify.ts'
import type { Principal, Role } from '../../principal.ts'
import { membershipOf } from '../../tenancy/orgs/access.ts'
import { memberships } from '../../tenancy/orgs/table.ts'
import { ensureInReach, mayDoEverything, refuseOwnMembership } from '../../tenancy/users/platform-roles.ts'

// Who changes a membership, and what they may do.

export interface Place {
	org_id: string
	user_id: string
}

/** Who changes a membership: an operator, the org itself, or a member who leaves it. */
export interface By {
	door: 'operator' | 'org' | 'member'
	/** What the caller may do, if that's not everything. */
	within?: SQL
}

type Caller = { var: { principal: Principal } }

/**
 * What callers with `org.settings` may do in the org, where they are `own`: change anybody's place, unless an owner loses or gets
 * theirs. That takes an owner, in person. The batch reads both roles, so no other change can get in between. Who doesn't manage the org
 * acts as an operator, whatever scopes they send: throws 403 for those who'd give themselves a role.
 */
export function rankOf({ var: { principal } }: Caller, { org_id, user_id }: Place, own: Role | null, role?: Role): By {
	const isProgram = principal.kind === 'service' && principal.org_id === org_id
	const door = isProgram || own === 'owner' || own === 'admin' ? 'org' : 'operator'
	if (door === 'operator' && role) refuseOwnMembership(principal, user_id)
	if (principal.permissions.has('platform_admin')) return { door }
	const concernsOwner = role === 'owner' ? sql`1` : isOwner(org_id, user_id)
	const isByOwner = principal.kind === 'user' ? isOwner(org_id, principal.user_id) : sql`0`
	return { door, within: sql`(NOT ${concernsOwner} OR ${isByOwner})` }
}

export const isOwner = (org_id: string, user_id: string) =>
	exists(memberships, allOf(membershipOf(org_id, user_id), eq(memberships.role, 'owner')))

/**
 * What's special about operators who aren't platform admins: they don't reach users who hold a platform role, and the owners of
 * the org are notified.
 */
export const byOperator = (c: WorkContext, { door }: By, { org_id, user_id, role }: Place & { role?: Role }) =>
	door !== 'operator' || mayDoEverything(c.var.principal)
		? {}
		: {
				told: tellMember(c, { org_id, user_id, role }),
				inReach: ensureInReach(c, user_id),
				notice: tellOwners(
					c,
					{ org_id, user_id },
					role === undefined ? { code: 'member_removed', role: null } : { code: 'member_role', role },
				),
			}

/** The statement that notifies a user of the role that an operator gave them in an org, or took. */
export const tellMember = (c: WorkContext, { org_id, user_id, role }: Place & { role?: Role | undefined }) =>
	notifyUser(c.var.db, {
		user_id,
		org_id: null,
		...(role === undefined
			? { code: 'membership_ended', values: { org: nameOfOrg(org_id) } }
			: { code: 'membership_role', values: { org: nameOfOrg(org_id), role } }),
		about: { org_id, role: role ?? null },
	})

/** The statement that notifies the owners of an org of what an operator did to a member, if `when` holds. */
export const tellOwners = (
	c: WorkContext,
	{ org_id, user_id }: Place,
	what: { code: 'member_removed'; role: null } | { code: 'member_role' | 'member_joined'; role: Role },
	when?: SQL,
) =>
	notify(c.var.db, {
		org_id,
		roles: ['owner'],
		...(what.role === null
			? { code: what.code, values: { user: nameOf(user_id) } }
			: { code: what.code, values: { user: nameOf(user_id), role: what.role } }),
		about: { user_id, role: what.role },
		when,
	})

const nameOfOrg = (org_id: string) => sql`(SELECT n.name FROM orgs n WHERE n.id = ${org_id})`

const nameOf = (user_id: string) => sql`(SELECT n.username FROM users n WHERE n.id = ${user_id})`
