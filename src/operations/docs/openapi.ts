import * as z from 'zod'
import type { Answer, Operation } from '../../http/contract.ts'
import type { Tag } from '../../http/mount.ts'
import { content, type Json, refTo } from './json-schema.ts'
import { MESSAGE_HEADERS, webhooks } from './webhooks.ts'

// Writes the OpenAPI 3.1 document from what the route lines declare. Runs at build time only: the Worker serves the result.

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

/** The whole document, made of the operations of the app and their tags. `version` is that of the package. */
export function openApi(operations: Operation[], tags: Tag[], version: string): Json {
	const schemas: Json = {}
	const paths: Record<string, Json> = {}
	for (const operation of operations) {
		const path = operation.path.replaceAll(/:(\w+)/g, '{$1}')
		paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation, path, schemas) }
	}
	const events = webhooks(schemas)
	refTo(ApiError, 'output', schemas)
	refTo(OfrepError, 'output', schemas)
	return {
		openapi: '3.1.0',
		info: {
			title: 'Plinth',
			version,
			summary: 'The control plane of an agent platform.',
			description:
				'Lists are newest first. A list with more rows has the headers `Next-Cursor` and `Link`: send that cursor as `cursor` to read on. Every POST takes an `Idempotency-Key`, except under `/v1/auth`. Every response has an `X-Trace-Id`. Errors: `/docs#errors`.',
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: '/', description: 'This server' }],
		tags,
		paths,
		webhooks: events,
		components: {
			schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b))),
			responses: {
				...Object.fromEntries(Object.keys(ERRORS).map((status) => [`Error${status}`, failure(status, 'Error')])),
				...Object.fromEntries(OFREP_ERRORS.map((status) => [`OfrepError${status}`, failure(status, 'OfrepError')])),
			},
			parameters: { ...HEADERS, ...MESSAGE_HEADERS },
			securitySchemes: {
				bearer: {
					type: 'http',
					scheme: 'bearer',
					description: 'An access token from `/v1/auth/login`, or an API key (`al_…`).',
				},
				refresh_cookie: { type: 'apiKey', in: 'cookie', name: '__Secure-plinth_refresh' },
			},
		},
	}
}

function describe(operation: Operation, path: string, schemas: Json): Json {
	const { method, access, body, summary, answers, tag } = operation
	if (!access || !answers || !tag) throw new Error(`${method} ${path} declares no access, no answer or no tag`)
	// The probes and documents refuse nothing themselves. Cloudflare's network, in front of the Worker, may.
	const refusals = /^\/(v1|ofrep)\//.test(path) ? errorsOf(operation) : ['4XX']
	const words = [method.toLowerCase(), ...path.split('/').filter((part) => part && part !== 'v1')]
	return {
		operationId: words
			.map((word) => word.replaceAll(/[{}.]/g, ''))
			.join('_')
			.replaceAll('-', '_'),
		summary,
		description: ACCESS[access] ?? `Needs the permission \`${access.replace('permission:', '')}\`.`,
		tags: [tag],
		security: securityOf(access, path),
		'x-access': access,
		...(parametersOf(operation, path, schemas) as Json),
		...(body
			? {
					requestBody: {
						required: !body.safeParse({}).success,
						content: content(refTo(body, 'input', schemas), schemas),
					},
				}
			: {}),
		responses: {
			...Object.fromEntries(answers.map((answer) => [answer.status, success(operation, answer, schemas)])),
			...(tagged(operation, path) ? { 304: { description: 'Not changed since `If-None-Match`' } } : {}),
			...Object.fromEntries(
				refusals.map((status) => [status, { $ref: `#/components/responses/${refusalOf(path)}${status}` }]),
			),
		},
	}
}

const ACCESS: Record<string, string> = {
	anyone: 'Needs no authentication.',
	signed_in: 'Any signed-in caller may call this.',
	user: 'Only users may call this, not API keys.',
	by_scope: 'Needs the permission that belongs to `scope`.',
}

function securityOf(access: string, path: string): Json[] {
	if (path === '/v1/auth/refresh') return [{ refresh_cookie: [] }]
	if (path === '/v1/auth/logout') return [{ refresh_cookie: [] }, { bearer: [] }]
	return access === 'anyone' ? [] : [{ bearer: [] }]
}

// GETs without a query are single reads. Their answers have an `ETag`, and so has OFREP's bulk evaluation, although it is a POST.
const tagged = ({ method, query }: Operation, path: string) =>
	(method === 'GET' && !query && path.startsWith('/v1/')) || path === '/ofrep/v1/evaluate/flags'

function parametersOf({ method, query }: Operation, path: string, schemas: Json): { parameters?: Json[] } {
	const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
		name,
		in: 'path',
		required: true,
		schema: { type: 'string' },
		example: EXAMPLE_IDS[name as string] ?? 'research.deep_mode',
	}))
	const { properties = {}, required = [] } = (query ? refTo(query, 'input', schemas) : {}) as {
		properties?: Record<string, Json>
		required?: string[]
	}
	const inQuery = Object.entries(properties).map(([name, { description, example, ...schema }]) => ({
		name,
		in: 'query',
		...(required.includes(name) ? { required: true } : {}),
		...(description ? { description } : {}),
		...(example ? { example } : {}),
		schema,
	}))
	const inHeader = headersOf(method, path).map((name) => ({ $ref: `#/components/parameters/${name}` }))
	const parameters = [...inPath, ...inQuery, ...inHeader]
	return parameters.length > 0 ? { parameters } : {}
}

const inHeader = (name: string, description: string) => ({
	name,
	in: 'header',
	description,
	schema: { type: 'string', maxLength: 255 },
})

const HEADERS = {
	'Idempotency-Key': inHeader(
		'Idempotency-Key',
		'Repeat a request under the same key within 24 hours, and it has its effect once and gets the first answer.',
	),
	'If-Match': inHeader('If-Match', 'Write only if the resource still has this `ETag`.'),
}

function headersOf(method: string, path: string): (keyof typeof HEADERS)[] {
	if (['PATCH', 'PUT', 'DELETE'].includes(method)) return ['If-Match']
	return method === 'POST' && path.startsWith('/v1/') && !path.startsWith('/v1/auth/') ? ['Idempotency-Key'] : []
}

const EXAMPLE_IDS: Record<string, string> = {
	id: 'plan_01JD6Z5W3T9V7K2M4N8P0Q1R2S',
	org_id: 'org_01JD6Z5W3T9V7K2M4N8P0Q1R2S',
	user_id: 'usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S',
	provider_id: 'llm_01JD6Z5W3T9V7K2M4N8P0Q1R2S',
	model_id: 'llmm_01JD6Z5W3T9V7K2M4N8P0Q1R2S',
	config_id: 'mcp_01JD6Z5W3T9V7K2M4N8P0Q1R2S',
	run_id: 'run_01JD6Z5W3T9V7K2M4N8P0Q1R2S',
	endpoint_id: 'whe_01JD6Z5W3T9V7K2M4N8P0Q1R2S',
	delivery_id: 'dlv_01JD6Z5W3T9V7K2M4N8P0Q1R2S_01JD6Z5W3T9V7K2M4N8P0Q1R2T',
	notification_id: 'ntf_01JD6Z5W3T9V7K2M4N8P0Q1R2S_42',
	broadcast_id: 'brd_01JD6Z5W3T9V7K2M4N8P0Q1R2S',
	rule_id: 'ipr_01JD6Z5W3T9V7K2M4N8P0Q1R2S',
	group: 'web_search',
	provider: 'web_search.keyed',
}

const DESCRIPTIONS: Record<number, string> = {
	200: 'OK',
	201: 'Created',
	202: 'Accepted',
	204: 'Done; there is no body',
	503: 'Not ready',
}

const string = (description: string) => ({ description, schema: { type: 'string' } })

function success(operation: Operation, { status, schema, contentType }: Answer, schemas: Json): Json {
	const { path, query } = operation
	const description = DESCRIPTIONS[status] ?? 'OK'
	const headers = {
		'X-Trace-Id': string('The id of the request'),
		...(tagged(operation, path) ? { ETag: string('The tag of this representation') } : {}),
		...(operation.method === 'GET' && path === '/v1/notifications'
			? { 'X-Unread-Count': string('The number of your unread notifications') }
			: {}),
		...(query && JSON.stringify(query.def).includes('cursor')
			? {
					'Next-Cursor': string('The cursor of the next page, if there is one'),
					Link: string('The next page (RFC 8288)'),
				}
			: {}),
	}
	if (status === 204) return { description, headers }
	if (!schema)
		return {
			description,
			headers,
			content: { [contentType]: { schema: { type: contentType.startsWith('text/') ? 'string' : 'object' } } },
		}
	return { description, headers, content: content(refTo(schema, 'output', schemas), schemas, contentType) }
}

function errorsOf({ method, path, access, body, query }: Operation): number[] {
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

const OFREP_ERRORS = ['400', '401', '403', '404', '413', '422', '429', '500', '503']
const refusalOf = (path: string) => (path.startsWith('/ofrep/') ? 'OfrepError' : 'Error')

function failure(status: string, schema: string): Json {
	const retry = { headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } } }
	return {
		description: ERRORS[status],
		...(status === '429' || status === '503' ? retry : {}),
		content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
	}
}
