import type { Context } from 'hono'
import { fingerprintOf } from './fingerprint.ts'

/** A strong entity tag of `text` (RFC 9110, 8.8.3). It depends on the text only, so it survives a token refresh. */
export const etagOf = (text: string) => `"${fingerprintOf(text)}"`

const tagsIn = (header: string) => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** Answers with `body` as JSON and its `ETag`, or 304 without a body when `If-None-Match` names that tag. */
export function taggedJson(c: Context, body: object): Response {
	const text = JSON.stringify(body)
	return taggedText(c, text, etagOf(text))
}

/** The same for a body that is JSON text already, under a given tag. */
export function taggedText(c: Context, text: string, etag: string): Response {
	c.header('ETag', etag)
	const known = c.req.header('If-None-Match')
	if (known !== undefined && (known.trim() === '*' || tagsIn(known).includes(etag))) return c.body(null, 304)
	return c.body(text, 200, { 'Content-Type': 'application/json' })
}

/** Requests that the Worker sends to itself. */
const internal = new WeakSet<Request>()

/** Marks a request that the Worker sends to itself while it answers another one. The access log leaves it out. */
export function markInternal(request: Request): Request {
	internal.add(request)
	return request
}

/** Whether the Worker sent this request to itself. */
export const isInternal = (request: Request): boolean => internal.has(request)

/**
 * Whether `If-Match` names the tag of `current`, the answer of the resource's own GET. True for a missing resource: the write
 * answers 404 itself.
 */
export async function ifMatchHolds(ifMatch: string, current: Response): Promise<boolean> {
	if (current.status === 404) return true
	if (!current.ok) return false
	return ifMatch.split(',').some((tag) => tag.trim() === current.headers.get('ETag'))
}
