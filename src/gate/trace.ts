import type { MiddlewareHandler } from 'hono'
import { factsOf } from '../traffic/callers/facts.ts'
import type { App } from '../context.ts'

const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

const CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Gives every response its `X-Trace-Id`, continuing an inbound W3C `traceparent`, and headers that are safe by default. */
export const trace: MiddlewareHandler<App> = async (c, next) => {
	const trace_id = TRACEPARENT.exec(c.req.header('traceparent') ?? '')?.[1] ?? crypto.randomUUID().replaceAll('-', '')
	c.set('trace_id', trace_id)
	const facts = factsOf(c)
	c.set('request_facts', facts)
	c.set('client_address', facts.peer)
	await next()
	const { headers } = c.res
	headers.set('X-Trace-Id', trace_id)
	headers.set('X-Content-Type-Options', 'nosniff')
	if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
	if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', CONTENT_SECURITY_POLICY)
	if (c.req.url.startsWith('https:')) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
}
