import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { type ApiError, unauthorized } from '../../http/errors.ts'
import { ensureChanged } from '../../write/guards.ts'
import { write } from '../../write/write.ts'
import { hashOf } from '../auth/tokens.ts'
import { memberships } from '../orgs/table.ts'
import { isPlatformAdmin } from '../users/platform-admins.ts'
import { users } from '../users/table.ts'
import {
	endSession,
	newRefreshToken,
	orgAmong,
	refreshCookieOf,
	refuseRisk,
	type Session,
	setRefreshCookie,
} from './session.ts'
import { refreshTokens, sessions } from './table.ts'

/**
 * Uses the refresh cookie and gives the session with its next refresh token. `wanted` is the org to act in; without it the
 * session stays in its org, or moves to the user's first one when that membership has ended. A used token ends the session.
 */
export async function refresh(c: Context<App>, wanted: string | undefined): Promise<Session> {
	const { db } = c.var
	const used = refreshCookieOf(c)
	const memberOrgs = used === undefined ? [] : await orgsBehind(db, used)
	const [first] = memberOrgs
	refuseRisk(c, first)
	if (used === undefined) throw unauthorized('auth.no_refresh_token')
	if (!first) throw unauthorized('auth.invalid_refresh_token')
	const { session_id: sid, user_id, active_org_id } = first
	if (first.used_at !== null) throw await endReplayed(c, sid)
	const isMember = memberOrgs.some((row) => row.org_id === active_org_id)
	const org_id = orgAmong(memberOrgs, wanted ?? (isMember ? active_org_id : undefined))
	const next = newRefreshToken(db, sid)
	const isUnused = and(eq(refreshTokens.token_hash, hashOf(used)), isNull(refreshTokens.used_at))
	const isLive = and(eq(sessions.id, sid), isNull(sessions.ended_at))
	await write(
		c,
		{
			use: db.update(refreshTokens).set({ used_at: now() }).where(isUnused),
			wasUnused: ensureChanged(c),
			move: db.update(sessions).set({ org_id }).where(isLive),
			wasLive: ensureChanged(c),
			next: next.statement,
		},
		{ answer: { none: 'Tokens are never stored' }, otherwise: () => endReplayed(c, sid) },
	)
	return { sid, user_id, org_id, refresh_token: next.value }
}

/** The live session behind a refresh token, used or not: one row for each org of its active user, oldest membership first. */
export const orgsBehind = (db: Database['reader'], token: string) =>
	db
		.select({
			session_id: sessions.id,
			user_id: sessions.user_id,
			active_org_id: sql<string>`${sessions.org_id}`.as('active_org_id'),
			used_at: refreshTokens.used_at,
			org_id: memberships.org_id,
			is_platform_admin: isPlatformAdmin.as('is_platform_admin'),
		})
		.from(refreshTokens)
		.innerJoin(sessions, eq(sessions.id, refreshTokens.session_id))
		.innerJoin(users, eq(users.id, sessions.user_id))
		.leftJoin(memberships, eq(memberships.user_id, users.id))
		.where(
			and(
				eq(refreshTokens.token_hash, hashOf(token)),
				isNull(sessions.ended_at),
				gt(sessions.expires_at, now()),
				eq(users.status, 'active'),
			),
		)
		.orderBy(asc(memberships.created_at), asc(memberships.org_id))

/** Ends a session whose refresh token came twice. Either the user or a thief has the newer token, and nobody knows who. */
async function endReplayed(c: Context<App>, sid: string): Promise<ApiError> {
	await endSession(c, sid, 'sessions.end_replayed')
	setRefreshCookie(c, '', 0)
	refuseRisk(c)
	return unauthorized('auth.refresh_token_replayed')
}
