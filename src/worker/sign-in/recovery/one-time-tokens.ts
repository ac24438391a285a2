import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { fromNow, now } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { invalid } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import type { Retention } from '../../ground/write/retention.ts'
import { hashOf, newCredential } from '../../keys/auth/tokens.ts'
import type { Principal } from '../../principal.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { isOnlyAdmin } from '../../tenancy/users/platform-admins.ts'
import { holdsRole, rolesHeldBy } from '../../tenancy/users/platform-roles.ts'
import { users } from '../../tenancy/users/table.ts'
import { oneTimeTokens, type PURPOSES } from './table.ts'

type Purpose = (typeof PURPOSES)[number]

const TTL_MS = 3_600_000

/**
 * A new token for a user, and the statements that store its hash. It replaces an older one for the same purpose, but a mailed
 * token none that a platform admin passed on: anybody may ask for a mail.
 */
export function newToken(c: WorkContext, purpose: Purpose, user_id: string, email: string | null = null) {
	const { db, principal } = c.var
	const token = newCredential(purpose, c)
	const expires_at = fromNow(TTL_MS)
	const made_by = email === null && principal ? makerOf(principal) : null
	const row = { token_hash: hashOf(token), purpose, user_id, email, made_by, expires_at, created_at: now() }
	const isOfItsKind = email === null ? isNull(oneTimeTokens.email) : isNotNull(oneTimeTokens.email)
	const isOlder = and(eq(oneTimeTokens.user_id, user_id), eq(oneTimeTokens.purpose, purpose), isOfItsKind)
	const statements = [db.delete(oneTimeTokens).where(isOlder), db.insert(oneTimeTokens).values(row)] as const
	return { token, expires_at, statements }
}

/** Who passes a token on. A key of a user ends before its user does, so the key is it. */
const makerOf = (principal: Principal) => (principal.kind === 'api_key' ? principal.api_key_id : actorOf(principal))

const valid = (purpose: Purpose, token: string) =>
	allOf(
		eq(oneTimeTokens.token_hash, hashOf(token)),
		eq(oneTimeTokens.purpose, purpose),
		gt(oneTimeTokens.expires_at, now()),
		mayStillReach,
	)

const { made_by, user_id: its_user, created_at: made_at } = oneTimeTokens
const holds = (scopes: string) =>
	sql`EXISTS (SELECT 1 FROM service_accounts a, json_each(a.scopes) s WHERE a.id = ${made_by} AND a.is_active AND s.value IN (${sql.raw(scopes)}))`
const isOperator = (roles: string) =>
	sql`EXISTS (SELECT 1 FROM users m, ${rolesHeldBy(made_by)} p WHERE m.id = ${made_by} AND m.status = 'active'
		AND p.created_at <= ${made_at} AND p.role IN (${sql.raw(roles)}))`

/** Of a user's key: it works, its scopes have one of these, and its user has held one of the roles since before the key was made. */
const isKeyOf = (scopes: string, roles: string) =>
	sql`EXISTS (SELECT 1 FROM api_keys k JOIN users m ON m.id = k.user_id AND m.status = 'active'
		WHERE k.id = ${made_by} AND coalesce(k.expires_at > ${now()}, 1)
		AND EXISTS (SELECT 1 FROM json_each(k.scopes) s WHERE s.value IN (${sql.raw(scopes)}))
		AND EXISTS (SELECT 1 FROM ${rolesHeldBy(sql`k.user_id`)} p WHERE p.created_at <= k.created_at AND p.role IN (${sql.raw(roles)})))`

const isMailedReset = sql`(${oneTimeTokens.purpose} = 'password_reset' AND ${oneTimeTokens.email} IS NOT NULL)`

/**
 * Whether the operator who made a token might make it again: they lost no role since, and its user got none that is out of their reach.
 * Whether a mailed one might be mailed again: not to who holds a platform role by now, but for the only admin.
 */
const mayStillReach = sql`(CASE WHEN ${isMailedReset} THEN NOT ${holdsRole(its_user)} OR ${isOnlyAdmin(its_user)} ELSE ${made_by} IS NULL END OR ${isOperator("'admin'")} OR ${holds("'platform_admin'")}
	OR ${isKeyOf("'platform_admin'", "'admin'")} OR (NOT ${holdsRole(its_user)} AND (${isOperator("'support'")} OR ${holds("'people.write'")}
		OR ${isKeyOf("'people.write'", "'admin', 'support'")})))`

/** The row of a token that can be used, with its active user. Throws a 400 for any other token. */
export async function findToken({ var: { db } }: WorkContext, purpose: Purpose, token: string) {
	const [row] = await db
		.select({ user_id: oneTimeTokens.user_id, email: oneTimeTokens.email })
		.from(oneTimeTokens)
		.innerJoin(users, and(eq(users.id, oneTimeTokens.user_id), eq(users.status, 'active')))
		// A mailed token is void once the user's address changes, because somebody else may read the old mailbox.
		.where(and(valid(purpose, token), or(isNull(oneTimeTokens.email), eq(oneTimeTokens.email, users.email))))
		.limit(1)
	if (!row) throw notAToken()
	return row
}

/** The statements that use up a token, and refuse the batch when another request was faster. */
export const useToken = (c: WorkContext, purpose: Purpose, token: string) =>
	[c.var.db.delete(oneTimeTokens).where(valid(purpose, token)), ensureChanged(c)] as const

/** The 400 for a token that is unknown, used or expired. It does not say which. */
export const notAToken = () => invalid([{ path: 'token', message: must.unused_token }])

export const RETENTION: Retention[] = [
	{ table: oneTimeTokens, expired: () => lt(oneTimeTokens.expires_at, fromNow(0)) },
]
