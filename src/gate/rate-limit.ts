import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { rateLimited } from '../http/errors.ts'

/** The period of both bindings in `wrangler.toml`, in seconds. They do not say how long a caller must wait, so this is the answer. */
const PERIOD_S = 60

/**
 * Refuses more than 600 requests a minute from one principal, or from one address without a principal. On `/v1/auth/*` the
 * limit is 60 a minute from one address. The variable `RATE_LIMITS=off` turns both limits off, for benchmarks.
 */
export const rateLimit: MiddlewareHandler<App> = async (c, next) => {
	if (c.env.RATE_LIMITS !== 'off') {
		const signIn = c.req.path.startsWith('/v1/auth/')
		const limit = signIn ? c.env.SIGN_IN_RATE_LIMIT : c.env.PRINCIPAL_RATE_LIMIT
		const key = signIn ? c.get('client_address') : (c.get('principal')?.id ?? c.get('client_address'))
		const { success } = await limit.limit({ key })
		if (!success) throw rateLimited(PERIOD_S)
	}
	await next()
}
