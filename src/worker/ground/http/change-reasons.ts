import type { Refused } from './codes.ts'

/** The reasons of dry runs, of reverts, of unconfirmed changes and of the configuration document. */
export const OF_CHANGES = {
	'audit.dependents': {
		meaning:
			'Something else depends on what this revert would delete, or what it would restore depends on something that was deleted.',
		action: 'Delete what depends on it, or restore what it depends on. Then try again.',
	},
	'audit.moved_on': {
		meaning: 'This was changed again since.',
		action: 'Revert the later changes first, or make a new change.',
		details: '`details` has the expected state and the current one.',
	},
	'audit.not_kept': {
		meaning:
			'No row of the change is kept: it altered none, it is older than 30 days, its secrets were purged, or the limit `limit.undo_bytes` or `limit.audit_rows_per_day` left no room.',
		action: 'Make a new change.',
	},
	'audit.not_revertible': {
		meaning: "Changes of this kind can't be reverted.",
		action: 'Make a new change instead.',
		details: 'They are of money, of identities, and of what was already sent. The message says why.',
	},
	'audit.secret_gone': {
		meaning: 'The replaced secret is no longer kept, or the key that encrypted it is gone.',
		action: 'Set the secret again.',
	},
	'audit.taken': {
		meaning: 'The old value ({columns}) is in use elsewhere now, and must be unique.',
		action: 'Change or delete the other one, then try again.',
	},
	'change.not_confirmable': {
		statuses: [400],
		meaning: "This operation doesn't support `Confirm-Within`.",
		action: 'Leave the header out.',
	},
	'change.over': {
		meaning: 'The change is no longer waiting for a confirmation ({status}).',
		action: 'If it was confirmed, revert it.',
	},
	'change.pending': {
		meaning: 'Another change of the same thing is waiting for a confirmation.',
		action: "Confirm that one first, or wait until it's rolled back.",
	},
	'change.too_late': {
		meaning: 'The time to confirm this change is over.',
		action: 'Make the change again.',
		details: "`details.status` says whether it's already rolled back.",
	},
	'dry_run.cut': {
		statuses: [503],
		meaning: 'The result of the dry run is too long. Nothing was written.',
		action: 'Send a smaller request. The real request would still work.',
	},
	'dry_run.not_offered': {
		statuses: [400],
		meaning: 'This operation has no dry run. Nothing was done.',
		action: 'To make the change, send the request without `Dry-Run`.',
		details: 'It signs somebody in, changes how they do, only asks a provider, or is one of SCIM.',
	},
	'request.decided': {
		meaning: 'Somebody has already decided this request ({state}).',
		action: 'A grant that nobody has used can be reverted.',
	},
	'request.lapsed': {
		meaning: 'Nobody decided this request in time, it was withdrawn, or who asked is gone.',
		action: 'Ask again.',
	},
	'request.used': {
		meaning: 'The grant has been used, or it has ended, or its run has.',
		action: 'Lower the budget, or pause the runs that it limits.',
	},
	'request.not_one_batch': {
		meaning:
			"The change takes more than one batch, or touches more than 256 KB, so a person couldn't agree to exactly it.",
		action: 'Make it in smaller parts, or have a person make it.',
	},
	'request.refused': {
		meaning: 'The proposed call is refused for the person who grants it, and the request is still open.',
		action: 'Lift what refuses it (`details.response`), or have somebody else grant it.',
	},
	'request.moved_on': {
		meaning: 'What the request asks for has changed since it was shown.',
		action: 'Read it again, and send its `hash` if that is fine too.',
		details: '`details` has the new hash, and what it stands for.',
	},
	'configuration.changed': {
		meaning: 'Something the document refers to changed during the apply.',
		action: 'Make a new plan and apply it.',
	},
	'configuration.if_match_required': {
		statuses: [400],
		meaning: "The apply doesn't say which state it was planned from.",
		action: 'Send the `base` of a plan, or the `ETag` of the document, as `If-Match`.',
	},
	'configuration.plan_in_use': {
		meaning: "Plans that have subscriptions can't be deleted ({plans}).",
		action: 'Keep them in the document.',
	},
	'configuration.secret_gone': {
		meaning: 'Secrets of this revision were replaced and are no longer kept ({secrets}).',
		action: 'Apply its document with new values for them.',
	},
	'configuration.too_large': {
		meaning: 'The resulting document is too large to keep as a revision.',
		action: 'Make it smaller, or make single changes instead.',
	},
	'configuration.too_many_deletions': {
		meaning: 'The apply would delete more entries than it may without saying so.',
		action: 'If that is intended, repeat the request with their number (?allow_deletes={deletions}).',
	},
} as const satisfies Record<string, Refused>
