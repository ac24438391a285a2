import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { App } from '../context.ts'

const EXPOSED = [
	'Audit-Id',
	'Confirm-Id',
	'ETag',
	'Idempotency-Replayed',
	'Link',
	'Next-Cursor',
	'Preference-Applied',
	'RateLimit',
	'Retry-After',
	'Stale-Since',
	'X-D1-Bookmark',
	'X-Ignored',
	'X-Log-Lost',
	'X-Log-Source',
	'X-Trace-Id',
	'X-Unread-Count',
]

const allow = cors({
	origin: (origin, c) => ((c.env as Env).ALLOWED_ORIGINS.split(/\s*,\s*/).includes(origin) ? origin : null),
	credentials: true,
	exposeHeaders: EXPOSED,
	maxAge: 600,
})

/** Handles CORS for the origins in the variable `ALLOWED_ORIGINS`, separated by commas. By default there are none. */
export const browsers: MiddlewareHandler<App> = async (c, next) => {
	if (c.env.ALLOWED_ORIGINS === '') return next()
	if (c.req.header('Origin')) return allow(c, next)
	await next()
	// This response has no CORS headers, so a cache must not give it to a browser.
	c.res.headers.append('Vary', 'Origin')
}
