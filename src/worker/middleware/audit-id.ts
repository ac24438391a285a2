import type { MiddlewareHandler } from 'hono'
import type { App, Audited } from '../context.ts'

/**
 * Adds `Audit-Id` to the response of a write that left an audit row, so its caller can revert it. A refusal has none, even if
 * it left a row: anyone who presents a stolen token must not learn about that row. If there are several rows, it's the last.
 */
export const auditId: MiddlewareHandler<App> = async (c, next) => {
	const audited: Audited = { id: undefined }
	c.set('audited', audited)
	await next()
	if (audited.id !== undefined && c.res.ok) c.res.headers.set('Audit-Id', audited.id)
}
