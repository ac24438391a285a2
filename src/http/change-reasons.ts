import type { Explained } from './codes.ts'

/** The part of `REASONS` that belongs to the configuration document. */
export const CHANGE_REASONS = {
	'configuration.changed': {
		meaning: 'Something that the document refers to changed during the apply.',
		action: 'Make a new plan and apply it.',
	},
	'configuration.if_match_required': {
		meaning: 'The apply does not say which state it was planned from.',
		action: 'Send the `base` of a plan, or the `ETag` of the document, as `If-Match`.',
	},
	'configuration.plan_in_use': {
		meaning: 'Subscriptions refer to the plans that `details.plans` names, so they cannot be deleted.',
		action: 'Keep these plans in the document.',
	},
	'configuration.secret_gone': {
		meaning: 'The secrets that `details.secrets` names were replaced and are no longer kept.',
		action: 'Apply the document of the revision with new values for them.',
	},
	'configuration.too_large': {
		meaning: 'The document after the apply is too large to be kept as a revision.',
		action: 'Make it smaller, or make the change by single calls.',
	},
	'configuration.too_many_deletions': {
		meaning: 'The apply deletes `details.deletions` entries, more than may go without a confirmation.',
		action: 'Repeat the request with `?allow_deletes=` and that number if you want that.',
	},
} as const satisfies Record<string, Explained>
