import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { principalOf } from '../identity/auth/principal.ts'

/** Sets the principal of a request that carries a valid credential. It refuses nobody: each route line says who may call. */
export const authenticate: MiddlewareHandler<App> = async (c, next) => {
	c.set('principal', await principalOf(c.env, c.get('db'), c.req.header('Authorization')))
	await next()
}
