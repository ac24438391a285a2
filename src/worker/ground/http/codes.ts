/**
 * An entry of the error catalogue, in one voice for all who read it: the caller in `message`, a developer in `/docs#errors`, and in
 * the console somebody who looks into another person's request. `{limit}` is a member of the error's `details`. It stands in
 * parentheses, so that the sentence still reads where nobody knows the value.
 */
export interface Refused {
	/** The statuses of the responses that carry it. A reason that says none is a 409's. */
	statuses?: readonly number[]
	/** What happened. */
	meaning: string
	/** What would help. */
	action: string
	/** What only the documentation says, such as what else `details` has. */
	details?: string
}

/** The names of the values in a sentence. */
export type ValueIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
	? Name | ValueIn<Rest>
	: never

export const AGAIN = 'Try again after the number of seconds in `Retry-After`.'

/**
 * The codes that don't follow from the status: why a run may not begin or continue. A route line that gives one names it. The
 * `details.reason` of `run.paused` is what the person who paused wrote, and none of the catalogue.
 */
export const OF_SPENDING = {
	'run.paused': {
		statuses: [403],
		meaning: "The run can't start or continue, because what it belongs to is paused ({subject}).",
		action: 'Stop the run and report its end. Try again when the pause is over.',
		details:
			'`details.reason` says why it was paused, and `details.until` how long. If that is null, somebody lifts the pause.',
	},
	'budget.exceeded': {
		statuses: [402],
		meaning: 'A budget has less left than the run needs ({remaining}).',
		action: 'Stop the run and report its end. The budget has room again when it resets, or when its limit is raised.',
		details:
			'`details.budget_id` is the one that has least left, and `details.resets_at` when it resets. `details.budgets` lists all that refuse. `details.request` is what `ask` opened; if that is null, `details.no_request` has the limit that left no room for it.',
	},
	'credits.insufficient': {
		statuses: [402],
		meaning: "The org's credits don't suffice for what the run needs ({needed}).",
		action: 'Stop the run and report its end, or add credits.',
	},
} as const satisfies Record<string, Refused>

/** Every `error` of the envelope `{error, message, trace_id, details}`, with its possible statuses (spec 7). */
export const CODES = {
	'validation.error': {
		statuses: [400, 422],
		meaning: "The request isn't valid.",
		action: 'Correct the fields that the response names.',
		details: '`details.fields` lists them, each with its `path`. A 422 means that the body is no JSON object.',
	},
	'auth.unauthorized': {
		statuses: [401],
		meaning: 'The request has no valid access token or API key.',
		action: 'Refresh the access token, or log in again.',
	},
	'auth.forbidden': {
		statuses: [403],
		meaning: "The caller isn't allowed to do this.",
		action: 'Ask an admin for the permission ({permission}).',
		details: '`details.reason` says why, if it is no permission that is missing.',
	},
	not_found: {
		statuses: [404],
		meaning: "The resource doesn't exist, or the caller can't see it.",
		action: 'Check the ID, and the org that the caller acts in.',
	},
	method_not_allowed: {
		statuses: [405],
		meaning: "This path doesn't support this method.",
		action: 'Use another one ({allow}).',
	},
	conflict: {
		statuses: [409],
		meaning: 'The request conflicts with the current state.',
		action: 'Read the resource again, then decide what to do.',
		details: '`details.reason` says how.',
	},
	precondition_failed: {
		statuses: [412],
		meaning: 'The resource changed since the tag in `If-Match` was read.',
		action: 'Read it again, and repeat the change with its new `ETag`.',
	},
	payload_too_large: {
		statuses: [413],
		meaning: 'The body is larger than it may be ({limit} bytes).',
		action: 'Send a smaller body, or several requests.',
	},
	rate_limit: { statuses: [429], meaning: 'There were too many requests.', action: AGAIN },
	internal_error: {
		statuses: [500],
		meaning: 'Plinth failed: an error that nobody expected.',
		action: 'Report the trace ID. The logs of the Worker have the cause under it.',
	},
	upstream_error: {
		statuses: [502],
		meaning: 'Another server that Plinth called failed or gave an unusable response.',
		action: 'Check that server.',
		details: '`details.reason` says what went wrong, and `details.status` is the status of its response.',
	},
	unavailable: {
		statuses: [503],
		meaning: "Something that this needs isn't available right now.",
		action: AGAIN,
		details: 'Send a POST with an `Idempotency-Key`, which makes the retry safe.',
	},
	...OF_SPENDING,
} as const satisfies Record<string, Refused>

/** The type of `error` in the envelope. */
export type ErrorCode = keyof typeof CODES

/** A code that a route line names. */
export type SpendingCode = keyof typeof OF_SPENDING
