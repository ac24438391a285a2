import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { SignedInUser, WorkContext } from '../../context.ts'
import { fromNow, now } from '../../ground/db/columns.ts'
import { ascii, inOneCase, isSameName, nameIn, typed } from '../../ground/db/one-case.ts'
import { allOf, exists, jsonObject } from '../../ground/db/state.ts'
import { type ApiError, forbidden, notFound } from '../../ground/http/errors.ts'
import { ensure, ensureChanged, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { keptOf } from '../../people/invitations/columns.ts'
import { isInvitation, type Offer, openedBy, selectOffer } from '../../people/invitations/offer.ts'
import { isOfOperator, reaches } from '../../people/invitations/state.ts'
import { invitations } from '../../people/invitations/table.ts'
import { ensureRoom, insertMember, membershipColumns, noRoom } from '../../people/orgs/members.ts'
import { tellOwners } from '../../people/orgs/rank.ts'
import { ROLES } from '../../principal.ts'
import { deactivated, isAddressOut, isSaidOut } from '../../sign-in/identities/word.ts'
import { isOpen, membershipOf } from '../../tenancy/orgs/access.ts'
import { memberships, orgs } from '../../tenancy/orgs/table.ts'
import { users } from '../../tenancy/users/table.ts'
import { PROVED_BY_MAIL } from '../../tenancy/users/visible.ts'

interface Acceptance {
	token: string
	offer: Offer
	user_id: string
}

/**
 * The statements that use an invitation up and make the user a member. They refuse the batch if the invitation can't be accepted at
 * that moment or the org is full. A member with a higher role keeps it.
 */
export function acceptance(c: WorkContext, { token, offer: { id, org_id, role }, user_id }: Acceptance) {
	const notHigher = ROLES.slice(ROLES.indexOf(role))
	return [
		c.var.db
			.update(invitations)
			.set({ accepted_at: now(), accepted_user_id: user_id })
			.where(and(eq(invitations.id, id), openedBy(token), reaches(user_id))),
		ensureChanged(c),
		tellOwners(
			c,
			{ org_id, user_id },
			{ code: 'member_joined', role },
			exists(invitations, allOf(eq(invitations.id, id), isOfOperator)),
		),
		ensureExists(c, orgs, isOpen(org_id)),
		ensure(c, isLetIn(id, org_id, user_id)),
		ensureRoom(c, org_id, user_id),
		// After the org that a registration makes, which stays the user's first one.
		insertMember(c, { org_id, user_id, role }, fromNow(1)).onConflictDoUpdate({
			target: [memberships.org_id, memberships.user_id],
			set: { role, given_role: role },
			setWhere: inArray(memberships.role, notHigher),
		}),
	] as const
}

/**
 * Whether no directory's word keeps the user out of the org, or whoever was invited. An owner lets somebody in by name: by an
 * invitation to their address, sent after that word.
 */
function isLetIn(id: string, org_id: string, user_id: string): SQL {
	const invited = ascii(sql`v.email`)
	const word = (since: SQL | null) =>
		sql`(${isSaidOut(org_id, user_id, since)} OR ${isAddressOut(org_id, invited, since)})`
	const isTheirs = sql`(EXISTS (SELECT 1 FROM users u WHERE u.id = ${user_id} AND ${isSameName(nameIn('u', 'email'), invited)})
		OR EXISTS (SELECT 1 FROM identities i WHERE i.user_id = ${user_id} AND ${isSameName(nameIn('i', 'email'), invited)})
		OR EXISTS (SELECT 1 FROM scim_users s WHERE s.user_id = ${user_id} AND ${isSameName(nameIn('s', 'user_name'), invited)}))`
	const isByOwner = sql`v.inviter_api_key_id IS NULL AND EXISTS (SELECT 1 FROM memberships o
		WHERE o.org_id = v.org_id AND o.user_id = v.inviter_user_id AND o.role = 'owner')`
	return sql`(EXISTS (SELECT 1 FROM memberships m WHERE m.org_id = ${org_id} AND m.user_id = ${user_id})
		OR EXISTS (SELECT 1 FROM invitations v WHERE v.id = ${id}
			AND (NOT ${word(null)} OR (${isByOwner} AND ${isTheirs} AND NOT ${word(sql`v.sent_at`)}))))`
}

export const auditOf = ({ offer: { id, org_id }, user_id }: Omit<Acceptance, 'token'>) => ({
	action: 'invitations.accept' as const,
	target: invitations,
	target_id: id,
	kept: keptOf(eq(invitations.id, id)),
	org_id,
	actor_user_id: user_id,
})

/** Whether the token proves that an address is that of the person who uses it. */
export const proves = ({ is_mailed, email }: Offer, address: string | null) =>
	is_mailed === 1 && address !== null && inOneCase(email) === inOneCase(address)

/**
 * Accepts an invitation for the caller and returns their membership. A sign-in through an org's connection accepts those of that org. The token of the mail also verifies their address, if it's
 * the invited one. Throws 404 for a token that can't be used, 403 for an operator's invitation of themselves or another
 * operator, and 409 when the org has the maximum number of members.
 */
export async function accept(c: Context<SignedInUser>, token: string) {
	const { db } = c.var
	const { user_id } = c.var.principal
	const [offer] = isInvitation(token) ? await selectOffer(db, token) : []
	if (!offer) throw notFound('Invitation')
	const { is_confined, org_id } = c.var.principal
	if (is_confined && offer.org_id !== org_id) throw forbidden('oidc.through_org')
	const isActive = allOf(eq(users.id, user_id), eq(users.status, 'active'))
	const isTheirs: SQL = isSameName({ name: users.email, caseless: users.email_caseless }, typed(offer.email))
	const where = membershipOf(offer.org_id, user_id)
	const { joined } = await write(
		c,
		{
			isActive: ensureExists(c, users, isActive),
			acceptance: acceptance(c, { token, offer, user_id }),
			verified:
				offer.is_mailed === 1 && !is_confined && db.update(users).set(PROVED_BY_MAIL).where(and(isActive, isTheirs)),
			joined: db.select(membershipColumns).from(memberships).where(where).limit(1),
		},
		{
			audit: auditOf({ offer, user_id }),
			response: {
				status: 200,
				body: sql`(SELECT ${jsonObject(membershipColumns)} FROM ${memberships} WHERE ${where})`,
			},
			otherwise: () => refusalOf(c, token, offer),
		},
	)
	const [membership] = joined
	if (!membership) throw new Error('Who accepted an invitation is a member')
	return membership
}

async function refusalOf(c: Context<SignedInUser>, token: string, { id, org_id }: Offer): Promise<ApiError> {
	const { db, principal } = c.var
	const [[open], [row]] = await db.batch([
		selectOffer(db, token),
		db

			.select({
				reached: sql<number>`${reaches(principal.user_id)}`.as('reached'),
				is_let_in: sql<number>`${isLetIn(id, org_id, principal.user_id)}`.as('is_let_in'),
				inviter: users.id,
			})
			.from(invitations)
			.innerJoin(users, eq(users.id, invitations.inviter_user_id))
			.where(eq(invitations.id, id)),
	])
	if (!open) return notFound('Invitation')
	if (row?.reached === 0) return forbidden(row.inviter === principal.user_id ? 'roles.self' : 'roles.higher')
	return row?.is_let_in === 0 ? deactivated() : noRoom(c, org_id)
}
