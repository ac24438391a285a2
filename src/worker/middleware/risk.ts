import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'

/**
 * On these paths a platform admin is still anonymous. Their handlers throw the refusal once they know who the caller is.
 * Otherwise a threshold that every login reaches would lock the platform admins out for good.
 */
const SIGN_IN = [
	'/v1/auth/login',
	'/v1/auth/passkey',
	'/v1/auth/passkey/options',
	'/v1/auth/refresh',
	'/v1/auth/second-factor',
]

/** Refuses a request whose risk score reaches the gateway's threshold. */
export const risk: MiddlewareHandler<App> = (c, next) => {
	const refusal = c.get('risk_refusal')
	if (refusal && !(c.req.method === 'POST' && SIGN_IN.includes(c.req.path))) throw refusal
	return next()
}
