import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { SignedIn } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { type ApiError, conflict, forbidden, notFound } from '../../ground/http/errors.ts'
import { limitReached } from '../../plans/entitlements/limits.ts'
import type { Principal, Role } from '../../principal.ts'
import { byAccount, countedRequests, tooManyRequests } from '../../sign-in/throttle/requests.ts'
import { openOrg } from '../../tenancy/orgs/access.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { invitationOf } from './columns.ts'
import { isGiven } from './state.ts'
import { invitations } from './table.ts'

/** An org may send a hundred invitations in an hour, and a user sixty, in all orgs together. */
export const limitsOf = (org_id: string, principal: Principal) => [
	byAccount('invitation', org_id, 100),
	byAccount('invitation', actorOf(principal), 60),
]

export const limitOf = (org_id: string) => ({ org_id, key: 'limit.invitations' }) as const

/** A principal as the inviter of an invitation. Throws 403 for a service account: nobody could ask it who that is. */
export function inviterOf({ user_id, api_key_id, connection_id, permissions }: Principal) {
	if (user_id === null) throw forbidden('invitations.role')
	const inviter_permission = (['platform_admin', 'people.write'] as const).find((one) => permissions.has(one)) ?? null
	return {
		inviter_user_id: user_id,
		inviter_api_key_id: api_key_id,
		inviter_permission,
		through_connection_id: connection_id,
	}
}

interface Wanted {
	org_id: string
	id: string
	/** Undefined for the role that the invitation has. */
	role?: Role | undefined
}

/** Whether the caller may give the role, as an expression about the row of the invitation. */
export const mayGive = ({ var: { principal } }: Context<SignedIn>, { org_id, role }: Omit<Wanted, 'id'>) =>
	isGiven({ org_id, role: role ?? invitations.role, ...inviterOf(principal), sent_at: now() })

/** Why a batch that sends or withdraws an invitation was refused. */
export async function refusalOf(c: Context<SignedIn>, { org_id, id, role }: Wanted): Promise<ApiError> {
	const { db, principal } = c.var
	const limits = limitsOf(org_id, principal)
	const [[org], [found], requests] = await db.batch([
		openOrg(db, { org_id }),
		db
			.select({
				id: invitations.id,
				accepted_at: invitations.accepted_at,
				may_give: sql<number>`${mayGive(c, { org_id, role })}`.as('may_give'),
			})
			.from(sql`(SELECT 1)`)
			.leftJoin(invitations, invitationOf(org_id, id)),
		countedRequests(db, limits),
	])
	if (!org) return notFound('Org')
	if (role === undefined && !found?.id) return notFound('Invitation')
	if (found?.accepted_at) return conflict('invitations.accepted')
	if (!found?.may_give) return forbidden('invitations.role')
	return tooManyRequests(c.env, limits, requests) ?? limitReached(c, limitOf(org_id))
}
