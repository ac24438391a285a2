import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { principalOf } from '../identity/auth/principal.ts'

/** Resolves the credential of a request, if it carries one. Each route says itself whether it needs one. */
export const authenticate: MiddlewareHandler<App> = async (c, next) => {
	c.set('principal', await principalOf(c.env, c.get('db'), c.req.header('Authorization')))
	await next()
}
