import type { Refused } from './codes.ts'

/** The reasons of dry runs, of reverts and of unconfirmed changes. */
export const OF_CHANGES = {
	'audit.dependents': {
		statuses: [409],
		meaning:
			'Something else depends on what this revert would delete, or what it would restore depends on something that was deleted.',
		action: 'Delete what depends on it, or restore what it depends on. Then try again.',
	},
	'audit.moved_on': {
		statuses: [409],
		meaning: 'It was changed again since. `details` has the expected state and the current one.',
		action: 'Revert the later changes first, or make a new change.',
	},
	'audit.not_kept': {
		statuses: [409],
		meaning:
			'No row of the change is kept: it altered none, it is older than 30 days, or the limit `limit.undo_bytes` or `limit.audit_rows_per_day` left no room.',
		action: 'Make a new change.',
	},
	'audit.not_revertible': {
		statuses: [409],
		meaning:
			"Changes of this kind can't be reverted: money, identities, and what was already sent. The message says why.",
		action: 'Do what the message suggests instead.',
	},
	'audit.secret_gone': {
		statuses: [409],
		meaning: 'The replaced secret is no longer kept, or the key that encrypted it is gone.',
		action: 'Set the secret again.',
	},
	'audit.taken': {
		statuses: [409],
		meaning: 'The old value is in use elsewhere now, and must be unique. `details.columns` says which.',
		action: 'Change or delete the other one, then try again.',
	},
	'change.not_confirmable': {
		statuses: [400],
		meaning: "This operation doesn't support `Confirm-Within`.",
		action: 'Leave out the header `Confirm-Within`.',
	},
	'change.over': {
		statuses: [409],
		meaning: 'The change is no longer waiting. `details.status` says how it ended.',
		action: 'If the change was confirmed, revert it.',
	},
	'change.pending': {
		statuses: [409],
		meaning: 'Another change of the same thing is waiting for confirmation.',
		action: "Confirm that change first, or wait until it's rolled back.",
	},
	'change.too_late': {
		statuses: [409],
		meaning: "The time to confirm this change is over. `details.status` says whether it's already rolled back.",
		action: 'Make the change again.',
	},
	'dry_run.cut': {
		statuses: [503],
		meaning: 'The result of the dry run is too long. Nothing was written.',
		action: 'Send a smaller request. The real request would still work.',
	},
	'dry_run.not_offered': {
		statuses: [400],
		meaning:
			'This operation has no dry run: it signs somebody in, changes how they do, only asks a provider, or is one of SCIM. Nothing was done.',
		action: 'To make the change, send the request without `Dry-Run`.',
	},
} as const satisfies Record<string, Refused>

/** The part of `REASONS` that belongs to the configuration document. */
export const CHANGE_REASONS = {
	'configuration.changed': {
		statuses: [409],
		meaning: 'Something the document refers to changed during the apply.',
		action: 'Make a new plan and apply it.',
	},
	'configuration.if_match_required': {
		statuses: [400],
		meaning: "The apply doesn't say which state it was planned from.",
		action: 'Send the `base` of a plan, or the `ETag` of the document, as `If-Match`.',
	},
	'configuration.plan_in_use': {
		statuses: [409],
		meaning: "The plans in `details.plans` have subscriptions, so they can't be deleted.",
		action: 'Keep these plans in the document.',
	},
	'configuration.secret_gone': {
		statuses: [409],
		meaning: 'The secrets in `details.secrets` were replaced and are no longer kept.',
		action: "Apply the revision's document with new values for them.",
	},
	'configuration.too_large': {
		statuses: [409],
		meaning: 'The resulting document is too large to keep as a revision.',
		action: 'Make it smaller, or use single calls instead.',
	},
	'configuration.too_many_deletions': {
		statuses: [409],
		meaning: 'The apply would delete `details.deletions` entries, which needs a confirmation.',
		action: "If that's what you want, repeat the request with `?allow_deletes=` and that number.",
	},
} as const satisfies Record<string, Refused>
