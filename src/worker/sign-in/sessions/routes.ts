import { anyone } from '../../ground/http/access.ts'
import { body, refuses, returns, routes } from '../../ground/http/contract.ts'
import { unauthorized } from '../../ground/http/errors.ts'
import { Ok } from '../../ground/http/fields.ts'
import { jwks } from '../../keys/auth/tokens.ts'
import { BUSY } from '../passwords/turns.ts'
import { logIn } from './log-in.ts'
import { ownOrigin } from './origin.ts'
import { orgsBehind, refresh } from './refresh.ts'
import { AccessToken, Jwks, LogIn, Refresh } from './schema.ts'
import { endSession, grant, refreshCookieOf, setRefreshCookie, welcome } from './session.ts'

export const signInRoutes = routes()

signInRoutes.post(
	'/login',
	ownOrigin,
	anyone(),
	body(LogIn),
	returns(200, AccessToken, 'Log in'),
	refuses(
		'auth.invalid_credentials',
		'auth.second_factor',
		'auth.second_factor_required',
		'oidc.required',
		'auth.too_many_failures',
		'auth.too_many_requests',
		'auth.no_org',
		...BUSY,
	),
	async (c) => c.json(await welcome(c, await logIn(c, c.req.valid('json')))),
)

signInRoutes.post(
	'/refresh',
	ownOrigin,
	anyone('refresh_cookie'),
	body(Refresh),
	returns(200, AccessToken, 'Exchange the refresh cookie for new tokens'),
	refuses(
		'auth.no_refresh_token',
		'auth.invalid_refresh_token',
		'auth.refresh_token_replayed',
		'auth.second_factor_required',
		'oidc.required',
		'auth.no_org',
	),
	async (c) => c.json(await grant(c, await refresh(c, c.req.valid('json').org_id))),
)

signInRoutes.post(
	'/logout',
	ownOrigin,
	anyone('refresh_cookie', 'bearer'),
	returns(200, Ok, 'Log out, and revoke every token of this session'),
	refuses(401),
	async (c) => {
		const cookie = refreshCookieOf(c)
		if (cookie === undefined && !c.var.principal?.session_id) throw unauthorized()
		const [behind] = cookie === undefined ? [] : await orgsBehind(c.var.db, cookie)
		for (const sid of new Set([c.var.principal?.session_id, behind?.session_id]))
			if (sid) await endSession(c, sid, 'sessions.end')
		setRefreshCookie(c, '', 0)
		return c.json({ ok: true as const })
	},
)

export const wellKnownRoutes = routes().get(
	'/jwks.json',
	anyone(),
	returns(200, Jwks, 'Read the public keys that verify access tokens'),
	(c) => c.json(jwks(c.env), 200, { 'Cache-Control': 'public, max-age=300' }),
)
