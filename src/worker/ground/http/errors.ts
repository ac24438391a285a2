import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorCode } from './codes.ts'
import { codeOf, type FieldCode, type Values } from './field-codes.ts'
import type { Details, Given, Reason, ReasonOf } from './reasons.ts'

/** What's wrong with the input. `path` is dotted, or `body` for the body as a whole. `must` knows the code of a sentence without values. */
export interface FieldError {
	path: string
	message: string
	code?: FieldCode
	values?: Values
}

/** The widest pause that stops a run. `reason` is what the person who paused wrote. */
export interface Pause {
	scope: string
	subject: string
	reason: string
	until: string | null
}

/** What an error may have beside its code and its details. */
interface More {
	/** What it says in place of the catalogue's sentences, where it knows more than they do. */
	said?: string | undefined
	headers?: Record<string, string>
}

/**
 * A response in the error shape `{error, message, trace_id, details}` (spec 7). Thrown anywhere, and mapped once in
 * `refusals.ts`.
 */
export class ApiError extends Error {
	readonly status: ContentfulStatusCode
	readonly code: ErrorCode
	readonly details: Record<string, unknown>
	/** `details.reason`, if it's one of the catalogue. */
	readonly reason: Reason | undefined
	readonly said: string | undefined
	readonly headers: Record<string, string>
	/** What decided it, as `kind:id`, if the details don't say: for the log, never for the caller. */
	decided_by: string | undefined

	constructor(
		status: ContentfulStatusCode,
		code: ErrorCode,
		details: Details | Pause = {},
		{ said, headers = {} }: More = {},
	) {
		super(details.reason ?? code)
		this.status = status
		this.code = code
		this.details = { ...details }
		this.reason = code === 'run.paused' ? undefined : (details as Details).reason
		this.said = said
		this.headers = headers
	}
}

/** The `message` of the response. The catalogue loads with the first refusal that it speaks for. */
export const errorMessage = async (error: ApiError): Promise<string> =>
	error.said ?? (await import('./sentences.ts')).sentencesOf(error)

/** 400 that lists the wrong fields. */
export const invalid = (fields: FieldError[], reason?: ReasonOf<400>) =>
	new ApiError(400, 'validation.error', { fields: fields.map(coded), ...(reason && { reason }) })

const coded = ({ path, message, code = codeOf(message) ?? 'documented', values = {} }: FieldError) => ({
	path,
	message,
	code,
	values,
})

/** 400 that no single field is to blame for. */
export const refusedInput = (reason: ReasonOf<400>, said?: string) =>
	new ApiError(400, 'validation.error', { reason }, { said })

/** 422 for a body that isn't a JSON object in UTF-8. */
export const unparseable = (said: string) => new ApiError(422, 'validation.error', {}, { said })

/** 401. The caller must send a credential, or a different one. `challenge` says how, in `WWW-Authenticate`. */
export const unauthorized = (reason?: ReasonOf<401>, details: Record<string, unknown> = {}, challenge = 'Bearer') =>
	new ApiError(
		401,
		'auth.unauthorized',
		{ ...(reason && { reason }), ...details },
		{ headers: { 'WWW-Authenticate': challenge } },
	)

/** 403 for the reason. `withoutPermission` is for a caller who lacks a permission. */
export const forbidden = <Name extends ReasonOf<403>>(reason: Name, ...[details]: Given<Name>) =>
	new ApiError(403, 'auth.forbidden', { reason, ...details })

/** 403. `details` has the missing permission. */
export const withoutPermission = (permission: string, details: Record<string, unknown> = {}) =>
	new ApiError(403, 'auth.forbidden', { permission, ...details })

/** 403: what the run belongs to is paused. The log gets the subject in the characters that its filter takes. */
export const runPaused = ({ scope, subject, reason, until }: Pause) =>
	decided(
		new ApiError(403, 'run.paused', { scope, subject, reason, until }, { said: `Paused: ${scope} ${subject}` }),
		`pause:${scope}:${subject}`.replaceAll(/[^\w.:/@+-]/g, '_').slice(0, 64),
	)

/** 402. Never 429, which clients repeat. `by` is the budget, or the org whose credits decided. */
export const paymentRequired = (
	code: 'budget.exceeded' | 'credits.insufficient',
	said: string,
	details: Record<string, unknown>,
	by: `budget:${string}` | `credits:${string}`,
) => decided(new ApiError(402, code, details, { said }), by)

/** Tells the log what decided a refusal, as `kind:id`, where its details don't. */
export function decided(error: ApiError, by: string): ApiError {
	error.decided_by = by
	return error
}

/** 404. `what` begins the message: `Plan`, `Feature flag`. Another org's row gets the same response as a missing one. */
export const notFound = (what: string, details: Details = {}) =>
	new ApiError(404, 'not_found', details, { said: `${what} not found` })

/** What was read, or the 404 of what isn't there. */
export function existing<T extends object>(found: T | null | undefined, what: string): T {
	if (!found) throw notFound(what)
	return found
}

/** 405 with `Allow`. */
export const methodNotAllowed = (allow: string[]) =>
	new ApiError(405, 'method_not_allowed', { allow }, { headers: { Allow: allow.join(', ') } })

/** 409. The message says what the caller can do, and callers branch on the reason. */
export const conflict = <Name extends ReasonOf<409>>(reason: Name, ...[details]: Given<Name>) =>
	new ApiError(409, 'conflict', { reason, ...details })

/** A 409 whose sentences say more than the catalogue can. */
export const conflictSaying = (said: string, reason: ReasonOf<409>, details: Record<string, unknown> = {}) =>
	new ApiError(409, 'conflict', { reason, ...details }, { said })

/** 409: something else has this name, key or value already. `field` is the one that has to be different. */
export const taken = (said: string, field: string, details: Details = {}) =>
	conflictSaying(said, 'name.taken', { ...details, field })

/** 409: a number of things that has its limit in the code. An entitlement's is `limitReached`. */
export const full = (reason: TooMany, limit: number) => conflict(reason, { key: null, limit })

export type TooMany = Extract<ReasonOf<409>, `${string}.too_many`>

/** 412: `If-Match` doesn't match (RFC 9110, 13.1.1). */
export const preconditionFailed = () => new ApiError(412, 'precondition_failed')

/** 413. `limit` in bytes. */
export const payloadTooLarge = (limit: number) => new ApiError(413, 'payload_too_large', { limit })

/** 429. `retryAfter` in seconds. */
export const rateLimited = (retryAfter: number, reason?: ReasonOf<429>, details: Record<string, unknown> = {}) =>
	new ApiError(
		429,
		'rate_limit',
		{ ...(reason && { reason }), ...details },
		{ headers: { 'Retry-After': String(retryAfter) } },
	)

/** 502: a server that we called failed. `status` is the status of its response, null if there was none. */
export const upstreamError = (reason: ReasonOf<502>, status: number | null, details: Record<string, unknown> = {}) =>
	new ApiError(502, 'upstream_error', { ...details, status, reason })

/** 500. The cause only goes to the log. */
export const internalError = () => new ApiError(500, 'internal_error')

/** 503. `retryAfter` in seconds. */
export const unavailable = (reason: ReasonOf<503>, retryAfter: number) =>
	new ApiError(503, 'unavailable', { reason }, { headers: { 'Retry-After': String(retryAfter) } })

/** The `ApiError` in a chain of causes, since Drizzle wraps what its driver throws; undefined if there is none. */
export function apiErrorIn(error: unknown): ApiError | undefined {
	for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof ApiError) return cause
	return undefined
}
