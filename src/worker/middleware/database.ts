import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { openDatabase } from '../ground/db/database.ts'
import { invalid } from '../ground/http/errors.ts'
import { must } from '../ground/http/must.ts'

const BOOKMARK = /^[\da-f]{8}-[\da-f]{8}-[\da-f]{8}-[\da-f]{32}$/

/**
 * Opens the request's D1 session. Writes start at the primary. A replica may answer reads, unless the caller sends back the
 * `X-D1-Bookmark` of an earlier response: then they read their own writes. `Stale-Since` says that a copy stood in for D1.
 */
export const database: MiddlewareHandler<App> = async (c, next) => {
	const bookmark = c.req.header('X-D1-Bookmark')
	if (bookmark !== undefined && !BOOKMARK.test(bookmark))
		throw invalid([{ path: 'X-D1-Bookmark', message: must.bookmark }])
	const start = bookmark ?? (c.req.method === 'GET' ? 'first-unconstrained' : 'first-primary')
	const opened = openDatabase(c.env.DB, start, c.get('trace_id'), (work) => c.executionCtx.waitUntil(work))
	c.set('database', opened)
	c.set('db', opened.reader)
	await next()
	const reached = opened.bookmark()
	if (reached) c.res.headers.set('X-D1-Bookmark', reached)
	const stale_since = opened.stale_since()
	if (stale_since) c.res.headers.set('Stale-Since', stale_since)
}
