import type { MiddlewareHandler } from 'hono'
import { bodyLimit as limitWhileReading } from 'hono/body-limit'
import type { App } from '../context.ts'
import { payloadTooLarge } from '../http/errors.ts'

const MAX_BYTES = 1_048_576

const refuse = () => {
	throw payloadTooLarge(MAX_BYTES)
}

const streamed = limitWhileReading({ maxSize: MAX_BYTES, onError: refuse })

/** Refuses a body of more than 1 MiB, by its `Content-Length` or, without that header, while it is read. */
export const bodyLimit: MiddlewareHandler<App> = (c, next) => {
	if (c.req.method === 'GET') return next()
	const declared = c.req.header('Content-Length')
	if (declared === undefined || c.req.header('Transfer-Encoding') !== undefined) return streamed(c, next)
	return Number(declared) > MAX_BYTES ? refuse() : next()
}
