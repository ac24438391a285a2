import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'

/** Runs a middleware for writes only. A read skips it. */
export const forWrites =
	(middleware: MiddlewareHandler<App>): MiddlewareHandler<App> =>
	(c, next) =>
		c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : middleware(c, next)
