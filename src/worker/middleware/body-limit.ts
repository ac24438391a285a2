import type { MiddlewareHandler } from 'hono'
import { bodyLimit as limitWhileReading } from 'hono/body-limit'
import type { App } from '../context.ts'
import { payloadTooLarge } from '../ground/http/errors.ts'

/** A document may hold the whole configuration of a platform or of an org, and a bill has 10,000 lines. */
const IS_DOCUMENT = /^\/v1\/((admin|orgs\/[^/]+)\/config(\/plan)?|admin\/usage\/compare)$/

/**
 * A body up to this size is read before it's refused. The runtime closes the connection when a response comes while its body is still
 * being sent, and most clients then report a broken pipe instead of the 413.
 */
const READ_BEFORE = 16_777_216

/** Refuses a body of more than `maxSize` bytes: by its `Content-Length`, or while reading it if that header is missing. */
function limit(maxSize: number): MiddlewareHandler<App> {
	const refuse = () => {
		throw payloadTooLarge(maxSize)
	}
	const streamed = limitWhileReading({ maxSize, onError: refuse })
	return async (c, next) => {
		const declared = c.req.header('Content-Length')
		if (declared === undefined || c.req.header('Transfer-Encoding') !== undefined) return streamed(c, next)
		const length = Number(declared)
		if (length <= maxSize) return next()
		// A caller who hangs up meanwhile gets no response.
		if (length <= READ_BEFORE) await c.req.raw.body?.pipeTo(new WritableStream()).catch(() => undefined)
		return refuse()
	}
}

const ordinary = limit(1_048_576)
const ofDocuments = limit(2_097_152)

/** Refuses a body of more than 1 MiB, or more than 2 MiB if it's a configuration document or a bill. */
export const bodyLimit: MiddlewareHandler<App> = (c, next) => {
	if (c.req.method === 'GET') return next()
	return IS_DOCUMENT.test(c.req.path) ? ofDocuments(c, next) : ordinary(c, next)
}
