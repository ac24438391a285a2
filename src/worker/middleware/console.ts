import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { wantsPage } from '../ground/http/prefer.ts'

const HOME = '/console/'

/**
 * Serves the operator's console from the static assets. On Cloudflare its files never reach the Worker. Only a path without a
 * file does, and if it's an address within the console, it gets the console's page. A browser that opens `/` is redirected
 * there.
 */
export const consolePages: MiddlewareHandler<App> = async (c, next) => {
	const { path, method } = c.req
	if (method !== 'GET' && method !== 'HEAD') return next()
	if (path === '/') return wantsPage(c) ? c.redirect(HOME) : next()
	const file = await c.env.ASSETS.fetch(c.req.raw)
	if (file.status !== 404) return changeable(file)
	// A script that no longer exists stays a 404. A browser couldn't run a page in its place.
	if (path.startsWith(`${HOME}assets/`)) return next()
	return changeable(await c.env.ASSETS.fetch(new Request(new URL(HOME, c.req.url), c.req.raw)))
}

/** The headers of an assets response are immutable, and `trace` sets some. */
const changeable = (response: Response) => new Response(response.body, response)
