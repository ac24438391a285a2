import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { logRest } from '../http/log.ts'

/** Logs the refusals of the last second that no line has told yet. */
export const metrics: MiddlewareHandler<App> = async (_c, next) => {
	await next()
	logRest()
}
