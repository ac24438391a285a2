import type { MiddlewareHandler } from 'hono'
import type { App } from './context.ts'

const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

const SAFE_HEADERS = {
	'Cache-Control': 'no-store',
	'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
	'Referrer-Policy': 'no-referrer',
	'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
	'X-Content-Type-Options': 'nosniff',
}

/** Gives every response its `X-Trace-Id`, continuing an inbound W3C `traceparent`, and headers that are safe by default. */
export const trace: MiddlewareHandler<App> = async (c, next) => {
	const trace_id = TRACEPARENT.exec(c.req.header('traceparent') ?? '')?.[1] ?? crypto.randomUUID().replaceAll('-', '')
	c.set('trace_id', trace_id)
	c.set('client_address', c.req.header('CF-Connecting-IP') ?? '127.0.0.1')
	await next()
	const { headers } = c.res
	headers.set('X-Trace-Id', trace_id)
	for (const [name, value] of Object.entries(SAFE_HEADERS)) if (!headers.has(name)) headers.set(name, value)
}
