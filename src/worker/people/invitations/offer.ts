import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'
import { allOf } from '../../ground/db/state.ts'
import { formOf, hashOf } from '../../keys/auth/tokens.ts'
import { isWithinLimit } from '../../plans/entitlements/limits.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { users } from '../../tenancy/users/table.ts'
import { isOpenNow } from './state.ts'
import { invitations } from './table.ts'

/** Whether we can have issued a token. Otherwise nobody needs to look for it. */
export const isInvitation = (token: string) => formOf('invitation', token) !== undefined

/** The condition of the invitation that a token opens, as long as it can be accepted. */
export function openedBy(token: string): SQL {
	const hash = hashOf(token)
	const isItsToken = or(eq(invitations.token_hash, hash), eq(invitations.mailed_token_hash, hash)) as SQL
	return allOf(isItsToken, isOpenNow())
}

/** The query for what a token offers: no row if the token is unknown or used, or its invitation expired or is void. */
export const selectOffer = (db: Database['reader'], token: string) =>
	db
		.select({
			id: invitations.id,
			org_id: invitations.org_id,
			org_name: orgs.name,
			email: invitations.email,
			role: invitations.role,
			inviter_name: users.username,
			expires_at: invitations.expires_at,
			/** Whether this is the token of the mail, which only the owner of the address can have. */
			is_mailed: sql<number>`coalesce(${invitations.mailed_token_hash} = ${hashOf(token)}, 0)`.as('is_mailed'),
			/** Whether somebody who isn't a member yet can join. */
			has_room:
				sql<number>`${isWithinLimit({ org_id: sql`${orgs.id}`, key: 'limit.org_members', count: sql`${orgs.member_count}` })}`.as(
					'has_room',
				),
		})
		.from(invitations)
		.innerJoin(orgs, and(eq(orgs.id, invitations.org_id), isNull(orgs.deleted_at)))
		.innerJoin(users, eq(users.id, invitations.inviter_user_id))
		.where(openedBy(token))
		.limit(1)

export type Offer = Awaited<ReturnType<typeof selectOffer>>[number]
