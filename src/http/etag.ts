import type { Context } from 'hono'
import { fingerprintOf } from './fingerprint.ts'

/** A strong entity tag of `text` (RFC 9110, 8.8.3). It depends on nothing but the text, so it survives a token refresh. */
export const etagOf = (text: string) => `"${fingerprintOf(text)}"`

const tagsIn = (header: string) => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** Answers a single read with its `ETag`, or 304 without a body when `If-None-Match` names it. */
export function taggedJson(c: Context, body: object): Response {
	const text = JSON.stringify(body)
	return taggedText(c, text, etagOf(text))
}

/** The same for JSON text that is at hand, under a tag that covers more than the text. */
export function taggedText(c: Context, text: string, etag: string): Response {
	c.header('ETag', etag)
	const known = c.req.header('If-None-Match')
	if (known !== undefined && (known.trim() === '*' || tagsIn(known).includes(etag))) return c.body(null, 304)
	return c.body(text, 200, { 'Content-Type': 'application/json' })
}

/** Requests of ours to ourselves. */
const internal = new WeakSet<Request>()

/** Marks a request as part of another one: nobody sent it. */
export function markInternal(request: Request): Request {
	internal.add(request)
	return request
}

export const isInternal = (request: Request): boolean => internal.has(request)

/** Whether `If-Match` names the tag of `current`, the resource's own GET. A missing resource stays the write's own 404. */
export async function ifMatchHolds(ifMatch: string, current: Response): Promise<boolean> {
	if (current.status === 404) return true
	if (!current.ok) return false
	return ifMatch.split(',').some((tag) => tag.trim() === current.headers.get('ETag'))
}
