import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { forgetPrincipals } from '../auth/principal.ts'
import { jwks, hashOf } from '../auth/tokens.ts'
import { tryWrite, write } from '../../write/write.ts'
import { now } from '../../db/columns.ts'
import type { App } from '../../context.ts'
import { body, returns } from '../../http/contract.ts'
import { forbidden, invalid, unauthorized } from '../../http/errors.ts'
import { Ok } from '../../http/fields.ts'
import { memberships } from '../orgs/table.ts'
import { isPlatformAdmin } from '../users/platform-admins.ts'
import { users } from '../users/table.ts'
import { bootstrapAdmin, isBootstrap } from './accounts.ts'
import { ensureNotTooMany, recentFailures, recordFailure, subjectsOf, tooMany } from './failures.ts'
import { passwordMatches } from './passwords.ts'
import { register } from './register.ts'
import { AccessToken, Jwks, LogIn, Refresh, Register, Registered } from './schema.ts'
import { grant, newRefreshToken, newSession, REFRESH_COOKIE, setRefreshCookie } from './session.ts'
import { passwords, refreshTokens, sessions } from './table.ts'
import { anyone } from '../../http/access.ts'
import { ensureChanged } from '../../write/guards.ts'
import { takenField } from '../users/fields.ts'

export const signInRoutes = new Hono<App>()

signInRoutes.post(
	'/register',
	anyone(),
	body(Register),
	returns(201, Registered, 'Register a user with a personal org'),
	async (c) => {
		const account = c.req.valid('json')
		// Nobody may take the bootstrap login before the first administrator does, as a username neither.
		const reserved = c.env.BOOTSTRAP_ADMIN_LOGIN?.toLowerCase()
		const names = [account.login, account.username].map((name) => name?.toLowerCase())
		if (reserved && names.includes(reserved)) throw takenField(names[0] === reserved ? 'login' : 'username')
		const { user_id, org_id, session } = await register(c, account)
		return c.json(
			{ user_id, org_id, ...(await grant(c, { sub: user_id, org_id, sid: session.sid }, session.refresh_token)) },
			201,
		)
	},
)

signInRoutes.post('/login', anyone(), body(LogIn), returns(200, AccessToken, 'Log in'), async (c) => {
	const { login, password, org_id: wanted } = c.req.valid('json')
	const subjects = subjectsOf(login, c.var.client_address)
	let [candidates, failures] = await c.var.db.batch([candidatesFor(c, login), recentFailures(c.var.db, subjects)])
	const closed = tooMany(failures)
	if (closed) throw closed
	if (candidates.length === 0 && isBootstrap(c.env, login, password)) {
		await bootstrapAdmin(c, login, password)
		candidates = await candidatesFor(c, login)
	}
	const matches = await passwordMatches(password, candidates[0]?.password_hash)
	// Too risky a login is refused here, not at the gate, which cannot tell a platform admin before the login.
	const { risk_refusal } = c.var
	if (!matches || candidates[0]?.status !== 'active')
		throw (await recordFailure(c, subjects)) ?? risk_refusal ?? unauthorized('auth.invalid_credentials')
	const { user_id, is_platform_admin } = candidates[0]
	if (risk_refusal && !is_platform_admin) throw risk_refusal
	const org_id = orgAmong(candidates, wanted)
	const session = newSession(c.var.db, user_id, org_id)
	const seen = c.var.db.update(users).set({ last_login_at: now() }).where(eq(users.id, user_id))
	await write(
		c,
		{ mayTry: ensureNotTooMany(c, subjects), session: session.statements, seen },
		{
			audit: { action: 'sessions.create', target: sessions, target_id: session.sid, actor_user_id: user_id },
			answer: { none: 'Tokens are never stored' },
			otherwise: async () => tooMany(await recentFailures(c.var.db, subjects)) ?? unauthorized(),
		},
	)
	return c.json(await grant(c, { sub: user_id, org_id, sid: session.sid }, session.refresh_token))
})

signInRoutes.post(
	'/refresh',
	anyone(),
	body(Refresh),
	returns(200, AccessToken, 'Trade the refresh cookie for new tokens'),
	async (c) => {
		const { risk_refusal } = c.var
		const used = getCookie(c, REFRESH_COOKIE)
		if (used === undefined) throw risk_refusal ?? unauthorized('auth.no_refresh_token')
		const { org_id: wanted } = c.req.valid('json')
		const token_hash = hashOf(used)
		const memberOrgs = await orgsBehind(c, token_hash)
		const [first] = memberOrgs
		if (risk_refusal && !first?.is_platform_admin) throw risk_refusal
		if (!first) throw unauthorized('auth.invalid_refresh_token')
		if (first.used_at !== null) throw await endReplayed(c, first.session_id)
		const org_id = orgAmong(
			memberOrgs,
			wanted ?? (memberOrgs.some((row) => row.org_id === first.active_org_id) ? first.active_org_id : undefined),
		)
		const token = newRefreshToken(c.var.db, first.session_id)
		const use = c.var.db
			.update(refreshTokens)
			.set({ used_at: now() })
			.where(and(eq(refreshTokens.token_hash, token_hash), isNull(refreshTokens.used_at)))
		const move = c.var.db
			.update(sessions)
			.set({ org_id })
			.where(and(eq(sessions.id, first.session_id), isNull(sessions.ended_at)))
		await write(
			c,
			{ use, unused: ensureChanged(c), move, live: ensureChanged(c), next: token.statement },
			{ answer: { none: 'Tokens are never stored' }, otherwise: () => endReplayed(c, first.session_id) },
		)
		return c.json(await grant(c, { sub: first.user_id, org_id, sid: first.session_id }, token.value))
	},
)

signInRoutes.post('/logout', anyone(), returns(200, Ok, 'End this login, everywhere it was refreshed'), async (c) => {
	const cookie = getCookie(c, REFRESH_COOKIE)
	if (cookie === undefined && !c.var.principal?.session_id) throw unauthorized()
	const [behind] = cookie === undefined ? [] : await orgsBehind(c, hashOf(cookie))
	for (const sid of new Set([c.var.principal?.session_id, behind?.session_id]))
		if (sid) await endSession(c, sid, 'sessions.end')
	setRefreshCookie(c, '', 0)
	return c.json({ ok: true as const })
})

export const wellKnownRoutes = new Hono<App>().get(
	'/jwks.json',
	anyone(),
	returns(200, Jwks, 'The public keys of access tokens'),
	(c) => c.json(jwks(c.env), 200, { 'Cache-Control': 'public, max-age=300' }),
)

/** The user with this login or e-mail, a row for each org, oldest membership first. */
const candidatesFor = (c: Context<App>, login: string) =>
	c.var.db
		.select({
			user_id: users.id,
			status: users.status,
			password_hash: passwords.password_hash,
			org_id: memberships.org_id,
			is_platform_admin: isPlatformAdmin.as('is_platform_admin'),
		})
		.from(users)
		.innerJoin(passwords, eq(passwords.user_id, users.id))
		.leftJoin(memberships, eq(memberships.user_id, users.id))
		.where(
			login.includes('@') ? sql`lower(${users.email}) = lower(${login})` : sql`lower(${users.login}) = lower(${login})`,
		)
		.orderBy(asc(memberships.created_at), asc(memberships.org_id))

/** The live session behind a refresh token, used or not, a row for each org of its active user. */
const orgsBehind = (c: Context<App>, token_hash: string) =>
	c.var.db
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
				eq(refreshTokens.token_hash, token_hash),
				isNull(sessions.ended_at),
				gt(sessions.expires_at, now()),
				eq(users.status, 'active'),
			),
		)
		.orderBy(asc(memberships.created_at), asc(memberships.org_id))

/** The org to act in: the wanted one, which must be among the user's, or else the first. */
function orgAmong(rows: { org_id: string | null }[], wanted: string | undefined): string {
	const org = wanted === undefined ? rows[0] : rows.find(({ org_id }) => org_id === wanted)
	if (wanted !== undefined && !org) throw invalid([{ path: 'org_id', message: 'Is not an org of yours' }])
	if (!org?.org_id) throw forbidden({ reason: 'auth.no_org' })
	return org.org_id
}

async function endReplayed(c: Context<App>, sid: string) {
	await endSession(c, sid, 'sessions.end_replayed')
	setRefreshCookie(c, '', 0)
	return c.var.risk_refusal ?? unauthorized('auth.refresh_token_replayed')
}

// A session that has ended already needs no second end and no second audit row.
async function endSession(c: Context<App>, sid: string, action: string) {
	const end = c.var.db
		.update(sessions)
		.set({ ended_at: now() })
		.where(and(eq(sessions.id, sid), isNull(sessions.ended_at)))
	await tryWrite(
		c,
		{ end, live: ensureChanged(c) },
		{ audit: { action, target: sessions, target_id: sid }, answer: { none: 'Repeating it changes nothing' } },
	)
	forgetPrincipals()
}
