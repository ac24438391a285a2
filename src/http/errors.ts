import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorCode } from './codes.ts'
import type { Details, Reason } from './reasons.ts'

/** Where the input was wrong: `path` is dotted, `body` when it is the body itself. */
export interface FieldError {
	path: string
	message: string
}

/** An answer of the error shape `{error, message, trace_id, details}` (spec 7). Thrown anywhere, and mapped once in `refusals.ts`. */
export class ApiError extends Error {
	readonly status: ContentfulStatusCode
	readonly code: ErrorCode
	readonly details: Details
	readonly headers: Record<string, string>

	constructor(
		status: ContentfulStatusCode,
		code: ErrorCode,
		message: string,
		details: Details = {},
		headers: Record<string, string> = {},
	) {
		super(message)
		this.status = status
		this.code = code
		this.details = details
		this.headers = headers
	}
}

export const invalid = (fields: FieldError[]) =>
	new ApiError(400, 'validation.error', 'The request is not valid', { fields })

export const unparseable = (message: string) => new ApiError(422, 'validation.error', message)

export const unauthorized = (reason?: Reason) =>
	new ApiError(401, 'auth.unauthorized', 'A valid access token is required', reason ? { reason } : {}, {
		'WWW-Authenticate': 'Bearer',
	})

export const forbidden = (details: Details = {}) =>
	new ApiError(403, 'auth.forbidden', 'You do not have the permission for this', details)

/** `what` is the noun of the message: `Plan`, `Feature flag`. Another org's row gets the same answer as a missing one. */
export const notFound = (what: string) => new ApiError(404, 'not_found', `${what} not found`)

export const methodNotAllowed = (allow: string[]) =>
	new ApiError(405, 'method_not_allowed', 'This path does not take that method', { allow }, { Allow: allow.join(', ') })

export const conflict = (message: string, details: Details = {}) => new ApiError(409, 'conflict', message, details)

export const preconditionFailed = () =>
	new ApiError(412, 'precondition_failed', 'The resource has changed since the If-Match tag was read')

export const payloadTooLarge = (limit: number) =>
	new ApiError(413, 'payload_too_large', `The body is larger than ${limit} bytes`, { limit })

/** `retryAfter` in seconds. */
export const rateLimited = (retryAfter: number, reason?: Reason) =>
	new ApiError(429, 'rate_limit', 'Too many requests', reason ? { reason } : {}, { 'Retry-After': String(retryAfter) })

/** The other side of a request of ours went wrong. `status` is its answer's, null when there was none. */
export const upstreamError = (reason: Reason, status: number | null, details: Details = {}) =>
	new ApiError(502, 'upstream_error', 'The upstream did not answer as it should', { ...details, status, reason })

export const internalError = () => new ApiError(500, 'internal_error', 'Something went wrong on our side')

/** `retryAfter` in seconds. */
export const unavailable = (reason: Reason, retryAfter: number) =>
	new ApiError(
		503,
		'unavailable',
		'The service cannot answer right now',
		{ reason },
		{ 'Retry-After': String(retryAfter) },
	)

/** Finds our own error in a chain of causes, since Drizzle wraps what its driver throws. */
export function apiErrorIn(error: unknown): ApiError | undefined {
	for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof ApiError) return cause
	return undefined
}
