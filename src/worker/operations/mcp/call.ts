import type { Context, Hono } from 'hono'
import type { App, SignedIn } from '../../context.ts'
import { type ApiError, errorMessage, invalid, refusedInput } from '../../ground/http/errors.ts'
import { markInternal } from '../../ground/http/etag.ts'
import { said } from '../../ground/http/field-codes.ts'
import { isObject } from '../../ground/http/json-input.ts'

export interface Tools {
	c: Context<SignedIn>
	app: Hono<App>
	/** Whether the call was counted, by the router or by itself. */
	isCounted: boolean
}

export interface Called {
	status: number
	headers: Headers
	body: unknown
}

interface Call {
	method?: string
	url: URL
	headers?: Record<string, string>
	body?: unknown
	/** A second look at the same thing, which is neither counted nor logged. */
	isAgain?: boolean
}

/** What a call says of its caller. The other headers of the request belong to MCP. */
const OF_THE_CALLER = [
	'Authorization',
	'CF-Connecting-IP',
	'True-Client-IP',
	'User-Agent',
	'X-Forwarded-For',
	'X-D1-Bookmark',
]

/** The address of a call. Only the API itself can be called. */
export function addressOf({ c }: Tools, path: string): URL {
	const { origin } = new URL(c.req.url)
	const url = URL.parse(path, origin)
	if (!path.startsWith('/') || url?.origin !== origin || !/^\/(v1|ofrep)\//.test(url.pathname))
		throw invalid([{ path: 'path', ...said('operand', { what: 'a path under /v1/ or /ofrep/' }) }])
	return url
}

/** Calls an operation as the caller of the tool, through the whole router, and under the same trace. */
export async function call(tools: Tools, { method = 'GET', url, headers = {}, body, isAgain }: Call): Promise<Called> {
	const { c, app } = tools
	const own = OF_THE_CALLER.map((name) => [name, c.req.header(name)] as const).filter(
		([, value]) => value !== undefined,
	)
	const { cf } = c.req.raw as Request<unknown, IncomingRequestCfProperties>
	const request = new Request(url, {
		method,
		headers: {
			...(Object.fromEntries(own) as Record<string, string>),
			traceparent: `00-${c.var.trace_id}-${c.var.trace_id.slice(0, 15)}1-00`,
			Prefer: 'handling=strict',
			...headers,
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
		...(cf && { cf: { ...cf } }),
	})
	tools.isCounted = true
	const response = await app.fetch(isAgain ? markInternal(request) : request, c.env, c.executionCtx)
	return { status: response.status, headers: response.headers, body: await bodyOf(response) }
}

async function bodyOf(response: Response): Promise<unknown> {
	if (/^application\/([a-z]+\+)?json/.test(response.headers.get('Content-Type') ?? '')) return response.json()
	if (response.body === null) return null
	// A stream never ends, and a download can be larger than an isolate.
	await response.body.cancel()
	throw refusedInput('mcp.no_json')
}

/** The result of a tool: as data, and as text for older clients. */
export const resultOf = (data: object, isError = false) => ({
	content: [{ type: 'text', text: JSON.stringify(data) }],
	structuredContent: data,
	isError,
})

/** A refused call. Its sentence and its details may quote what others wrote, such as why somebody paused an org. */
export function refusedCall({ status, body }: Pick<Called, 'status' | 'body'>) {
	const { error, details } = isObject(body) ? body : {}
	const { reason } = isObject(details) && error !== 'run.paused' ? details : {}
	return resultOf({ status, error, reason, untrusted: body }, true)
}

/** What the tool itself refuses, in the shape of any refusal. */
export async function refused({ c }: Tools, refusal: ApiError) {
	const { status, code, details } = refusal
	const message = await errorMessage(refusal)
	return refusedCall({ status, body: { error: code, message, trace_id: c.var.trace_id, details } })
}
