import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type * as z from 'zod'
import type { Operation } from '../../src/worker/ground/http/operations.ts'
import worker, {
	app,
	DRY_RUN_TYPE,
	DryRun,
	type Effect,
	effectText,
	FIELD_CODES,
	type FieldCode,
	isAudited,
	isTagged,
	must,
	OF_SPENDING,
	operations,
	isProposable,
	PROPOSED_TYPE,
	ProposedRequest,
	refusalsOf,
	takesIfNoneMatch,
} from './program.ts'

export const BASE = 'http://localhost'

export interface Reply {
	status: number
	headers: Headers
	// oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects and fails if it isn't there
	body: any
}

interface Options {
	body?: unknown
	headers?: Record<string, string>
	env?: Partial<Env>
	/** Another address of the instance. */
	base?: string
}

/** The operations that the app declares. */
export const declared = operations(app)

const parameters = (path: string) => path.split(':').length

// As in the router, a word beats a parameter in the same place.
const patterns = declared
	.toSorted((one, other) => parameters(one.path) - parameters(other.path))
	.map((operation) => ({
		...operation,
		pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
	}))

export const operationOf = (method: string, path: string) =>
	patterns.find((operation) => operation.method === method && operation.pattern.test(path))

/** A misspelled field or parameter fails its test. */
const STRICT = { Prefer: 'handling=strict' }

/** For a call that sends something unknown on purpose. */
export const LENIENT = { headers: { Prefer: 'handling=lenient' } }

/** Sends one HTTP request to the real Worker and checks the response against what its route declares. */
export async function send(
	method: string,
	path: string,
	{ body, headers = {}, env: variables, base = BASE }: Options = {},
): Promise<Reply> {
	const ctx = createExecutionContext()
	const init: RequestInit = { method, headers: { ...STRICT, ...headers } }
	if (body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body)
	const request = new Request(base + path, init) as Request<unknown, IncomingRequestCfProperties>
	const response = await worker.fetch(request, { ...env, ...variables }, ctx)
	const text = await response.text()
	await waitOnExecutionContext(ctx)
	const isJson = /^application\/(scim\+)?json/.test(response.headers.get('Content-Type') ?? '')
	const reply = { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text }
	holdToContract(method, new URL(request.url).pathname, reply)
	return reply
}

function holdToContract(method: string, path: string, { status, headers, body }: Reply) {
	expect(headers.get('X-Trace-Id')).toMatch(/^[\da-f]{32}$/)
	const operation = operationOf(method, path)
	holdAuditId(operation, status, headers)
	const type = headers.get('Content-Type')
	if (type === DRY_RUN_TYPE || type === PROPOSED_TYPE)
		expect(headers.has('ETag'), 'what never was has no tag').toBe(false)
	if (type === DRY_RUN_TYPE) return holdDryRun(operation, status, body)
	if (type === PROPOSED_TYPE) return holdProposed(operation, status, body)
	const reply = operation?.responses?.find((candidate) => candidate.status === status)
	// A browser gets a page for an unknown address.
	if (!operation && status === 404 && type?.startsWith('text/html')) return
	// What declares errors of its own, such as those of MCP, has the API's too.
	if (status >= 400 && (!reply || typeof body?.error === 'string')) {
		if (operation) holdRefusal(operation, status, body)
		expect(headers.get('Link')).toBe(`</docs#error-${reasonOf(body) ?? body.error}>; rel="help"`)
		expect(body).toMatchObject({ error: expect.any(String), message: expect.any(String), details: expect.any(Object) })
		expect(body.trace_id).toBe(headers.get('X-Trace-Id'))
		if (status === 429)
			expect(headers.get('RateLimit')).toMatch(
				new RegExp(`^"(?!undefined)[a-z_]+";r=0;t=${headers.get('Retry-After')}$`),
			)
		if (status === 400) holdFields(body)
		return
	}
	if (!operation) return
	if (status === 304) return expect(takesIfNoneMatch(operation), `${method} ${path} declares 304`).toBe(true)
	expect(reply, `${method} ${path} declares ${status}`).toBeDefined()
	if (reply)
		expect(headers.has('ETag'), `${method} ${path} declares ETag exactly if it sends one`).toBe(
			isTagged(operation, reply),
		)
	// Equal to its own parse, since an extra field is as wrong as a missing one.
	if (reply?.schema) expect(body).toEqual(reply.schema.parse(body))
	else if (status === 204) expect(body).toBe('')
}

interface RefusalBody {
	error: string
	details: {
		reason?: string
		field?: unknown
		key?: unknown
		limit?: unknown
		fields?: { message: string; code: FieldCode; values: unknown }[]
	}
}

/** A field's error has the code of its sentence. */
function holdFields({ details: { fields = [] } }: RefusalBody) {
	for (const { message, code, values } of fields) {
		expect(FIELD_CODES, `a code for “${message}”`).toContain(code)
		expect(code === 'documented', `the code of “${message}” is its own`).toBe(message === must.documented)
		expect(values).toEqual(expect.any(Object))
	}
}

/** Every conflict says why, a taken name says which field, and a maximum says which limit and how many. */
function holdConflict({ details }: RefusalBody) {
	expect(details.reason, 'a 409 has a reason').toBeDefined()
	if (details.reason === 'name.taken') expect(details.field).toEqual(expect.any(String))
	if (!/^limit\.reached$|\.too_many$/.test(details.reason ?? '')) return
	expect(details.key, 'the entitlement, or null').toSatisfy((key) => key === null || typeof key === 'string')
	expect(details.limit).toEqual(expect.any(Number))
}

/** The `details.reason`, if it's one of the catalogue: the reason of a pause is what a person wrote. */
const reasonOf = ({ error, details }: RefusalBody) => (error === 'run.paused' ? undefined : details.reason)

/** What an operation refuses follows from its route line. */
function holdRefusal(operation: Operation, status: number, refusal: RefusalBody) {
	const reason = reasonOf(refusal)
	const code = refusal.error in OF_SPENDING ? refusal.error : undefined
	const declares = refusalsOf(operation).some(
		(one) => one.status === status && one.reason === reason && one.code === code,
	)
	if (status === 409) holdConflict(refusal)
	const name = `${operation.method} ${operation.path}`
	const word = code ? `{ status: ${status}, code: '${code}' }` : reason === undefined ? status : `'${reason}'`
	expect(declares, `${name} answers ${status} ${reason ?? ''}: put ${word} into refuses(…) of its route line`).toBe(
		true,
	)
}

/** Only an operation that says so returns the id of an audit row, and never with a refusal or a dry run. */
function holdAuditId(operation: ReturnType<typeof operationOf>, status: number, headers: Headers) {
	const id = headers.get('Audit-Id')
	if (id === null) return
	expect(id).toMatch(/^aud_[\dA-Z]{26}$/)
	expect(headers.get('Content-Type')).not.toBe(DRY_RUN_TYPE)
	expect(status).toBeLessThan(300)
	expect(operation && isAudited(operation), `${operation?.method} ${operation?.path} declares Audit-Id`).toBe(true)
}

/** A dry run has its own shape, which contains what the route declares for the real call. */
function holdDryRun(operation: ReturnType<typeof operationOf>, status: number, reply: z.output<typeof DryRun>) {
	expect(status).toBe(200)
	expect(reply).toEqual(DryRun.parse(reply))
	expect(reply.effects).toEqual(reply.effect_codes.map((effect) => effectText(effect as Effect)))
	const declares = operation?.responses?.find((candidate) => candidate.status === reply.status)
	expect(declares).toBeDefined()
	const { body } = reply
	// It's null if only another server can know it.
	if (body !== null) expect(body).toEqual(declares?.schema?.parse(body))
}

function holdProposed(
	operation: ReturnType<typeof operationOf>,
	status: number,
	reply: z.output<typeof ProposedRequest>,
) {
	expect(status).toBe(202)
	expect(operation && isProposable(operation), 'the operation declares that it can be proposed').toBe(true)
	expect(reply).toEqual(ProposedRequest.parse(reply))
	holdDryRun(operation, 200, reply.dry_run)
}

/** Calls as one caller, or as nobody without a token. */
export function as(token?: string) {
	const call =
		(method: string) =>
		(path: string, body?: unknown, { headers, ...options }: Omit<Options, 'body'> = {}) =>
			send(method, path, {
				...options,
				body,
				headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...headers },
			})
	return {
		token,
		get: (path: string, options?: Omit<Options, 'body'>) => call('GET')(path, undefined, options),
		post: call('POST'),
		put: call('PUT'),
		patch: call('PATCH'),
		delete: (path: string, options?: Omit<Options, 'body'>) => call('DELETE')(path, undefined, options),
	}
}

export type Api = ReturnType<typeof as>
