import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { columnsBut, now } from '../../ground/db/columns.ts'
import { allOf, countOf, exists, noChange } from '../../ground/db/state.ts'
import { type ApiError, conflict, forbidden, notFound } from '../../ground/http/errors.ts'
import type { VerbOf } from '../../ground/write/actions.ts'
import type { Statement } from '../../ground/write/after-commit.ts'
import { ensure, ensureChanged, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { apiKeys } from '../../keys/api-keys/table.ts'
import { deleteOfOrg } from '../../messages/notices/former-member.ts'
import { ensureWithinLimit, limitReached } from '../../plans/entitlements/limits.ts'
import type { Role } from '../../principal.ts'
import type { Kept } from '../../sign-in/identities/confirm.ts'
import { ensureLetIn, outOf } from '../../sign-in/identities/word.ts'
import { isOpen, isOrgOpen, membershipOf, openOrg } from '../../tenancy/orgs/access.ts'
import { memberships, orgs } from '../../tenancy/orgs/table.ts'
import { keepsPlatformAdmin, lastPlatformAdmin } from '../../tenancy/users/platform-admins.ts'
import { outOfReach } from '../../tenancy/users/platform-roles.ts'
import { users } from '../../tenancy/users/table.ts'
import { present } from '../../tenancy/users/visible.ts'
import { losing } from '../leaving/tell.ts'
import { type By, byOperator, isOwner, type Place } from './rank.ts'

interface Member extends Place {
	role: Role
	/** The role as far as a person gave it: by default, all of it. Null for what a provider or a directory gives. */
	given_role?: null
}

export const membershipColumns = columnsBut(memberships, 'given_role')

export const insertMember = ({ var: { db } }: WorkContext, member: Member, created_at = now()) =>
	db.insert(memberships).values({ given_role: member.role, ...member, created_at })

/**
 * Makes a user a member of an org or changes a member's role, and returns the membership. Throws 404 for an unknown org or
 * user, 409 when the org would lose its last owner or already has the maximum number of members, and to an operator 403 for a
 * user who's out of their reach.
 */
export async function putMember(c: WorkContext, { org_id, user_id, role }: Member, kept: Kept) {
	const by: By = { door: 'operator' }
	const put = insertMember(c, { org_id, user_id, role })
		.onConflictDoUpdate({ target: [memberships.org_id, memberships.user_id], set: { role, given_role: role } })
		.returning(membershipColumns)
	const { members } = await write(
		c,
		{
			...byOperator(c, by, { org_id, user_id, role }),
			userExists: ensureExists(c, users, present(user_id)),
			orgExists: ensureExists(c, orgs, isOpen(org_id)),
			isLetIn: ensureLetIn(
				c,
				org_id,
				user_id,
				isOwner(org_id, c.var.principal?.kind === 'user' ? c.var.principal.user_id : ''),
			),
			withinLimit: ensureRoom(c, org_id, user_id),
			keepsOwner: role !== 'owner' && ensure(c, keepsAnOwner(org_id, user_id)),
			members: losing(put),
			kept: kept.statements,
		},
		{
			audit: auditOf('put', org_id, user_id),
			otherwise: async () =>
				(await kept.refusal()) ??
				memberRefusal(c, { org_id, user_id }, by, async (isKnown) =>
					isKnown ? ((await outOf(c, org_id, user_id)) ?? noRoom(c, org_id)) : notFound('User'),
				),
		},
	)
	return members[0]
}

/**
 * Changes a member's role and returns the row that `shown` selects. Throws 404 for a user who isn't a member, 403 for a change that
 * only owners may make, 409 for the last owner.
 */
export async function changeRole<Shown extends Statement>(
	c: WorkContext,
	{ org_id, user_id, role }: Place & { role: Role | undefined },
	by: By,
	kept: Kept,
	shown: Shown,
): Promise<Shown['_']['result']> {
	const change = { ...noChange(memberships.created_at), ...(role && { role, given_role: role }) }
	const isThere = and(membershipOf(org_id, user_id), isOrgOpen(memberships.org_id))
	const changed = c.var.db.update(memberships).set(change).where(isThere)
	const results = await write(
		c,
		{
			...(role && byOperator(c, by, { org_id, user_id, role })),
			within: by.within && ensure(c, by.within),
			keepsOwner: role !== undefined && role !== 'owner' && ensure(c, keepsAnOwner(org_id, user_id)),
			changed: losing(changed),
			found: ensureChanged(c),
			kept: kept.statements,
			shown,
		},
		{
			audit: auditOf('put', org_id, user_id),
			otherwise: async () =>
				(await kept.refusal()) ?? memberRefusal(c, { org_id, user_id }, by, () => notFound('Member')),
		},
	)
	return results.shown
}

/** What isn't there. Only operators learn whether a user exists who isn't a member. */
const missingFor = ({ door }: By, isKnown: boolean) =>
	door === 'member' ? 'Org' : door === 'operator' && !isKnown ? 'User' : 'Member'

/**
 * Removes a member, the API keys that they created in the org, and what was sent to them as its member. Throws 404 for an unknown
 * org, user or member, 403 for a removal that only owners may make, 409 for the last owner, for the last org of the last platform
 * admin, and for the only org of a user who leaves it: without one they couldn't log in.
 */
export async function removeMember(c: WorkContext, place: Place, by: By, kept?: Kept): Promise<void> {
	const { db } = c.var
	const { org_id, user_id } = place
	await write(
		c,
		{
			...byOperator(c, by, place),
			within: by.within && ensure(c, by.within),
			keepsOwner: ensure(c, keepsAnOwner(org_id, user_id)),
			keepsAdmin: ensure(c, keepsAdminsHome(org_id, user_id)),
			keepsHome: by.door === 'member' && ensure(c, isElsewhere(org_id, user_id)),
			keys: db.delete(apiKeys).where(and(eq(apiKeys.org_id, org_id), eq(apiKeys.user_id, user_id))),
			notifications: deleteOfOrg(db, org_id, user_id),
			remove: losing(db.delete(memberships).where(membershipOf(org_id, user_id))),
			found: ensureChanged(c),
			kept: kept?.statements,
		},
		{
			audit: auditOf('delete', org_id, user_id),
			otherwise: async () =>
				(await kept?.refusal()) ?? memberRefusal(c, place, by, (isKnown) => notFound(missingFor(by, isKnown))),
		},
	)
}

/** Whether the org keeps an owner without the user: they aren't an owner, or not the only one. */
export function keepsAnOwner(org_id: string, user_id: string): SQL {
	return sql`NOT ${isOwner(org_id, user_id)} OR ${exists(memberships, isOtherOwner(org_id, user_id))}`
}

const isOtherOwner = (org_id: string, user_id: string) =>
	allOf(eq(memberships.org_id, org_id), eq(memberships.role, 'owner'), ne(memberships.user_id, user_id))

/** Whether the user is in another org too, where they could act. */
const isElsewhere = (org_id: string, user_id: string) =>
	sql`EXISTS (SELECT 1 FROM memberships m JOIN orgs o ON o.id = m.org_id WHERE m.user_id = ${user_id} AND m.org_id <> ${org_id} AND o.deleted_at IS NULL)`

/** Whether the last platform admin stays in some org. They couldn't act without one. */
export const keepsAdminsHome = (org_id: string, user_id: string): SQL =>
	sql`${isElsewhere(org_id, user_id)} OR ${keepsPlatformAdmin(user_id)}`

const limitOfMembers = (org_id: string) => ({ org_id, key: 'limit.org_members' }) as const

/** Refuses the whole batch unless the org may have the user as a member. A member has their place, because a new role adds nobody. */
export const ensureRoom = (c: WorkContext, org_id: string, user_id: string) =>
	ensureWithinLimit(c, {
		...limitOfMembers(org_id),
		count: sql`iif(${exists(memberships, membershipOf(org_id, user_id))}, 0, ${countOf(memberships, eq(memberships.org_id, org_id))})`,
	})

/** The 409 for a batch that `ensureRoom` refused. */
export const noRoom = (c: WorkContext, org_id: string) => limitReached(c, limitOfMembers(org_id))

/** Why the batch was refused. `ofOthers` returns the reason for a user who isn't a member, and may not even exist. */
async function memberRefusal(
	c: WorkContext,
	{ org_id, user_id }: Place,
	{ door, within = sql`1` }: By,
	ofOthers: (isKnown: boolean) => ApiError | Promise<ApiError>,
) {
	const { db } = c.var
	const held = {
		within: sql<number>`${within}`.as('within'),
		keeps_owner: sql<number>`${keepsAnOwner(org_id, user_id)}`.as('keeps_owner'),
		keeps_admin: sql<number>`${keepsAdminsHome(org_id, user_id)}`.as('keeps_admin'),
	}
	const [[org], [user], [member], [holds]] = await db.batch([
		openOrg(db, { org_id }),
		db.select({ id: users.id }).from(users).where(present(user_id)).limit(1),
		db.select().from(memberships).where(membershipOf(org_id, user_id)).limit(1),
		db
			.select(held)
			.from(sql`(SELECT 1)`)
			.limit(1),
	])
	if (!org) return notFound('Org')
	const higher = user && door === 'operator' && (await outOfReach(c, user_id))
	if (higher) return higher
	if (!user || !member) return ofOthers(user !== undefined)
	if (holds?.within !== 1) return forbidden('members.owner')
	if (holds.keeps_owner === 1 && holds.keeps_admin !== 1) return lastPlatformAdmin()
	if (holds.keeps_owner === 1 && door === 'member') return conflict('orgs.only_one')
	return conflict('orgs.last_owner')
}

const auditOf = (verb: VerbOf<'memberships'>, org_id: string, user_id: string) => ({
	action: `memberships.${verb}` as const,
	target: memberships,
	target_id: user_id,
	where: membershipOf(org_id, user_id),
	org_id,
})
