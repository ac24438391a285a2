import { createHmac, randomBytes } from 'node:crypto'
import { and, asc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { type ApiError, unauthorized } from '../../ground/http/errors.ts'
import type { Audit } from '../../ground/write/audit.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { tryWrite, write } from '../../ground/write/write.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { memberships } from '../../tenancy/orgs/table.ts'
import { methodsOf } from '../../tenancy/users/factors.ts'
import { isOperator } from '../../tenancy/users/platform-roles.ts'
import { users } from '../../tenancy/users/table.ts'
import { waitsSince } from '../../tenancy/users/through.ts'
import { oidcConnections } from '../identities/table.ts'
import { needsFactor } from '../requirements/refusals.ts'
import { demandsOn, lacksFactor } from '../requirements/required.ts'
import { createPersonalOrg } from './accounts.ts'
import { actInAudit, chooseOrg } from './org-choice.ts'
import {
	endSession,
	insertRefreshToken,
	refreshCookieOf,
	refreshHashOf,
	refuseRisk,
	type Session,
	setRefreshCookie,
} from './session.ts'
import { refreshTokens, sessions } from './table.ts'

// A browser may send one token twice, because it has two tabs or because a response got lost. Within ten seconds it gets the same
// successor again. We compute it from the token and a salt in its row, so neither the database nor an old token gives it away.

/** How long using a token again returns the same successor. */
const REPEATABLE_MS = 10_000

/** A token's successor. It begins with the same part as the token, like all tokens of a session. */
function successorOf(token: string, salt: string): string {
	const own = createHmac('sha256', token).update(salt).digest('base64url')
	const [login] = token.split('.')
	return login === undefined || login === token ? own : `${login}.${own}`
}

/**
 * Uses the refresh cookie and returns the session with its next refresh token. `wanted` is the org to act in. Without it the
 * session stays in its org, or moves to the user's first one if they may no longer act there. The session ends if the token was
 * used too long ago or if its successor was used too.
 */
export async function refresh(c: Context<App>, wanted: string | undefined): Promise<Session> {
	const used = refreshCookieOf(c)
	const memberOrgs = used === undefined ? [] : await orgsAtHome(c, used)
	const [first] = memberOrgs
	refuseRisk(c, first)
	if (used === undefined) throw unauthorized('auth.no_refresh_token')
	if (!first) throw (await endForgotten(c, used)) ?? unauthorized('auth.invalid_refresh_token')
	const { session_id: sid, user_id, active_org_id } = first
	const { org_id, isEntered } = await chooseOrg(c, { memberOf: memberOrgs, wanted, active_org_id, by: first })
	if (lacksFactor(memberOrgs, org_id, first)) throw needsFactor()
	const audit = isEntered ? actInAudit(sid, user_id, org_id) : undefined
	const traded = first.used_at === null ? await trade(c, used, { sid, org_id, audit }) : undefined
	if (traded) return { sid, user_id, org_id, refresh_token: traded }
	// The token was used before, or another request used it in between.
	const [behind] = first.used_at === null ? await orgsBehind(c.var.db, used) : [first]
	const again = behind && successorAgain(behind, used)
	if (again === undefined) throw await endReplayed(c, sid)
	if (audit) await write(c, {}, { audit, response: { none: 'Tokens are never stored' } })
	return { sid, user_id, org_id, refresh_token: again }
}

interface Trade {
	sid: string
	org_id: string
	audit: Audit | undefined
}

/** Uses the token and returns its successor; undefined if the token was used before or the session ended. */
async function trade(c: Context<App>, used: string, { sid, org_id, audit }: Trade): Promise<string | undefined> {
	const { db } = c.var
	const salt = randomBytes(32).toString('base64url')
	const next = successorOf(used, salt)
	const isUnused = and(eq(refreshTokens.token_hash, refreshHashOf(used)), isNull(refreshTokens.used_at))
	const isLive = and(eq(sessions.id, sid), isNull(sessions.ended_at))
	const isTraded = await tryWrite(
		c,
		{
			use: db.update(refreshTokens).set({ used_at: now(), successor_salt: salt }).where(isUnused),
			wasUnused: ensureChanged(c),
			move: db.update(sessions).set({ org_id, last_used_at: now() }).where(isLive),
			wasLive: ensureChanged(c),
			next: insertRefreshToken(db, sid, next),
		},
		{ ...(audit && { audit }), response: { none: 'Tokens are never stored' } },
	)
	return isTraded ? next : undefined
}

/** The successor of a token that was used a moment ago; undefined if that was longer ago, or if the successor was used too. */
function successorAgain({ used_at, successor_salt, unused_hash }: Behind, used: string): string | undefined {
	if (used_at === null || successor_salt === null || Date.parse(used_at) < Date.now() - REPEATABLE_MS) return undefined
	const successor = successorOf(used, successor_salt)
	return refreshHashOf(successor) === unused_hash ? successor : undefined
}

/** The orgs behind a token. An operator without an org gets a personal one first. */
async function orgsAtHome(c: Context<App>, token: string): Promise<Behind[]> {
	const found = await orgsBehind(c.var.db, token)
	const [first] = found
	if (!first?.is_operator || first.org_id !== null) return found
	await createPersonalOrg(c, first)
	return orgsBehind(c.var.db, token)
}

/** An org's connection gives no platform roles, and neither does one that waits for a confirmation. */
const actsAsOperator = sql`(${oidcConnections.org_id} IS NULL AND ${waitsSince()} IS NULL AND ${isOperator})`

type Behind = Awaited<ReturnType<typeof orgsBehind>>[number]

/** The live session behind a refresh token, used or not: one row for each org of its active user, oldest membership first. */
export const orgsBehind = (db: Database['reader'], token: string) =>
	db
		.select({
			session_id: sessions.id,
			user_id: sessions.user_id,
			username: users.username,
			active_org_id: sql<string>`${sessions.org_id}`.as('active_org_id'),
			used_at: refreshTokens.used_at,
			successor_salt: refreshTokens.successor_salt,
			unused_hash: sql<
				string | null
			>`(SELECT t.token_hash FROM refresh_tokens t WHERE t.session_id = ${sessions.id} AND t.used_at IS NULL)`.as(
				'unused_hash',
			),
			org_id: memberships.org_id,
			is_operator: sql<number>`${actsAsOperator}`.as('is_operator'),
			methods: methodsOf(users.id).as('methods'),
			factor: sessions.factor,
			connection_id: sessions.connection_id,
			...demandsOn({
				user_id: users.id,
				is_operator: actsAsOperator,
				org_id: memberships.org_id,
			}),
		})
		.from(refreshTokens)
		.innerJoin(sessions, eq(sessions.id, refreshTokens.session_id))
		.innerJoin(users, eq(users.id, sessions.user_id))
		.leftJoin(oidcConnections, eq(oidcConnections.id, sessions.connection_id))
		.leftJoin(
			memberships,
			and(
				eq(memberships.user_id, users.id),
				isOrgOpen(memberships.org_id),
				sql`${memberships.org_id} = coalesce(${oidcConnections.org_id}, ${memberships.org_id})`,
			),
		)
		.where(
			and(
				eq(refreshTokens.token_hash, refreshHashOf(token)),
				isNull(sessions.ended_at),
				gt(sessions.expires_at, now()),
				sql`(${sessions.connection_id} IS NULL OR ${oidcConnections.is_active} = 1)`,
				eq(users.status, 'active'),
			),
		)
		.orderBy(asc(memberships.created_at), asc(memberships.org_id))

/** Ends the session of a token whose row was deleted, found by the session's newest token. Undefined if there is none. */
async function endForgotten(c: Context<App>, token: string): Promise<ApiError | undefined> {
	const hash = refreshHashOf(token)
	const [login, own] = hash.split('.')
	if (own === undefined) return undefined
	const { token_hash, session_id } = refreshTokens
	// The hashes of a session's tokens sort between its dot and the character after the dot.
	const [newer] = await c.var.db
		.select({ session_id })
		.from(refreshTokens)
		.where(
			and(
				gt(token_hash, `${login}.`),
				lt(token_hash, `${login}/`),
				isNull(refreshTokens.used_at),
				ne(token_hash, hash),
			),
		)
		.limit(1)
	return newer && (await endReplayed(c, newer.session_id))
}

/** Ends a session whose refresh token was replayed. Either the user or a thief has the newer token, and nobody can tell who. */
async function endReplayed(c: Context<App>, sid: string): Promise<ApiError> {
	await endSession(c, sid, 'sessions.end_replayed')
	setRefreshCookie(c, '', 0)
	refuseRisk(c)
	return unauthorized('auth.refresh_token_replayed')
}
