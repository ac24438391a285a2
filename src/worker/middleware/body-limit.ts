import type { MiddlewareHandler } from 'hono'
import { bodyLimit as limitWhileReading } from 'hono/body-limit'
import type { App } from '../context.ts'
import { payloadTooLarge } from '../ground/http/errors.ts'

/** A document may hold the whole configuration of a platform or of an org, and a bill has 10,000 lines. */
const IS_DOCUMENT = /^\/v1\/((admin|orgs\/[^/]+)\/config(\/plan)?|admin\/usage\/compare)$/

/** Refuses a body of more than `maxSize` bytes: by its `Content-Length`, or while reading it if that header is missing. */
function limit(maxSize: number): MiddlewareHandler<App> {
	const refuse = () => {
		throw payloadTooLarge(maxSize)
	}
	const streamed = limitWhileReading({ maxSize, onError: refuse })
	return (c, next) => {
		const declared = c.req.header('Content-Length')
		if (declared === undefined || c.req.header('Transfer-Encoding') !== undefined) return streamed(c, next)
		return Number(declared) > maxSize ? refuse() : next()
	}
}

const ordinary = limit(1_048_576)
const ofDocuments = limit(2_097_152)

/** Refuses a body of more than 1 MiB, or more than 2 MiB if it's a configuration document or a bill. */
export const bodyLimit: MiddlewareHandler<App> = (c, next) => {
	if (c.req.method === 'GET') return next()
	return IS_DOCUMENT.test(c.req.path) ? ofDocuments(c, next) : ordinary(c, next)
}
