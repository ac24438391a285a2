import type { Hono, MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { markInternal } from '../ground/http/etag.ts'

const OF_THE_WRITE = [
	'If-Match',
	'If-None-Match',
	'Content-Length',
	'Content-Type',
	'Confirm-Within',
	'Dry-Run',
	// The GET may not know the parameters of the write.
	'Prefer',
]

const METHOD_NOT_ALLOWED = 405

/**
 * Lets a write call the GET of its own path as the same caller. `If-Match` is compared with the tag of that response. If the
 * path has no GET, the nearest path above it that has one is used: `…/keyed/activate` changes what `…/keyed` shows.
 */
export const represent =
	(app: Hono<App>): MiddlewareHandler<App> =>
	(c, next) => {
		c.set('represent', async () => {
			const headers = new Headers(c.req.raw.headers)
			for (const name of OF_THE_WRITE) headers.delete(name)
			const url = new URL(c.req.url)
			const read = async () => app.fetch(markInternal(new Request(url, { headers })), c.env, c.executionCtx)
			let response = await read()
			while (response.status === METHOD_NOT_ALLOWED && url.pathname !== '/') {
				url.pathname = url.pathname.slice(0, url.pathname.lastIndexOf('/'))
				response = await read()
			}
			return response
		})
		return next()
	}
