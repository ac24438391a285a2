import type { Context, ErrorHandler, Hono, NotFoundHandler } from 'hono'
import type { App } from '../../context.ts'
import { unlessDoubted } from '../db/copies.ts'
import { countUnavailable } from '../metrics/counters.ts'
import { decidedBy } from './decided-by.ts'
import { type ApiError, apiErrorIn, errorMessage, internalError, methodNotAllowed, notFound } from './errors.ts'
import { errorName, logError, logRepeated } from './log.ts'
import { masked } from './masked.ts'
import { operations } from './operations.ts'
import { wantsPage } from './prefer.ts'
import { Replay, replay } from './replay.ts'

/**
 * The only place where an error becomes a response. An error that isn't an `ApiError` is a 500, and its cause goes to the
 * log. So does the reason of any other 5xx.
 */
export const respondToError: ErrorHandler<App> = (error, c) => {
	if (error instanceof Replay) return replay(c, error.stored)
	const ours = apiErrorIn(error)
	if (!ours) logError({ trace_id: c.var.trace_id, path: masked(c.req.path), ...describe(error) })
	else if (ours.status >= 500) logRefusal(c, ours)
	return refuse(c, ours ? unlessDoubted(ours, c.var.database) : internalError())
}

/** The static asset that a browser gets for a path that no route serves. */
const LOST_PAGE = '/console/not-found'
/** A browser couldn't run a page in place of a script that no longer exists. */
const FILES = '/console/assets/'

/**
 * 404 for a path that no route serves, as a page for a browser; 405 with `Allow` for a path that takes other methods.
 */
export function respondToUnknown(app: Hono<App>): NotFoundHandler<App> {
	let served: { method: string; pattern: RegExp }[] | undefined
	return async (c) => {
		served ??= operations(app).map(({ method, path }) => ({
			method,
			pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
		}))
		const allow = [...new Set(served.filter(({ pattern }) => pattern.test(c.req.path)).map(({ method }) => method))]
		const response = await refuse(c, allow.length > 0 ? methodNotAllowed(allow) : notFound('Path'))
		if (allow.length > 0 || !wantsPage(c) || c.req.path.startsWith(FILES)) return response
		const page = await c.env.ASSETS.fetch(new Request(new URL(LOST_PAGE, c.req.url)))
		return page.ok ? new Response(page.body, { status: 404, headers: page.headers }) : response
	}
}

/** One line a second for each reason: in an outage, every request is refused for the same one. */
function logRefusal(c: Context<App>, refusal: ApiError) {
	const refused = errorName(refusal)
	logRepeated(refused, { refused, status: refusal.status, trace_id: c.var.trace_id })
}

async function refuse(c: Context<App>, refusal: ApiError): Promise<Response> {
	const { status, code, details, reason, headers } = refusal
	c.set('refused', refusal)
	if (status === 503) countUnavailable(reason ?? code)
	for (const [name, value] of Object.entries(headers)) c.header(name, value)
	// Which limit, and for how long. No response says how much is left of one: the limiter doesn't know.
	if (status === 429) c.header('RateLimit', `"${decidedBy(refusal)?.split(':')[1]}";r=0;t=${headers['Retry-After']}`)
	c.header('Link', `</docs#error-${reason ?? code}>; rel="help"`)
	const message = await errorMessage(refusal)
	const body = { error: code, message, trace_id: c.var.trace_id, details }
	if (c.req.path.startsWith('/scim/')) {
		const ofScim = { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: String(status), detail: message }
		const { scimType = status === 400 ? 'invalidValue' : undefined } = details
		return c.json({ ...body, ...ofScim, ...(scimType !== undefined && { scimType }) }, status, {
			'Content-Type': 'application/scim+json',
		})
	}
	if (!c.req.path.startsWith('/ofrep/')) return c.json(body, status)
	// OFREP clients read `key`, `errorCode` and `errorDetails` outside `details`. The rest of the envelope is the usual one.
	const key = /^\/ofrep\/v1\/evaluate\/flags\/([^/]+)$/.exec(c.req.path)?.[1]
	const errorCode = OFREP_CODES[status] ?? 'GENERAL'
	return c.json({ ...(key !== undefined && { key }), errorCode, ...details, ...body, errorDetails: message }, status)
}

/** What OFREP calls a refusal, by its status. A 404 says itself what's missing. */
const OFREP_CODES: Record<number, string> = { 400: 'INVALID_CONTEXT', 422: 'PARSE_ERROR' }

/**
 * What may be logged of an unknown error. Drizzle's messages hold bound parameters, so only the cause is logged. The message
 * of a SyntaxError quotes the parsed text, which may be a secret, so only its name and its frames are logged.
 */
export function describe(error: unknown): { error: string; stack?: string | undefined } {
	if (!(error instanceof Error)) return { error: typeof error }
	if (error.cause instanceof Error) return describe(error.cause)
	if (error.name === 'DrizzleQueryError') return { error: error.name }
	if (error instanceof SyntaxError) return { error: error.name, stack: error.stack?.replace(error.message, '') }
	return { error: error.message, stack: error.stack }
}
