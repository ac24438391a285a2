import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { isInternal } from '../ground/http/etag.ts'
import { logRest } from '../ground/http/log.ts'
import { countRequest, type RouteClass } from '../ground/metrics/counters.ts'
import { writePoint } from '../ground/metrics/points.ts'

/** Counts every request with its class, status and time, and logs the refusals of the last second that no line has told yet. */
export const metrics: MiddlewareHandler<App> = async (c, next) => {
	if (isInternal(c.req.raw)) return next()
	const startedAt = Date.now()
	await next()
	countRequest(routeClassOf(c.req.path), c.res.status, Date.now() - startedAt)
	const { colo } = (c.req.raw.cf ?? {}) as { colo?: string }
	writePoint(c.env, colo ?? '')
	logRest()
}

const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

/** The class of a path, whether or not a route serves it. */
function routeClassOf(path: string): RouteClass {
	if (path.startsWith('/v1/')) {
		if (path.startsWith('runtime/', 4) || path.endsWith('/evaluate') || path.endsWith('/resolve')) return 'runtime'
		if (path.startsWith('auth/', 4)) return 'sign_in'
		return path.startsWith('admin/', 4) ? 'admin' : 'api'
	}
	if (path.startsWith('/ofrep/')) return 'runtime'
	if (path.startsWith('/scim/')) return 'admin'
	return PROBES.has(path) ? 'probe' : 'other'
}
