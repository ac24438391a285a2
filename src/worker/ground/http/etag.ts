import type { Context } from 'hono'
import { fingerprintOf } from './fingerprint.ts'

/** A strong entity tag of `text` (RFC 9110, 8.8.3). It depends on the text only, so it survives a token refresh. */
export const etagOf = (text: string) => `"${fingerprintOf(text)}"`

/** The tags that a header lists. Proxies that compress a response make its tag weak, so the weak form of ours counts as ours. */
export const tagsIn = (header: string) => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** Responds with `body` as JSON and its `ETag`, or with 304 and no body if `If-None-Match` has that tag. */
export function taggedJson(c: Context, body: object): Response {
	const text = JSON.stringify(body)
	return taggedText(c, text, etagOf(text))
}

/**
 * Responds to a PATCH or PUT with the changed resource and the `ETag` that its GET now has. `whole` is the body of that GET,
 * if it has more than this response.
 */
export function changedJson(c: Context, changed: object | undefined, whole = changed): Response {
	if (changed === undefined) throw new Error('A write that succeeded has a response')
	c.header('ETag', etagOf(JSON.stringify(whole)))
	return c.json(changed)
}

/** `taggedJson` for a body that's already JSON text, under a given tag. */
export function taggedText(c: Context, text: string, etag: string): Response {
	c.header('ETag', etag)
	const known = c.req.header('If-None-Match')
	if (known !== undefined && (known.trim() === '*' || tagsIn(known).includes(etag))) return c.body(null, 304)
	return c.body(text, 200, { 'Content-Type': 'application/json' })
}

/** Requests that the Worker sends to itself. */
const internal = new WeakSet<Request>()

/** Marks a request that the Worker sends to itself while it handles another one. The access log leaves it out. */
export function markInternal(request: Request): Request {
	internal.add(request)
	return request
}

/** Whether the Worker sent this request to itself. */
export const isInternal = (request: Request): boolean => internal.has(request)

/**
 * Whether `If-Match` has the tag of `current`, the response of the resource's own GET. A missing resource has no tag. A PATCH
 * or DELETE of one returns 404 anyway. Only a PUT could create it, so the tag fails only for a PUT.
 */
export async function ifMatchHolds(ifMatch: string, current: Response, method: string): Promise<boolean> {
	if (current.status === 404) return method !== 'PUT'
	if (!current.ok) return false
	return tagsIn(ifMatch).includes(current.headers.get('ETag') ?? '')
}
