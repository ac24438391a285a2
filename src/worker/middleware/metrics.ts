import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { isInternal } from '../ground/http/etag.ts'
import { logRest } from '../ground/http/log.ts'
import { countRequest } from '../ground/metrics/counters.ts'
import { writePoint } from '../ground/metrics/points.ts'
import { routeClassOf } from '../ground/metrics/route-class.ts'

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
