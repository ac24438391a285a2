import type { MiddlewareHandler } from 'hono'
import { ring } from '../webhooks/endpoints/wake.ts'
import { openDatabase } from '../db/database.ts'
import type { App } from '../context.ts'
import { invalid } from '../http/errors.ts'

const BOOKMARK = /^[\da-f]{8}-[\da-f]{8}-[\da-f]{8}-[\da-f]{32}$/

/**
 * Opens the request's D1 session. Writes start at the primary; reads may be answered by a replica, unless the caller hands
 * back the `X-D1-Bookmark` of an earlier answer, which makes it read its own writes.
 */
export const database: MiddlewareHandler<App> = async (c, next) => {
	const bookmark = c.req.header('X-D1-Bookmark')
	if (bookmark !== undefined && !BOOKMARK.test(bookmark))
		throw invalid([{ path: 'X-D1-Bookmark', message: 'Is not a bookmark of an earlier answer' }])
	const opened = openDatabase(c.env.DB, bookmark ?? (c.req.method === 'GET' ? 'first-unconstrained' : 'first-primary'))
	c.set('database', opened)
	c.set('db', opened.reader)
	c.set('ring', (endpoint_ids) => c.executionCtx.waitUntil(ring(c.env, endpoint_ids)))
	await next()
	const reached = opened.bookmark()
	if (reached) c.res.headers.set('X-D1-Bookmark', reached)
}
