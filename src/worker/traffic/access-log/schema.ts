import * as z from 'zod'
import { doc } from '#doc'
import { RISKS, UA_TYPES } from '../../context.ts'
import { named, queryInteger, queryNumber, timestamp } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { formatAddress } from '../../ground/networks/cidr.ts'
import { addressInput } from '../../ground/networks/input.ts'
import { IDENTITY_TYPES, STATUS_CLASSES } from './entry.ts'
import { LOG_ID } from './recent/ids.ts'

const LOG_EXAMPLE = 'log_01JD6Z5W3T9V7K2M4N8P0Q1R2S'

export const AccessLogEntry = named('AccessLogEntry', {
	id: z.string().meta(doc({ example: LOG_EXAMPLE })),
	timestamp: timestamp(),
	trace_id: z.string().meta(doc({ example: '4bf92f3577b34da6a3ce929d0e0e4736' })),
	method: z.string().meta(doc({ example: 'GET' })),
	path: z
		.string()
		.meta(doc({ example: '/v1/plans', description: 'Without the query string. At most 1,024 characters.' })),
	status_code: z.int().meta(doc({ example: 200 })),
	duration_ms: z.int().meta(doc({ example: 12 })),
	client_ip: z
		.string()
		.meta(doc({ example: '203.0.113.7', description: "`unknown` if the gateway couldn't read it." })),
	country: z
		.nullable(z.string())
		.meta(doc({ example: 'DE', description: 'ISO 3166 alpha-2, or `T1` for Tor. Null when unknown.' })),
	city: z.nullable(z.string()).meta(doc({ example: 'Berlin' })),
	user_agent: z.string().meta(doc({ example: 'curl/8.14.1', description: 'At most 512 characters.' })),
	ua_type: z.enum(UA_TYPES),
	risk_score: z.number().meta(doc({ example: 0.1, description: 'From 0 to 1.' })),
	risk_reasons: z.array(z.enum(RISKS)).meta(doc({ example: ['anonymous'] })),
	identity_type: z.enum(IDENTITY_TYPES),
	org_id: z.nullable(z.string()).meta(doc({ example: 'org_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
	user_id: z.nullable(z.string()).meta(doc({ example: 'usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
	service_account_id: z.nullable(z.string()).meta(doc({ example: null })),
	error: z
		.nullable(z.string())
		.meta(doc({ example: 'auth.forbidden', description: 'The code of the error. Null for a success.' })),
	reason: z.nullable(z.string()).meta(doc({ example: null, description: '`details.reason` of the error.' })),
	decided_by: z.nullable(z.string()).meta(
		doc({
			example: 'permission:data.secrets',
			description:
				'What decided it, as `kind:id`: `permission:…`, `role:owner`, `ip_rule:ipr_…` (or `ip_rules:org_…` if no rule allows the address), `gateway:risk_reject_threshold`, `rate_limit:…`, `limit:…`, `budget:bud_…`, `credits:org_…`, `pause:<scope>:<subject>`. Null if nothing did that somebody can grant, raise or lift.',
		}),
	),
	is_console_read: z.boolean().meta(
		doc({
			example: false,
			description:
				'Whether the console read it for one of its pages: a GET by somebody who is signed in, or a refresh of their session, that succeeded and was sent with `X-Client: console`.',
		}),
	),
	username: z.nullable(z.string()).meta(doc({ example: 'ada', description: 'The current name of the user.' })),
})

export const AccessLogPage = named('AccessLogPage', {
	data: z.array(AccessLogEntry).meta(doc({ description: 'Newest first.' })),
	has_more: z.boolean(),
	next_before: z.nullable(z.string()).meta(doc({ example: LOG_EXAMPLE, description: 'Null on the last page.' })),
})

const owner = () => z.string().regex(/^[\w-]{1,64}$/, must.id)

const logId = () => z.string().regex(LOG_ID, must.log_id).optional()

/** The filters of every reader. An entry must pass all of them. */
export const FacetQuery = z.object({
	method: z
		.string()
		.regex(/^[A-Za-z]{1,16}$/, must.http_method)
		.toUpperCase()
		.optional()
		.meta(doc({ example: 'GET' })),
	path: z
		.string()
		.max(1_024)
		.regex(/^\P{Cc}*$/u, must.without_controls)
		.transform((path) => (path.startsWith('/') ? path : `/${path}`))
		.optional()
		.meta(doc({ description: 'The beginning of the path, with or without its first slash.', example: '/v1/admin' })),
	ip: z.optional(addressInput().transform(formatAddress)).meta(doc({ example: '203.0.113.7' })),
	country: z
		.string()
		.regex(/^[A-Za-z][A-Za-z\d]$/, must.country)
		.toUpperCase()
		.optional()
		.meta(doc({ example: 'DE' })),
	risk_min: z.optional(queryNumber(0, 1)).meta(doc({ description: 'The lowest `risk_score`.', example: 0.3 })),
	ua_type: z.enum(UA_TYPES).optional(),
	trace_id: z
		.string()
		.regex(/^[\da-f]{32}$/i, must.hex_32)
		.toLowerCase()
		.optional()
		.meta(doc({ example: '4bf92f3577b34da6a3ce929d0e0e4736' })),
	status_code: z.optional(queryInteger(100, 599)).meta(doc({ example: 403 })),
	status_class: z.optional(z.enum(STATUS_CLASSES)).meta(doc({ description: 'The first digit of the status.' })),
	org_id: z.optional(owner()).meta(doc({ example: 'org_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
	user_id: owner()
		.optional()
		.meta(doc({ description: 'Of a user, or of a service account.', example: 'usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
	error: z
		.optional(z.string().regex(/^[a-z_.]{1,64}$/, must.error_code))
		.meta(doc({ description: 'The code of the error.', example: 'auth.forbidden' })),
	reason: z
		.optional(z.string().regex(/^[\w.]{1,64}$/, must.error_reason))
		.meta(doc({ description: '`details.reason` of the error.', example: 'ip.blocked' })),
	decided_by: z
		.optional(z.string().regex(/^[\w.:/@+-]{1,64}$/, must.kind_and_id))
		.meta(doc({ description: 'What decided the error.', example: 'permission:data.secrets' })),
	is_console_read: z
		.optional(z.enum(['true', 'false']).transform((text) => text === 'true'))
		.meta(doc({ description: '`false` leaves out what the console read for its own pages.', example: 'false' })),
})

export type LogFilters = z.infer<typeof FacetQuery>

/** The filters of a page and of the tail. */
export const LogFilterQuery = FacetQuery.extend({
	since: logId().meta(doc({ description: 'Return entries after this one, newest first.' })),
})

const facet = (example: string) =>
	z.array(
		z.object({
			value: z.nullable(z.string()).meta(doc({ example, description: 'Null when unknown.' })),
			count: z.int().meta(doc({ example: 42 })),
		}),
	)

export const AccessLogFacets = named('AccessLogFacets', {
	entry_count: z.int().meta(doc({ description: 'Entries of the recent log that pass the filters.', example: 50_000 })),
	oldest_at: timestamp()
		.nullable()
		.meta(doc({ description: 'The time of the oldest of these entries. Null if there are none.' })),
	status_classes: facet('2xx'),
	paths: facet('/v1/plans').meta(doc({ description: 'The first two segments of paths: the 20 most frequent.' })),
	countries: facet('DE'),
	ua_types: facet('browser'),
	errors: facet('auth.forbidden').meta(doc({ description: 'Codes of errors. Successes are left out.' })),
	reasons: facet('ip.blocked').meta(doc({ description: 'Reasons of errors: the 20 most frequent.' })),
	decided_by: facet('permission:data.secrets').meta(
		doc({ description: 'What decided the errors: the 20 most frequent.' }),
	),
	minutes: z
		.array(z.object({ minute: timestamp(), count: z.int().meta(doc({ example: 42 })) }))
		.meta(doc({ description: 'The last 60 minutes, oldest first.' })),
})

export const AccessLogQuery = LogFilterQuery.extend({
	limit: queryInteger(1, 200)
		.default(50)
		.meta(doc({ description: 'The maximum number of entries on the page.', default: 50 })),
	before: logId().meta(
		doc({ description: 'Return entries before this one. Send `next_before` of the previous page.' }),
	),
})
