import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { isInternal } from '../ground/http/etag.ts'
import { record } from '../traffic/access-log/record.ts'
import { lastGateway } from '../traffic/gateway/current.ts'

/** Logs every request when its response is ready, including refused ones. The variable `ACCESS_LOG=off` turns the log off. */
export const accessLog: MiddlewareHandler<App> = async (c, next) => {
	if (c.env.ACCESS_LOG === 'off' || isInternal(c.req.raw)) return next()
	const startedAt = Date.now()
	await next()
	record(c, startedAt, lastGateway())
}
