import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { rateLimited } from '../http/errors.ts'

/** Both limits count in windows of a minute (the binding's own, in `wrangler.toml`) and tell nothing of what is left. */
const PERIOD_S = 60

/**
 * 600 requests a minute for each principal, or each address while nobody is signed in, and 60 a minute for each address on
 * `/v1/auth/*`. The variable `RATE_LIMITS=off` turns both off, for benchmarks.
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
