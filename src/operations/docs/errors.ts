import * as z from 'zod'
import type { Operation } from '../../http/contract.ts'
import { type Json, refTo } from './json-schema.ts'

// The errors of the OpenAPI document: their shapes, and which of them an operation may answer. Runs at build time only.

const ERRORS: Record<string, string> = {
	400: 'A parameter or a value is not valid. `details.fields` names it.',
	401: 'The request carries no valid access token or API key.',
	403: 'You may not do this. `details` says which permission is missing, or why.',
	404: 'The resource does not exist, or you may not see it.',
	409: 'The request conflicts with the current state. `details.reason` says how.',
	412: 'The resource has changed since you read the tag in `If-Match`.',
	413: 'The body is too large.',
	422: 'The body is not a JSON object.',
	429: 'You have sent too many requests. Wait for as many seconds as `Retry-After` says.',
	500: 'Something went wrong on our side. Report the `trace_id`.',
	502: 'A server that we called for you did not answer as it should. `details.reason` says how.',
	503: 'The service cannot answer right now. Wait for as many seconds as `Retry-After` says.',
	'4XX': 'The edge refused the request.',
}

const ApiError = z
	.object({
		error: z.string().meta({ description: 'The code, for programs.', example: 'validation.error' }),
		message: z.string().meta({ description: 'A sentence, for people.', example: 'The request is not valid' }),
		trace_id: z.string().meta({
			description: 'The id of the request, as in `X-Trace-Id`.',
			example: '4bf92f3577b34da6a3ce929d0e0e4736',
		}),
		details: z.record(z.string(), z.unknown()).meta({
			description: 'What the code does not say. `reason` names the cause where a code has several.',
			example: { fields: [{ path: 'name', message: 'Must not be blank' }] },
		}),
	})
	.meta({
		id: 'Error',
		description: 'The answer to a request that failed. `/docs#errors` lists every `error` and every `details.reason`.',
	})

// The fields of `details` are at the top as well, where OFREP clients look for them.
const OfrepError = ApiError.extend({
	errorDetails: z.string().meta({ description: 'The same as `message`.', example: 'The request is not valid' }),
})
	.loose()
	.meta({
		id: 'OfrepError',
		description: 'The answer to an OFREP request that failed: an `Error` with the fields of OFREP.',
	})

/** The statuses of the errors that an operation under `/v1` or `/ofrep` may answer. */
function statusesOf({ method, path, access, body, query }: Operation): number[] {
	// What the gate refuses, it may refuse everywhere: a bookmark, an address or a risk, volume, and a large body.
	const statuses = [400, 403, 429, 500, 503]
	if (method !== 'GET') statuses.push(413)
	if (access !== 'anyone' || path === '/v1/auth/login' || path === '/v1/auth/refresh' || path === '/v1/auth/logout')
		statuses.push(401)
	if (body) statuses.push(422)
	if (path.includes(':') || query) statuses.push(404)
	if (method === 'POST' && path.startsWith('/v1/')) statuses.push(409)
	if (path.endsWith('/platform-admin') || path.includes('/members/')) statuses.push(409)
	if (['PATCH', 'PUT', 'DELETE'].includes(method)) statuses.push(412)
	if (method === 'PATCH') statuses.push(409)
	if (path === '/v1/llm-providers/resolve') statuses.push(404)
	if (path.endsWith('/effective')) statuses.push(409)
	if (path.endsWith('/available-models') || path === '/v1/admin/email/test') statuses.push(502)
	return [...new Set(statuses)].toSorted((a, b) => a - b)
}

const OFREP_STATUSES = ['400', '401', '403', '404', '413', '422', '429', '500', '503']

/** The schemas of errors, for the components of the document. Adds them to `schemas`. */
export function addErrorSchemas(schemas: Json): void {
	refTo(ApiError, 'output', schemas)
	refTo(OfrepError, 'output', schemas)
}

/** The answers of errors by name, for the components of the document. */
export const errorAnswers = (): Json => ({
	...Object.fromEntries(Object.keys(ERRORS).map((status) => [`Error${status}`, answer(status, 'Error')])),
	...Object.fromEntries(OFREP_STATUSES.map((status) => [`OfrepError${status}`, answer(status, 'OfrepError')])),
})

/** The errors that an operation may answer, each as a reference to its component. */
export function errorsOf(operation: Operation): Json {
	const { path } = operation
	// The probes and documents refuse nothing themselves. Cloudflare's network, in front of the Worker, may.
	const statuses = /^\/(v1|ofrep)\//.test(path) ? statusesOf(operation) : ['4XX']
	const name = path.startsWith('/ofrep/') ? 'OfrepError' : 'Error'
	return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${name}${status}` }]))
}

function answer(status: string, schema: string): Json {
	const retry = { headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } } }
	return {
		description: ERRORS[status],
		...(status === '429' || status === '503' ? retry : {}),
		content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
	}
}
