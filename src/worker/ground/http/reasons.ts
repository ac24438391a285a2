import { OF_CALLS } from './call-reasons.ts'
import { CHANGE_REASONS, OF_CHANGES } from './change-reasons.ts'
import type { Refused, SpendingCode } from './codes.ts'
import { OF_FACTORS } from './factor-reasons.ts'
import { OF_INVITATIONS } from './invitation-reasons.ts'
import { OF_OIDC } from './oidc-reasons.ts'
import { OF_OUTBOUND } from './outbound-reasons.ts'
import { OF_PASSKEYS } from './passkey-reasons.ts'
import { OF_PEOPLE } from './people-reasons.ts'

/**
 * Every `details.reason` that a response of this API can carry. A reason that's missing here doesn't compile. Callers branch
 * on the names, so a name never changes.
 */
export const REASONS = {
	...OF_CHANGES,
	...OF_OUTBOUND,
	...OF_CALLS,
	...OF_PASSKEYS,
	...OF_OIDC,
	...OF_PEOPLE,
	...OF_FACTORS,
	...OF_INVITATIONS,
	'ip_rules.self_lockout': {
		statuses: [409],
		meaning: 'This change would lock out your own address, `details.client_address`.',
		action: "If that's what you want, repeat the request with `?confirm=true`.",
	},
	'ip_rules.too_many': {
		statuses: [409],
		meaning: 'This org already has the maximum number of IP rules (1,000).',
		action: 'Delete a rule, or combine several networks into one.',
	},
	'backups.no_bucket': {
		statuses: [409],
		meaning: 'This deployment has no storage bucket.',
		action: 'Ask the operator to bind one, as the operating guide describes.',
	},
	'backups.running': {
		statuses: [409],
		meaning: 'A backup is already running.',
		action: "Wait until it's finished.",
	},
	'archive.unavailable': {
		statuses: [503],
		meaning: "The bucket that holds older runs isn't answering.",
		action: 'Retry after the number of seconds in the `Retry-After` header, or use `from` to list newer runs only.',
	},
	'runs.no_bucket': {
		statuses: [503],
		meaning: 'Older runs are archived in a storage bucket that is no longer configured.',
		action: 'Ask the operator to bind the bucket again. Until then, use `from` to list newer runs only.',
	},
	'pauses.too_many': {
		statuses: [409],
		meaning: 'This org already has the maximum number of pauses (1,000).',
		action: 'Lift a pause, or pause something wider.',
	},
	'model.not_entitled': {
		statuses: [403],
		meaning:
			"The selector names a model of the platform that your org doesn't get: it needs the entitlement `details.entitlement`.",
		action: 'Choose a plan that has it, or another model of `GET /v1/llm-providers/effective`.',
	},
	'budgets.of_platform': {
		statuses: [403],
		meaning: 'The platform made this budget.',
		action: 'Ask a platform admin, or make a budget of your own.',
	},
	'plans.subscribed': {
		statuses: [409],
		meaning: 'The plan has subscriptions, active or ended.',
		action: 'Keep the plan. If nobody should choose it from now on, say so in its display name.',
	},
	'invite_codes.owner_inactive': {
		statuses: [409],
		meaning: "The invite code's owner is suspended or deleted.",
		action: "Activate the user first. A deleted user's code stays inactive.",
	},
	'invite_codes.reset_cooldown': {
		statuses: [429],
		meaning: 'You already reset your invite code in the last 24 hours.',
		action: 'Retry at `details.retry_at`. `Retry-After` has it in seconds.',
	},
	'invite_codes.try_again': {
		statuses: [503],
		meaning: 'The generated invite code was already taken.',
		action: 'Repeat the request.',
	},
	'redemption_codes.already_redeemed': {
		statuses: [409],
		meaning: 'Your org already redeemed this code.',
		action: 'Use another code.',
	},
	'redemption_codes.changed': {
		statuses: [409],
		meaning: 'The code changed while you were redeeming it.',
		action: 'Repeat the request.',
	},
	'redemption_codes.exhausted': {
		statuses: [409],
		meaning: 'The code has no uses left.',
		action: 'Use another code.',
	},
	'redemption_codes.expired': {
		statuses: [409],
		meaning: 'The code is expired.',
		action: 'Use another code.',
	},
	'redemption_codes.inactive': {
		statuses: [409],
		meaning: 'The code is deactivated.',
		action: 'Ask the person who gave you the code.',
	},
	...CHANGE_REASONS,
	'credits.insufficient': {
		statuses: [409],
		meaning: 'The balance, `details.balance`, is too low for this amount.',
		action: 'Add credits, or choose a smaller amount.',
	},
	'credits.overflow': {
		statuses: [409],
		meaning: 'The balance would be more than 2^53 - 1 credits, the largest number that JSON carries exactly.',
		action: 'Choose a smaller amount.',
	},
	'limit.reached': {
		statuses: [409],
		meaning:
			'The org, or the user for `limit.orgs`, has reached the limit `details.limit`. The entitlement `details.key` sets it; null if no entitlement does.',
		action: "Delete what you don't need, or ask the operator for a higher limit if `details.key` names one.",
	},
	'name.taken': {
		statuses: [409],
		meaning: 'Something else has this name, key or value already. `details.field` is the field that must be different.',
		action: 'Choose another value for that field, or change or delete the one that has it.',
	},
	'model.unpriced': {
		statuses: [409],
		meaning: 'The model that was resolved has no price, and the configuration entry `billing.unpriced` refuses those.',
		action: 'Set a price of the model, or choose another one.',
	},
	'run.ended': {
		statuses: [409],
		meaning: 'The run has ended, so it can neither start nor continue.',
		action: 'Start a new run under a different `run_id`.',
	},
	'run.not_begun': {
		statuses: [409],
		meaning: 'The run was only reported. It never started, so it has no hold.',
		action: 'Start it first, with the same `run_id`.',
	},
	'runtime.no_encryption_key': {
		statuses: [409],
		meaning:
			'The service account has no encryption key, not the one that `kid` names, or several and `kid` is missing; or the caller is no service account. `details.kids` lists the keys that there are.',
		action: 'Ask with a key of a service account, add the public key of your runtime to it, and send its `kid`.',
	},
	'runtime.private_key': {
		statuses: [400],
		meaning: 'This private key has been sent over the network. Plinth kept nothing of it.',
		action: 'Make a new pair, and send its public half only.',
	},
	'runtime.too_large': {
		statuses: [409],
		meaning: 'The response would be larger than 4 MB.',
		action: 'Ask for less: name the MCP servers that you need in `ids`.',
	},
	'runs.not_queued': {
		statuses: [503],
		meaning: "The queue of run reports isn't accepting messages right now.",
		action: 'Send the reports again, or send them without `Prefer: respond-async`. Sending a report twice is harmless.',
	},
	'runs.other_org': {
		statuses: [409],
		meaning: 'A run of another org already has this `run_id`. `details.runs` names the reports by path and `run_id`.',
		action: 'Choose another `run_id`. Run IDs are unique across the platform.',
	},
	'subscription.expired': {
		statuses: [409],
		meaning: "The subscription's period is over.",
		action: 'To continue, create a new subscription.',
	},
	'subscription.cancelled': {
		statuses: [409],
		meaning: "The subscription is cancelled, so it can't be changed.",
		action: 'Create a new subscription.',
	},
	'subscriptions.overlap': {
		statuses: [409],
		meaning:
			'The period overlaps another active subscription of the org: `details.subscription_id`, with the period in `details`.',
		action: 'Choose a period that begins when the other one ends, or cancel or shorten the other one.',
	},
	'tool.not_configured': {
		statuses: [409],
		meaning:
			'No active provider of this tool group is fully configured. `details.skipped` lists those that were skipped.',
		action: "Add what's missing there, or activate another provider.",
	},
	'routing.model_not_found': {
		statuses: [404],
		meaning: 'No active model matches the selector or the context.',
		action: 'Check the selector, or make one model the default.',
	},
	'webhook_endpoints.changed': {
		statuses: [409],
		meaning: "The endpoint's secrets were changed by another request at the same time.",
		action: 'Repeat the request.',
	},
	'webhook_endpoints.disabled': {
		statuses: [409],
		meaning: 'The endpoint is disabled, so it receives nothing.',
		action: 'Enable the endpoint first.',
	},
	'webhook_endpoints.too_many': {
		statuses: [409],
		meaning: 'This org already has the maximum number of webhook endpoints.',
		action: 'Delete an endpoint first.',
	},
	'email.not_configured': {
		statuses: [409],
		meaning: 'No sender or no SMTP server is configured.',
		action: 'Set `from` and `smtp_host` in the e-mail settings.',
	},
	'access_log.archive_unavailable': {
		statuses: [503],
		meaning: "Analytics Engine, which holds the older entries, isn't answering.",
		action: 'Retry after the number of seconds in the `Retry-After` header.',
	},
	'access_log.unavailable': {
		statuses: [503],
		meaning: "The log of recent requests isn't answering.",
		action: 'Retry after the number of seconds in the `Retry-After` header.',
	},
} as const satisfies Record<string, Refused>

/** The type of `details.reason`. */
export type Reason = keyof typeof REASONS

/** The reasons that can have a status. Where an error of that status is made, only these compile. */
export type ReasonOf<Status extends number> = {
	[Name in Reason]: Status extends (typeof REASONS)[Name]['statuses'][number] ? Name : never
}[Reason]

/** `details` of an error. */
export interface Details<Name extends Reason = Reason> {
	reason?: Name
	[member: string]: unknown
}

/** A refusal of an operation. One without a reason is just its status, such as the 404 of a missing row. */
export interface Refusal {
	status: number
	reason?: Reason
	/** Only one that doesn't follow from the status. */
	code?: SpendingCode
}

/** The statuses that may stand alone. A 409 always has a reason. */
type Plain = 400 | 401 | 403 | 404 | 412 | 413 | 422 | 429 | 500

/** How a route line declares a refusal. The catalogue knows the status of a reason; if it has several, the first counts. */
export type Refuses = Reason | Plain | Refusal
