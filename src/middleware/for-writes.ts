import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'

/** A middleware for writes only. A read goes past it. */
export const forWrites =
	(middleware: MiddlewareHandler<App>): MiddlewareHandler<App> =>
	(c, next) =>
		c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : middleware(c, next)
