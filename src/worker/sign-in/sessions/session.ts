import { randomBytes } from 'node:crypto'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App, WorkContext } from '../../context.ts'
import { DAY_MS, fromNow, newId, now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { PREFIXES } from '../../ground/http/masked.ts'
import { clientNetwork } from '../../ground/networks/cidr.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { tryWrite } from '../../ground/write/write.ts'
import { readCookie, writeCookie } from '../../keys/auth/cookies.ts'
import { ACCESS_TOKEN_TTL_S, hashOf, signAccessToken } from '../../keys/auth/tokens.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { rememberDevice } from '../throttle/device.ts'
import { type Factor, refreshTokens, sessions } from './table.ts'

const REFRESH_COOKIE = 'plinth_refresh'
const SESSION_TTL_MS = 30 * DAY_MS
const MAX_USER_AGENT = 512
/** How many sessions of a user are live. The newest stay. */
const MAX_SESSIONS = 100

/** A session whose tokens are about to be handed out. */
export interface Session {
	sid: string
	user_id: string
	/** The org that its access token acts in. */
	org_id: string
	refresh_token: string
}

/** A session that begins now. */
export interface Begun extends Session {
	/** The hash of the password that it began with. */
	password_hash: string
}

export interface Through {
	/** The OIDC connection; null for a sign-in of the user's own. */
	connection_id: string | null
	/** How long the session lasts, in seconds. */
	max_age: number
	/** When the user proved who they are, if that was before now. */
	authenticated_at?: string
}

/**
 * A new session for the user, of 30 days unless `through` says less, and the statements that store it. `factor` is what they
 * proved besides a password.
 */
export function newSession(
	c: WorkContext,
	user_id: string,
	org_id: string,
	factor: Factor | null = null,
	through?: Through,
) {
	const { db } = c.var
	const sid = newId('ses')
	const refresh_token = `${PREFIXES.refresh_token}${randomText(16)}.${randomText(32)}`
	const session: Session = { sid, user_id, org_id, refresh_token }
	const row = {
		id: sid,
		user_id,
		org_id,
		...beginningOf(c),
		factor,
		connection_id: through?.connection_id ?? null,
		authenticated_at: through?.authenticated_at ?? null,
		expires_at: fromNow(through ? through.max_age * 1000 : SESSION_TTL_MS),
		created_at: now(),
	}
	const statements = [
		db.insert(sessions).values(row),
		insertRefreshToken(db, sid, refresh_token),
		endOldest(db, user_id),
	] as const
	return { session, statements }
}

export const beginningOf = ({ var: { client_address }, req }: WorkContext) => ({
	client_address,
	client_network: clientNetwork(client_address),
	user_agent: req.header('User-Agent')?.slice(0, MAX_USER_AGENT) ?? null,
})

/** The statement that ends the oldest sessions of a user who has too many. A few at a time, for users from before the limit. */
function endOldest(db: Database['reader'], user_id: string) {
	const isLive = and(eq(sessions.user_id, user_id), isNull(sessions.ended_at))
	const oldest = db
		.select({ id: sessions.id })
		.from(sessions)
		.where(isLive)
		.orderBy(desc(sessions.id))
		.limit(10)
		.offset(MAX_SESSIONS)
	return db.update(sessions).set({ ended_at: now() }).where(inArray(sessions.id, oldest))
}

const randomText = (bytes: number) => randomBytes(bytes).toString('base64url')

/**
 * What we store of a refresh token. All tokens of a session begin with the same random part, and their hashes with its hash. So
 * we can tell a token's session even after its own row is deleted. Older sessions have tokens in one part.
 */
export function refreshHashOf(token: string): string {
	const [login, own] = token.split('.')
	return login === undefined || own === undefined ? hashOf(token) : `${hashOf(login)}.${hashOf(own)}`
}

/** The statement that stores the hash of a session's next refresh token. */
export const insertRefreshToken = (db: Database['reader'], session_id: string, token: string) =>
	db.insert(refreshTokens).values({ token_hash: refreshHashOf(token), session_id, created_at: now() })

/** Sets the refresh cookie and returns the body with the access token. */
export async function grant(c: Context<App>, { sid, user_id, org_id, refresh_token }: Session) {
	setRefreshCookie(c, refresh_token, SESSION_TTL_MS / 1000)
	return {
		access_token: await signAccessToken(c.env, { sub: user_id, org_id, sid }),
		token_type: 'bearer' as const,
		expires_in: ACCESS_TOKEN_TTL_S,
	}
}

export const refreshCookieOf = (c: Context<App>) => readCookie(c, REFRESH_COOKIE)

/** `maxAge` is in seconds; 0 removes the cookie. */
export const setRefreshCookie = (c: Context<App>, value: string, maxAge: number) =>
	writeCookie(c, REFRESH_COOKIE, value, maxAge)

/**
 * Throws a 403 if the request is too risky, unless `user` is an operator. Leave `user` out while nobody has proven who
 * they are. The middleware leaves this to login and refresh, because the caller is still anonymous there.
 */
export function refuseRisk({ var: { risk_refusal } }: Context<App>, user?: { is_operator: number }) {
	if (risk_refusal && !user?.is_operator) throw risk_refusal
}

/** Ends a session. If it has already ended, this does nothing and writes no second audit row. */
export async function endSession(c: Context<App>, sid: string, action: 'sessions.end' | 'sessions.end_replayed') {
	const end = c.var.db
		.update(sessions)
		.set({ ended_at: now() })
		.where(and(eq(sessions.id, sid), isNull(sessions.ended_at)))
	await tryWrite(
		c,
		{ end, wasLive: ensureChanged(c) },
		{ audit: { action, target: sessions, target_id: sid }, response: { none: 'Repeating it changes nothing' } },
	)
	forgetPrincipals(c)
}

/** Grants tokens to a user who has just logged in, and remembers the device as theirs. */
export async function welcome(c: Context<App>, session: Begun) {
	const granted = await grant(c, session)
	await rememberDevice(c, session.user_id, session.password_hash)
	return granted
}
