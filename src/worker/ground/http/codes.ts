/** An entry of the error catalogue: what happened, and what the caller can do. `/docs#errors` shows both. */
export interface Refused {
	/** The statuses of the responses that carry it. */
	statuses: readonly number[]
	meaning: string
	action: string
}

/**
 * The codes that don't follow from the status: why a run may not begin or continue. A route line that gives one names it. The
 * `details.reason` of `run.paused` is what the person who paused wrote, and none of the catalogue.
 */
export const OF_SPENDING = {
	'run.paused': {
		statuses: [403],
		meaning: "The run can't start or continue because `details.subject` is paused. `details.reason` says why.",
		action:
			'Stop the run and report its end. Try again after `details.until`; if it is null, somebody lifts the pause.',
	},
	'budget.exceeded': {
		statuses: [402],
		meaning: 'The run would use more than `remaining` of the budget `details.budget_id`.',
		action:
			'Stop the run and report its end. The budget has room again at `details.resets_at`, or when its limit is raised. `details.budgets` lists all that refuse.',
	},
	'credits.insufficient': {
		statuses: [402],
		meaning:
			"The org's credits don't suffice for what the run needs, `details.needed`. As `details.reason` of a 409: the balance, `details.balance`, is too low for this amount.",
		action: 'Stop the run and report its end, or add credits. Of a 409: add credits, or choose a smaller amount.',
	},
} as const satisfies Record<string, Refused>

/** Every `error` of the envelope `{error, message, trace_id, details}`, with its possible statuses (spec 7). */
export const CODES = {
	'validation.error': {
		statuses: [400, 422],
		meaning: "The request isn't valid. A 422 means that the body isn't a JSON object.",
		action: 'Correct the fields listed in `details.fields`.',
	},
	'auth.unauthorized': {
		statuses: [401],
		meaning: 'The request has no valid access token or API key.',
		action: 'Refresh the access token, or log in again.',
	},
	'auth.forbidden': {
		statuses: [403],
		meaning: "You aren't allowed to do this.",
		action: 'Ask an admin for the permission in `details.permission`.',
	},
	not_found: {
		statuses: [404],
		meaning: "The resource doesn't exist, or you can't see it.",
		action: "Check the ID and the org you're acting in.",
	},
	method_not_allowed: {
		statuses: [405],
		meaning: "This path doesn't support this method.",
		action: 'Use one of the methods in `details.allow`.',
	},
	conflict: {
		statuses: [409],
		meaning: 'The request conflicts with the current state.',
		action: 'Read the resource again, then decide what to do.',
	},
	precondition_failed: {
		statuses: [412],
		meaning: 'The resource changed since you read the tag in `If-Match`.',
		action: 'Read the resource again, and repeat the change with its new `ETag`.',
	},
	payload_too_large: {
		statuses: [413],
		meaning: 'The body has more than `details.limit` bytes.',
		action: 'Send a smaller body, or several requests.',
	},
	rate_limit: {
		statuses: [429],
		meaning: "You've sent too many requests.",
		action: 'Retry after the number of seconds in the `Retry-After` header.',
	},
	internal_error: {
		statuses: [500],
		meaning: 'Something went wrong on our side.',
		action: 'Send us the `trace_id`.',
	},
	upstream_error: {
		statuses: [502],
		meaning: 'A server we called for you failed or gave an unusable response.',
		action: 'Check that server. `details.status` is the status of its response.',
	},
	unavailable: {
		statuses: [503],
		meaning: 'The service is unavailable right now.',
		action:
			'Retry after the number of seconds in the `Retry-After` header. Send a POST with an `Idempotency-Key`, which makes the retry safe.',
	},
	...OF_SPENDING,
} as const satisfies Record<string, Refused>

/** The type of `error` in the envelope. */
export type ErrorCode = keyof typeof CODES

/** A code that a route line names. */
export type SpendingCode = keyof typeof OF_SPENDING
