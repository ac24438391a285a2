import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { ACCESS_TOKEN_TTL_S, signAccessToken, hashOf } from '../auth/tokens.ts'
import { DAY_MS, fromNow, newId, now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import type { App } from '../../context.ts'
import { refreshTokens, sessions } from './table.ts'

export const REFRESH_COOKIE = 'plinth_refresh'
const SESSION_TTL_MS = 30 * DAY_MS

/** The statements that open a session for the user, and the refresh token to put into its cookie. */
export function newSession(db: Database['reader'], user_id: string, org_id: string) {
	const sid = newId('ses')
	const token = newRefreshToken(db, sid)
	const session = { id: sid, user_id, org_id, expires_at: fromNow(SESSION_TTL_MS), created_at: now() }
	return {
		sid,
		refresh_token: token.value,
		statements: [db.insert(sessions).values(session), token.statement] as const,
	}
}

/** An opaque token of 256 random bits; only its hash is stored. */
export function newRefreshToken(db: Database['reader'], session_id: string) {
	const value = randomBytes(32).toString('base64url')
	const row = { token_hash: hashOf(value), session_id, created_at: now() }
	return { value, statement: db.insert(refreshTokens).values(row) }
}

/** Sets the refresh cookie and gives the body that carries the access token. */
export async function grant(
	c: Context<App>,
	claims: { sub: string; org_id: string; sid: string },
	refresh_token: string,
) {
	setRefreshCookie(c, refresh_token, SESSION_TTL_MS / 1000)
	return {
		access_token: await signAccessToken(c.env, claims),
		token_type: 'bearer' as const,
		expires_in: ACCESS_TOKEN_TTL_S,
	}
}

/** `maxAge` in seconds; 0 takes the cookie away. Only a local address may carry it without TLS. */
export function setRefreshCookie(c: Context<App>, value: string, maxAge: number) {
	const { protocol, hostname } = new URL(c.req.url)
	const isLocal = protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1')
	setCookie(c, REFRESH_COOKIE, value, { path: '/v1/auth', httpOnly: true, sameSite: 'Lax', secure: !isLocal, maxAge })
}
