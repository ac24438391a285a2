import type { Hono, MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { markInternal } from '../http/etag.ts'

const OF_THE_WRITE = ['If-Match', 'If-None-Match', 'Content-Length', 'Content-Type', 'Confirm-Within', 'Dry-Run']

/** Lets a write call the GET of its own path, as the same caller. `If-Match` is compared with the tag of that answer. */
export const represent =
	(app: Hono<App>): MiddlewareHandler<App> =>
	(c, next) => {
		c.set('represent', async () => {
			const headers = new Headers(c.req.raw.headers)
			for (const name of OF_THE_WRITE) headers.delete(name)
			return app.fetch(markInternal(new Request(c.req.url, { headers })), c.env, c.executionCtx)
		})
		return next()
	}
