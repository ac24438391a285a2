import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { requestInfoOf } from '../traffic/callers/request-info.ts'

/** Of this version, or of a later one, which may have more after it. There is no version `ff`. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:(?<!^00.*)-.*)?$/

const CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'"

/**
 * Sets the trace id, the request info and the peer's address. The trace id is taken from a W3C `traceparent` header, or is
 * new. Every response gets `X-Trace-Id` and safe default headers.
 */
export const trace: MiddlewareHandler<App> = async (c, next) => {
	const trace_id = TRACEPARENT.exec(c.req.header('traceparent') ?? '')?.[1] ?? crypto.randomUUID().replaceAll('-', '')
	c.set('trace_id', trace_id)
	const info = requestInfoOf(c)
	c.set('request_info', info)
	c.set('client_address', info.peer)
	await next()
	const { headers } = c.res
	headers.set('X-Trace-Id', trace_id)
	headers.set('X-Content-Type-Options', 'nosniff')
	if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
	if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', CONTENT_SECURITY_POLICY)
	if (c.req.url.startsWith('https:')) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
}
