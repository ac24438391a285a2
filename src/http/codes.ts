/** An entry of the catalogue of errors: what happened, and what the caller can do. `/docs#errors` shows both. */
export interface Refused {
	/** The statuses of its responses. */
	statuses: readonly number[]
	meaning: string
	action: string
}

/** Every `error` of the envelope `{error, message, trace_id, details}`, with the statuses it comes with (spec 7). */
export const CODES = {
	'validation.error': {
		statuses: [400, 422],
		meaning: 'The request is not valid. With 422 the body is not a JSON object.',
		action: 'Correct the fields that `details.fields` names.',
	},
	'auth.unauthorized': {
		statuses: [401],
		meaning: 'The request carries no valid access token or API key.',
		action: 'Refresh the access token, or log in again.',
	},
	'auth.forbidden': {
		statuses: [403],
		meaning: 'You may not do this.',
		action: 'Ask an admin for the permission that `details.permission` names.',
	},
	not_found: {
		statuses: [404],
		meaning: 'The resource does not exist, or you may not see it.',
		action: 'Check the id and the org you act in.',
	},
	method_not_allowed: {
		statuses: [405],
		meaning: 'The path does not take this method.',
		action: 'Use a method that `details.allow` lists.',
	},
	conflict: {
		statuses: [409],
		meaning: 'The request conflicts with the current state.',
		action: 'Read the resource again, then decide.',
	},
	precondition_failed: {
		statuses: [412],
		meaning: 'The resource has changed since you read the tag in `If-Match`.',
		action: 'Read the resource again and repeat the change with its new `ETag`.',
	},
	payload_too_large: {
		statuses: [413],
		meaning: 'The body has more than `details.limit` bytes.',
		action: 'Send a smaller body, or several requests.',
	},
	rate_limit: {
		statuses: [429],
		meaning: 'You have sent too many requests.',
		action: 'Wait for as many seconds as `Retry-After` says.',
	},
	internal_error: {
		statuses: [500],
		meaning: 'Something went wrong on our side.',
		action: 'Report the `trace_id`.',
	},
	upstream_error: {
		statuses: [502],
		meaning: 'A server that we called for you did not answer as it should.',
		action: 'Check that server. `details.status` is the status of its answer.',
	},
	unavailable: {
		statuses: [503],
		meaning: 'The service cannot answer right now.',
		action:
			'Wait for as many seconds as `Retry-After` says, then repeat the request. Send a POST with an `Idempotency-Key`.',
	},
} as const satisfies Record<string, Refused>

/** What `error` of the envelope may be. */
export type ErrorCode = keyof typeof CODES
