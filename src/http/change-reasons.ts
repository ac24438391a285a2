import type { Refused } from './codes.ts'

/** The reasons of dry runs, of reverts and of changes that wait for their confirmation. */
export const OF_CHANGES = {
	'audit.dependents': {
		statuses: [409],
		meaning: 'Another row needs what the revert would delete, or what it would bring back needs a row that is gone.',
		action: 'Delete the row that depends on it, or bring back the row that it depends on. Then try again.',
	},
	'audit.moved_on': {
		statuses: [409],
		meaning: 'The target is no longer as the change left it. `details` has the expected state and the current one.',
		action: 'Revert the later changes first, or make a new change.',
	},
	'audit.not_kept': {
		statuses: [409],
		meaning:
			'No row of the change is kept: it altered none, it is older than 30 days, or the limit `limit.undo_bytes` left no room.',
		action: 'Make a new change.',
	},
	'audit.not_revertible': {
		statuses: [409],
		meaning: 'Changes of this kind cannot be set back: money, identities, and what has gone out. The message says why.',
		action: 'Make the change that the message names.',
	},
	'audit.secret_gone': {
		statuses: [409],
		meaning: 'The secret that the change replaced is no longer kept, or the key that sealed it is gone.',
		action: 'Set the secret again.',
	},
	'audit.taken': {
		statuses: [409],
		meaning: 'Another row has a value that must be unique, in `details.columns`.',
		action: 'Change or delete that row, then try again.',
	},
	'change.not_confirmable': {
		statuses: [400],
		meaning: 'A change by this operation cannot wait for a confirmation.',
		action: 'Leave out the header `Confirm-Within`.',
	},
	'change.over': {
		statuses: [409],
		meaning: 'The change does not wait any longer. `details.status` says how it has ended.',
		action: 'Revert the change itself, if it was confirmed.',
	},
	'change.pending': {
		statuses: [409],
		meaning: 'Another change of the same target waits for its confirmation.',
		action: 'Confirm that change, or wait until it is set back.',
	},
	'change.too_late': {
		statuses: [409],
		meaning: 'The time to confirm the change is over. `details.status` says whether it is set back already.',
		action: 'Make the change again.',
	},
	'dry_run.cut': {
		statuses: [503],
		meaning: 'The result of the dry run is too long, and the platform cut it. Nothing was written.',
		action: 'Send a smaller request. The real request works nevertheless.',
	},
	'dry_run.not_offered': {
		statuses: [400],
		meaning: 'Signing in and changing a password have no dry run. Nothing was done.',
		action: 'Send the request without `Dry-Run`, if you want its effect.',
	},
} as const satisfies Record<string, Refused>

/** The part of `REASONS` that belongs to the configuration document. */
export const CHANGE_REASONS = {
	'configuration.changed': {
		statuses: [409],
		meaning: 'Something that the document refers to changed during the apply.',
		action: 'Make a new plan and apply it.',
	},
	'configuration.if_match_required': {
		statuses: [400],
		meaning: 'The apply does not say which state it was planned from.',
		action: 'Send the `base` of a plan, or the `ETag` of the document, as `If-Match`.',
	},
	'configuration.plan_in_use': {
		statuses: [409],
		meaning: 'Subscriptions refer to the plans that `details.plans` names, so they cannot be deleted.',
		action: 'Keep these plans in the document.',
	},
	'configuration.secret_gone': {
		statuses: [409],
		meaning: 'The secrets that `details.secrets` names were replaced and are no longer kept.',
		action: 'Apply the document of the revision with new values for them.',
	},
	'configuration.too_large': {
		statuses: [409],
		meaning: 'The document after the apply is too large to be kept as a revision.',
		action: 'Make it smaller, or make the change by single calls.',
	},
	'configuration.too_many_deletions': {
		statuses: [409],
		meaning: 'The apply deletes `details.deletions` entries, more than may go without a confirmation.',
		action: 'Repeat the request with `?allow_deletes=` and that number if you want that.',
	},
} as const satisfies Record<string, Refused>
