import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'

/**
 * Where a platform admin is still anonymous. These handlers refuse once they know who the caller is. Otherwise a threshold
 * that every login reaches would lock the platform admins out for good.
 */
const SIGN_IN = ['/v1/auth/login', '/v1/auth/refresh']

/** Refuses what is too risky. */
export const risk: MiddlewareHandler<App> = (c, next) => {
	const refusal = c.get('risk_refusal')
	if (refusal && !(c.req.method === 'POST' && SIGN_IN.includes(c.req.path))) throw refusal
	return next()
}
