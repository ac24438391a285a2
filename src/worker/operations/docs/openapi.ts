import { CONFIRMABLE, PASSING_ON } from '../../changes/confirmations/operations.ts'
import { ProposedRequest } from '../../changes/requests/schema.ts'
import type { DeclaredResponse } from '../../ground/http/declared.ts'
import type { Tag } from '../../ground/http/mount.ts'
import {
	isAudited,
	isBehindGate,
	isTagged,
	type Operation,
	takesIfMatch,
	takesIfNoneMatch,
} from '../../ground/http/operations.ts'
import { DRY_RUN_TYPE, DryRun, offersDryRun } from '../../ground/write/dry-run.ts'
import { takesIdempotencyKey } from '../../ground/write/idempotency.ts'
import { isProposable, PROPOSED_TYPE } from '../../ground/write/proposed.ts'
import { needsOf } from './access-words.ts'
import { addErrorSchemas, codesOf, errorResponses, errorsOf, reasonsOf } from './errors.ts'
import { wordsInQuery, wordsOf } from './field-words.ts'
import { HEADERS, RESPONSE_HEADERS, string } from './headers.ts'
import { content, type Json, refTo } from './json-schema.ts'
import { nameKnownValues } from './known-values.ts'
import { type PathExamples, pathExamples } from './path-examples.ts'
import { recorded } from './recorded.ts'
import { MESSAGE_HEADERS, webhooks } from './webhooks.ts'

// Generates the OpenAPI 3.1 document from what the route lines declare. Runs at build time only: the Worker serves the result.

/** The whole document, from the app's operations and their tags. `version` is the package's. */
export function openApi(operations: Operation[], tags: Tag[], version: string): Json {
	const schemas: Json = {}
	const paths: Record<string, Json> = {}
	const exampleOf = pathExamples(operations)
	for (const operation of operations) {
		const path = operation.path.replaceAll(/:(\w+)/g, '{$1}')
		const described = describe(operation, path, schemas, exampleOf)
		paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described }
	}
	const events = webhooks(schemas)
	addErrorSchemas(schemas)
	const simulation = {
		description: 'What the call would do, with `Dry-Run: true`',
		content: content(refTo(DryRun, 'output', schemas), schemas, DRY_RUN_TYPE),
	}
	const proposal = {
		description: 'What a key of mode `propose` gets instead: nothing happens until a person grants the request',
		content: content(refTo(ProposedRequest, 'output', schemas), schemas, PROPOSED_TYPE),
	}
	nameKnownValues(schemas)
	return {
		openapi: '3.1.0',
		info: {
			title: 'Plinth',
			version,
			summary: 'The control plane of an agent platform.',
			description:
				'Lists are newest first. If there are more rows, the response has a `Next-Cursor` and a `Link` header: send the cursor as `cursor` to get the next page. Each operation lists the headers that it takes: `Idempotency-Key` to repeat a request safely, `Dry-Run: true` to see what it would change, `Confirm-Within` to change something on trial, `If-Match` and `If-None-Match` for the `ETag` that you know. Unknown fields and parameters are ignored, and `X-Ignored` names them; `Prefer: handling=strict` refuses them. Every response has an `X-Trace-Id`. Errors: `/docs#errors`.',
			contact: { name: 'The operator of this server' },
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: '/', description: 'This server' }],
		tags,
		paths,
		webhooks: events,
		components: {
			schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b))),
			responses: { DryRun: simulation, Proposed: proposal, ...errorResponses() },
			parameters: { ...HEADERS, ...MESSAGE_HEADERS },
			headers: RESPONSE_HEADERS,
			securitySchemes: {
				bearer: {
					type: 'http',
					scheme: 'bearer',
					description: 'An access token from `/v1/auth/login`, or an API key (`al_…`).',
				},
				metrics_token: { type: 'http', scheme: 'bearer', description: 'The variable `METRICS_TOKEN`.' },
				refresh_cookie: { type: 'apiKey', in: 'cookie', name: '__Secure-plinth_refresh' },
			},
		},
	}
}

function describe(operation: Operation, path: string, schemas: Json, exampleOf: PathExamples): Json {
	const { method, access, message, body = message, summary, responses, tag } = operation
	if (!access || !responses || !tag) throw new Error(`${method} ${path} declares no access, no response or no tag`)
	const errors = errorsOf(operation)
	const words = [method.toLowerCase(), ...path.split('/').filter((part) => part && part !== 'v1')]
	return {
		operationId: words
			.map((word) => word.replaceAll(/[{}.]/g, ''))
			.join('_')
			.replaceAll('-', '_'),
		summary,
		description: needsOf(operation, access),
		tags: [tag],
		security: securityOf(operation),
		'x-access': access,
		...codesOf(operation),
		...reasonsOf(operation),
		...parametersOf(operation, path, schemas, exampleOf),
		...(body
			? {
					requestBody: {
						required: !body.safeParse({}).success,
						content: content(refTo(body, 'input', schemas), schemas),
					},
				}
			: {}),
		responses: {
			...(offersDryRun(operation) ? { 200: { $ref: '#/components/responses/DryRun' } } : {}),
			...(isProposable(operation) ? { 202: { $ref: '#/components/responses/Proposed' } } : {}),
			...Object.fromEntries(responses.map((response) => [response.status, success(operation, response, schemas)])),
			...(takesIfNoneMatch(operation) ? { 304: NOT_CHANGED } : {}),
			...errors,
			...Object.fromEntries(
				responses
					.filter(({ status, schema }) => schema && String(status) in errors)
					.map((response) => [response.status, orError(success(operation, response, schemas))]),
			),
		},
	}
}

const securityOf = ({ access, credentials = [] }: Operation): Json[] =>
	(access === 'anyone' ? credentials : ['bearer']).map((name) => ({ [name]: [] }))

function parametersOf(operation: Operation, path: string, schemas: Json, exampleOf: PathExamples): Json {
	const { query } = operation
	const inPath = [...path.matchAll(/(?<=([\w-]*)\/)\{(\w+)\}/g)].map(([, noun = '', name = '']) => ({
		name,
		in: 'path',
		required: true,
		description: wordsOf(name, noun),
		schema: { type: 'string' },
		example: exampleOf(noun, name),
	}))
	const { properties = {}, required = [] } = (query ? refTo(query, 'input', schemas) : {}) as {
		properties?: Record<string, Json>
		required?: string[]
	}
	const inQuery = Object.entries(properties).map(([name, { description, example, ...schema }]) => ({
		name,
		in: 'query',
		...(required.includes(name) ? { required: true } : {}),
		...(description ? { description: wordsInQuery(name, description) } : {}),
		...(example ? { example } : {}),
		schema,
	}))
	const inHeader = headersOf(operation, path).map((name) => ({ $ref: `#/components/parameters/${name}` }))
	const parameters = [...inPath, ...inQuery, ...inHeader]
	return parameters.length > 0 ? { parameters } : {}
}

function headersOf(operation: Operation, path: string): (keyof typeof HEADERS)[] {
	const found: (keyof typeof HEADERS)[] = isBehindGate(path) ? ['Prefer'] : []
	if (takesIfNoneMatch(operation)) found.push('If-None-Match')
	if (takesIfMatch(operation)) found.push(needsBase(operation) ? 'Document-Base' : 'If-Match')
	if (takesIdempotencyKey(operation)) found.push('Idempotency-Key')
	if (offersDryRun(operation)) found.push('Dry-Run')
	if (isConfirmable(operation)) found.push('Confirm-Within')
	return found
}

const needsBase = ({ refusals = [] }: Operation) => refusals.includes('configuration.if_match_required')

const refsToHeaders = Object.fromEntries(
	Object.keys(RESPONSE_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

const isConfirmable = ({ method, path }: Operation) =>
	[CONFIRMABLE, PASSING_ON].some((operations) => operations.has(`${method} ${path}`))

/** A response of a protocol's own, with a status that the API's errors have too. */
function orError({ content: of, ...described }: Json): Json {
	const { schema } = (of as Record<string, Json>)['application/json'] ?? {}
	return {
		...described,
		content: { 'application/json': { schema: { anyOf: [schema, { $ref: '#/components/schemas/Error' }] } } },
	}
}

const NOT_CHANGED = {
	description: 'Not changed since `If-None-Match`',
	headers: { ETag: string('The tag of this representation') },
}

const DESCRIPTIONS: Record<number, string> = {
	200: 'OK',
	201: 'Created',
	202: 'Accepted',
	204: 'Done; no body',
	303: 'Continue at the address in `Location`',
	400: 'The message is refused',
	404: 'Not found',
	503: 'Not ready',
}

function success(operation: Operation, response: DeclaredResponse, schemas: Json): Json {
	const { query } = operation
	const { status, schema, contentType } = response
	const description = DESCRIPTIONS[status] ?? 'OK'
	const headers = {
		'X-Trace-Id': string('The id of the request'),
		...(isBehindGate(operation.path) ? refsToHeaders : {}),
		...(isTagged(operation, response)
			? { ETag: string(takesIfMatch(operation) ? "The resource's new tag" : 'The tag of this representation') }
			: {}),
		...(isAudited(operation)
			? { 'Audit-Id': string("The id of the change's audit row; absent if nothing changed") }
			: {}),
		...(takesIdempotencyKey(operation)
			? { 'Idempotency-Replayed': string('`true` for the stored response to an `Idempotency-Key`') }
			: {}),
		...(isConfirmable(operation)
			? { 'Confirm-Id': string('The id of the pending change, with `Confirm-Within`') }
			: {}),
		...Object.fromEntries(Object.entries(operation.headers ?? {}).map(([name, says]) => [name, string(says)])),
		...(query && JSON.stringify(query.def).includes('cursor')
			? {
					'Next-Cursor': string('The cursor of the next page, if there is one'),
					Link: string('The next page (RFC 8288)'),
				}
			: {}),
	}
	if (status === 204 || status === 303 || (status === 202 && !schema)) return { description, headers }
	if (!schema)
		return {
			description,
			headers,
			content: { [contentType]: { schema: { type: contentType.startsWith('text/') ? 'string' : 'object' } } },
		}
	const itself = content(refTo(schema, 'output', schemas), schemas, contentType, recorded(operation, schema))
	const ofDryRun =
		status === 200 && offersDryRun(operation) ? { [DRY_RUN_TYPE]: { schema: refTo(DryRun, 'output', schemas) } } : {}
	const ofProposal =
		status === 202 && isProposable(operation)
			? { [PROPOSED_TYPE]: { schema: refTo(ProposedRequest, 'output', schemas) } }
			: {}
	return { description, headers, content: { ...itself, ...ofDryRun, ...ofProposal } }
}
