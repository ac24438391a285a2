import { sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { type ApiError, conflict, unauthorized } from '../../ground/http/errors.ts'
import { ensure, ensureExists } from '../../ground/write/guards.ts'
import { effectiveInteger } from '../../plans/entitlements/effective.ts'
import type { UserPrincipal } from '../../principal.ts'
import { byAccount, countedRequests, countRequest, tooManyRequests } from '../../sign-in/throttle/requests.ts'
import { users } from '../../tenancy/users/table.ts'
import { present } from '../../tenancy/users/visible.ts'
import { createOrg } from '../orgs/create.ts'

const KEY = 'limit.orgs'

/** Somebody may hand their orgs over and create others, again and again. */
const limitsOf = (user_id: string) => [byAccount('org', user_id, 60)]

/** Creates an org that the caller owns. Throws 409 when they own as many as they may, 429 for too many in an hour. */
export async function createOwnOrg(c: WorkContext, { user_id }: UserPrincipal, name: string) {
	return createOrg(c, {
		name,
		owner_user_id: user_id,
		guards: {
			isThere: ensureExists(c, users, present(user_id)),
			counted: countRequest(c, limitsOf(user_id)),
			withinLimit: ensure(c, mayOwnMore(user_id)),
		},
		otherwise: () => refusal(c, user_id),
		shown: { member_count: 1, role: 'owner', second_factor_required: false },
	})
}

const owned = (user_id: string) =>
	sql`memberships m JOIN orgs g ON g.id = m.org_id AND g.deleted_at IS NULL WHERE m.user_id = ${user_id} AND m.role = 'owner'`

/**
 * How many orgs the user may own: the most that one of theirs grants, or the default if they own none. 0 or less is no limit, so
 * it's more than any number.
 */
const most = (user_id: string) =>
	sql`SELECT coalesce(iif(min(l.most) <= 0, 0, max(l.most)), ${effectiveInteger('', KEY)}) AS most
		FROM (SELECT ${effectiveInteger(sql`m.org_id`, KEY)} AS most FROM ${owned(user_id)}) l`

const mayOwnMore = (user_id: string) =>
	sql`(SELECT most <= 0 OR (SELECT count(*) FROM ${owned(user_id)}) < most FROM (${most(user_id)}))`

async function refusal(c: WorkContext, user_id: string): Promise<ApiError> {
	const { db } = c.var
	const limits = limitsOf(user_id)
	const tooMany = tooManyRequests(c.env, limits, await countedRequests(db, limits))
	if (tooMany) return tooMany
	const [[user], [held]] = await db.batch([
		db.select({ id: users.id }).from(users).where(present(user_id)).limit(1),
		db.select({ most: sql<number>`most`.as('most') }).from(sql`(${most(user_id)})`),
	])
	// Somebody deleted them while this isolate still knew them.
	if (!user) return unauthorized()
	const limit = held?.most
	return conflict('limit.reached', { key: KEY, limit })
}
