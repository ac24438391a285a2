import * as z from 'zod'
import { CONFIRMABLE } from '../../changes/confirmations/operations.ts'
import { CODES, OF_SPENDING, type SpendingCode } from '../../ground/http/codes.ts'
import {
	changesSomething,
	isAudited,
	isBehindGate,
	type Operation,
	takesIfMatch,
} from '../../ground/http/operations.ts'
import { type Reason, type Refusal, type Refuses, REASONS, statusesOf } from '../../ground/http/reasons.ts'
import { supportsDryRun, offersDryRun } from '../../ground/write/dry-run.ts'
import { takesIdempotencyKey } from '../../ground/write/idempotency.ts'
import { documented } from './error-page.ts'
import { type Json, refTo } from './json-schema.ts'

// The OpenAPI document's errors: their shapes, and which ones each operation can return. Runs at build time only.

/** What each status means, as the catalogue says it of the code that follows from the status. */
const ERRORS: Record<string, string> = {
	...Object.fromEntries(
		Object.entries(CODES)
			.filter(([code]) => code !== 'method_not_allowed' && !(code in OF_SPENDING))
			.flatMap(([, entry]) => entry.statuses.map((status) => [status, documented(entry)])),
	),
	402: "What the run needs exceeds a budget, or the org's credits. `error` says which.",
	422: "The body isn't a JSON object.",
}

const ApiError = z
	.object({
		error: z.string().meta({ description: 'The code, for programs.', example: 'validation.error' }),
		message: z.string().meta({
			description: 'A sentence, for people.',
			example: "The request isn't valid. Correct the fields that the response names.",
		}),
		trace_id: z.string().meta({
			description: 'The id of the request, as in `X-Trace-Id`.',
			example: '4bf92f3577b34da6a3ce929d0e0e4736',
		}),
		details: z.record(z.string(), z.unknown()).meta({
			description:
				"What the code doesn't say. `reason` names the cause if a code has several. Each of `fields` has its `path`, the sentence, and the same as a `code` with `values`, for programs and other languages.",
			example: { fields: [{ path: 'name', message: 'Must not be blank', code: 'not_blank', values: {} }] },
		}),
	})
	.meta({
		id: 'Error',
		description: 'The response to a failed request. `/docs#errors` lists every `error` and every `details.reason`.',
	})

// The fields of `details` are at the top level too, where OFREP clients look for them.
const OfrepError = ApiError.extend({
	errorCode: z.string().meta({
		description: '`INVALID_CONTEXT`, `PARSE_ERROR`, `FLAG_NOT_FOUND`, or `GENERAL` for anything else.',
		example: 'INVALID_CONTEXT',
	}),
	errorDetails: z.string().meta({ description: 'The same as `message`.', example: "The request isn't valid" }),
})
	.loose()
	.meta({
		id: 'OfrepError',
		description: 'The response to a failed OFREP request: an `Error` with the fields of OFREP.',
	})

const ScimError = ApiError.extend({
	schemas: z.array(z.string()).meta({ description: "The URN of SCIM's errors." }),
	status: z.string().meta({ description: 'The HTTP status, as a text.', example: '409' }),
	detail: z.string().meta({ description: 'The same as `message`.', example: "The request isn't valid" }),
	scimType: z
		.optional(z.string())
		.meta({ description: 'What went wrong, as RFC 7644 calls it.', example: 'uniqueness' }),
}).meta({
	id: 'ScimError',
	description: 'The response to a failed SCIM request: an `Error` with the fields of RFC 7644.',
})

/** What any operation behind the middleware can return. */
const EVERYWHERE: Refusal[] = [
	...[400, 403, 429, 500].map((status) => ({ status })),
	...(
		[
			'ip.blocked',
			'risk.rejected',
			'database.full',
			'database.overloaded',
			'database.timeout',
			'database.unreachable',
		] as const
	).map(toRefusal),
]

/** What the operations of an org return to somebody whose sign-in doesn't meet its demands, wherever they act. */
const OF_DEMANDS: Refusal[] = (['auth.second_factor_required', 'oidc.required'] as const).map((reason) => ({
	status: 403,
	reason,
}))
const BY_ORG = /^\/v1\/(orgs\/:org_id|api-keys\/:id\/rotate|admin\/changes\/:id\/)/

const OF_SCIM: Refuses[] = [
	400,
	404,
	412,
	413,
	422,
	429,
	500,
	...(['database.full', 'database.overloaded', 'database.timeout', 'database.unreachable'] as const),
]

/** An org makes so many changes on trial a day. */
const OF_TRIALS = ['change.pending', 'limit.reached'] as const

/** An account makes so many proposals. */
const OF_PROPOSALS = ['limit.reached', 'request.not_one_batch'] as const

/** Every refusal that an operation can return: what its access, input and headers imply, and what its route line declares. */
export function refusalsOf(operation: Operation): Refusal[] {
	const { method, path, access, body, proofs, refusals = [] } = operation
	const dryRun = offersDryRun(operation) ? ('dry_run.cut' as const) : ('dry_run.not_offered' as const)
	const ofDryRun = supportsDryRun(operation) ? [dryRun] : []
	if (path.startsWith('/scim/')) return [...OF_SCIM, ...ofDryRun, ...refusals].map(toRefusal)
	if (!isBehindGate(path)) return [...new Set<Refuses>([429, 500, ...ofDryRun, ...refusals])].map(toRefusal)
	const takesKey = takesIdempotencyKey(operation)
	const isConfirmable = CONFIRMABLE.has(`${method} ${path}`)
	const following: Refuses[] = [
		...(access === 'anyone' ? [] : ([401, 'auth.second_factor_required', 'oidc.required'] as const)),
		...(access === 'user' || access === 'user_or_service' ? (['auth.api_key_not_accepted'] as const) : []),
		...(changesSomething(operation) && access !== 'user' ? (['key.read_only'] as const) : []),
		...(isProposable(operation) ? OF_PROPOSALS : []).filter(
			(one) => !refusals.includes(one) && !(isConfirmable && one === 'limit.reached'),
		),
		...(path.includes(':') ? [404 as const] : []),
		...(method === 'GET' ? [] : [413 as const]),
		// With a key, the body is read even if the operation takes none.
		...(body || takesKey ? [422 as const] : []),
		...(proofs ? (['auth.step_up'] as const) : []),
		...(takesIfMatch(operation) ? [412 as const] : []),
		...(takesKey ? (['idempotency.in_progress', 'idempotency.key_reused'] as const) : []),
		...ofDryRun,
		...(isConfirmable ? OF_TRIALS : (['change.not_confirmable'] as const)).filter((one) => !refusals.includes(one)),
	]
	const ofDemands = BY_ORG.test(path) ? OF_DEMANDS : []
	return [...EVERYWHERE, ...ofDemands, ...[...following, ...refusals].map(toRefusal)]
}

/** Whether a key can propose it: no people's own operation. */
const isProposable = (operation: Operation) =>
	operation.access !== 'user' && isAudited(operation) && offersDryRun(operation)

function toRefusal(said: Refuses): Refusal {
	if (typeof said === 'number') return { status: said }
	return typeof said === 'string' ? { status: statusesOf(REASONS[said])[0] as number, reason: said } : said
}

const statusesIn = (operation: Operation) =>
	[...new Set(refusalsOf(operation).map(({ status }) => status))].toSorted((a, b) => a - b)

const SCIM_STATUSES = ['400', '401', '403', '404', '409', '412', '413', '422', '429', '500', '503']
const OFREP_STATUSES = ['400', '401', '403', '404', '413', '422', '429', '500', '503']

/** Adds the errors' schemas to `schemas`, for the document's components. */
export function addErrorSchemas(schemas: Json): void {
	refTo(ApiError, 'output', schemas)
	refTo(OfrepError, 'output', schemas)
	refTo(ScimError, 'output', schemas)
}

/** The error responses by name, for the document's components. */
export const errorResponses = (): Json => ({
	...Object.fromEntries(Object.keys(ERRORS).map((status) => [`Error${status}`, response(status, 'Error')])),
	...Object.fromEntries(OFREP_STATUSES.map((status) => [`OfrepError${status}`, response(status, 'OfrepError')])),
	...Object.fromEntries(SCIM_STATUSES.map((status) => [`ScimError${status}`, response(status, 'ScimError')])),
	// The response isn't ours, so it has no envelope.
	Edge429: {
		description: "Cloudflare's network, in front of the Worker, refused the request because there were too many.",
	},
})

export const errorAt = (path: string) =>
	path.startsWith('/ofrep/') ? 'OfrepError' : path.startsWith('/scim/') ? 'ScimError' : 'Error'

/** The errors that an operation can return, each as a reference to its component. */
export function errorsOf(operation: Operation): Json {
	const { path, refusals = [] } = operation
	const prefix = errorAt(path)
	const nameOf = (status: number) =>
		status === 429 && prefix !== 'ScimError' && !isBehindGate(path) && !refusals.includes(429)
			? 'Edge429'
			: `${prefix}${status}`
	return Object.fromEntries(
		statusesIn(operation).map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]),
	)
}

/** The reasons that the shared responses name, because nearly every operation has them. */
const SHARED: Refusal[] = [...EVERYWHERE, toRefusal('change.not_confirmable')]

const isShared = ({ reason }: Refusal) => SHARED.some((one) => one.reason === reason)

/** `x-codes`: the codes of an operation that don't follow from the status. */
export function codesOf({ refusals = [] }: Operation): { 'x-codes'?: Record<number, SpendingCode[]> } {
	const found: Record<number, SpendingCode[]> = {}
	for (const { status, code } of refusals.map(toRefusal)) if (code) found[status] = [...(found[status] ?? []), code]
	return Object.keys(found).length > 0 ? { 'x-codes': found } : {}
}

/** `x-reasons`: the refusals' `details.reason` by status. */
function named(refusals: Refusal[]): { 'x-reasons'?: Record<number, Reason[]> } {
	const found: Record<number, Reason[]> = {}
	for (const { status, reason } of refusals)
		if (reason) found[status] = [...new Set([...(found[status] ?? []), reason])].toSorted()
	return Object.keys(found).length > 0 ? { 'x-reasons': found } : {}
}

/** An operation's reasons, without those that the shared responses name. */
export const reasonsOf = (operation: Operation) => named(refusalsOf(operation).filter((one) => !isShared(one)))

function response(status: string, schema: string): Json {
	const retry = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } }
	const limit = {
		RateLimit: {
			description: 'The limit that is used up, and for how many seconds: `"caller";r=0;t=60`',
			schema: { type: 'string' },
		},
	}
	const help = { Link: { description: 'Where the error is explained (`rel="help"`)', schema: { type: 'string' } } }
	// What comes before the input ignores nothing.
	const ignored = ['401', '413', '422'].includes(status)
		? {}
		: { 'X-Ignored': { $ref: '#/components/headers/X-Ignored' } }
	return {
		description: ERRORS[status],
		headers: {
			...(status === '429' || status === '503' ? retry : {}),
			...(status === '429' ? limit : {}),
			...help,
			...ignored,
		},
		...named(SHARED.filter((one) => String(one.status) === status)),
		content: {
			[schema === 'ScimError' ? 'application/scim+json' : 'application/json']: {
				schema: { $ref: `#/components/schemas/${schema}` },
			},
		},
	}
}
