import { OF_CALLS } from './call-reasons.ts'
import { CHANGE_REASONS, OF_CHANGES } from './change-reasons.ts'
import type { Refused } from './codes.ts'
import { OF_OUTBOUND } from './outbound-reasons.ts'

/**
 * Every `details.reason` that an answer of this API can carry. A reason that is missing here does not compile. Callers
 * branch on the names, so a name never changes.
 */
export const REASONS = {
	...OF_CHANGES,
	...OF_OUTBOUND,
	...OF_CALLS,
	'ip_rules.self_lockout': {
		statuses: [409],
		meaning: 'After this change the rules would not admit your own address, `details.client_address`.',
		action: 'Repeat the request with `?confirm=true` if you want that.',
	},
	'ip_rules.too_many': {
		statuses: [409],
		meaning: 'The org has as many IP rules as it may have.',
		action: 'Delete a rule, or combine several networks into one.',
	},
	'backups.no_bucket': {
		statuses: [409],
		meaning: 'The deployment has no bucket.',
		action: 'Ask the operator to bind one. The operating guide says how.',
	},
	'backups.running': {
		statuses: [409],
		meaning: 'A backup runs already.',
		action: 'Wait until it has ended.',
	},
	'runs.no_bucket': {
		statuses: [503],
		meaning: 'Old runs are in a bucket, and the deployment has none any more.',
		action: 'Ask the operator to bind the bucket again. Narrow a list to newer runs with `from` meanwhile.',
	},
	'users.email_verified': {
		statuses: [409],
		meaning: 'Your e-mail address is verified already.',
		action: 'There is nothing to do.',
	},
	'users.last_platform_admin': {
		statuses: [409],
		meaning: 'The platform must keep one active platform admin.',
		action: 'Make another user a platform admin first.',
	},
	'users.no_email': {
		statuses: [409],
		meaning: 'You have no e-mail address.',
		action: 'Ask a platform admin to set one.',
	},
	'users.self': {
		statuses: [409],
		meaning: 'You cannot suspend or delete yourself.',
		action: 'Ask another platform admin.',
	},
	'api_keys.not_a_member': {
		statuses: [409],
		meaning: 'You act in an org that you do not belong to. An API key lives no longer than a membership.',
		action: 'Switch to one of your own orgs, or join this one first.',
	},
	'orgs.last_owner': {
		statuses: [409],
		meaning: 'An org that has an owner must keep one.',
		action: 'Make another member an owner first.',
	},
	'plans.subscribed': {
		statuses: [409],
		meaning: 'A subscription refers to the plan, an active one or one that has ended.',
		action: 'Keep the plan. Change its display name if nobody should choose it any more.',
	},
	'invite_codes.owner_inactive': {
		statuses: [409],
		meaning: 'The owner of the invite code is suspended or deleted.',
		action: 'Activate the user first. The code of a deleted user stays inactive.',
	},
	'invite_codes.reset_cooldown': {
		statuses: [429],
		meaning: 'You have reset your invite code within the last 24 hours.',
		action: 'Wait for as many seconds as `Retry-After` says.',
	},
	'invite_codes.try_again': {
		statuses: [503],
		meaning: 'No unused invite code was found at the first try.',
		action: 'Repeat the request.',
	},
	'redemption_codes.already_redeemed': {
		statuses: [409],
		meaning: 'Your org has redeemed this code before.',
		action: 'Use another code.',
	},
	'redemption_codes.changed': {
		statuses: [409],
		meaning: 'The code changed while you redeemed it.',
		action: 'Repeat the request.',
	},
	'redemption_codes.exhausted': {
		statuses: [409],
		meaning: 'The code has been redeemed as often as it may be.',
		action: 'Use another code.',
	},
	'redemption_codes.expired': {
		statuses: [409],
		meaning: 'The code has expired.',
		action: 'Use another code.',
	},
	'redemption_codes.inactive': {
		statuses: [409],
		meaning: 'The code is switched off.',
		action: 'Ask the person who gave you the code.',
	},
	...CHANGE_REASONS,
	'credits.insufficient': {
		statuses: [409],
		meaning: 'The balance, `details.balance`, does not cover the amount.',
		action: 'Add credits, or take a smaller amount.',
	},
	'credits.overflow': {
		statuses: [409],
		meaning: 'The balance would exceed 2^53 - 1 credits.',
		action: 'Add a smaller amount.',
	},
	'limit.reached': {
		statuses: [409],
		meaning: 'The org has as many of these as the entitlement `details.key` allows: `details.limit`.',
		action: 'Delete what you do not need, or ask the operator for a higher limit.',
	},
	'runs.not_queued': {
		statuses: [503],
		meaning: 'The queue of run reports does not take any now.',
		action: 'Send the reports again, or without `Prefer: respond-async`. A repeat is harmless.',
	},
	'runs.other_org': {
		statuses: [409],
		meaning: 'A run of another org has this `run_id`.',
		action: 'Choose another `run_id`. Run ids are unique on the whole platform.',
	},
	'subscription.expired': {
		statuses: [409],
		meaning: 'The period of the subscription has ended.',
		action: 'There is nothing to cancel. Create a subscription to go on.',
	},
	'tool.not_configured': {
		statuses: [409],
		meaning: 'No provider of this tool group is both active and configured. `details.skipped` says which were skipped.',
		action: 'Store what is missing there, or activate another provider.',
	},
	'routing.model_not_found': {
		statuses: [404],
		meaning: 'No active model matches the selector or the context.',
		action: 'Check the selector, or make one model the default.',
	},
	'webhook_endpoints.changed': {
		statuses: [409],
		meaning: 'The secrets of the endpoint changed at the same time.',
		action: 'Repeat the request.',
	},
	'webhook_endpoints.disabled': {
		statuses: [409],
		meaning: 'The endpoint is disabled, so nothing is sent to it.',
		action: 'Enable the endpoint first.',
	},
	'webhook_endpoints.too_many': {
		statuses: [409],
		meaning: 'The org has as many endpoints as it may have.',
		action: 'Delete an endpoint first.',
	},
	'email.not_configured': {
		statuses: [409],
		meaning: 'No sender or no SMTP server is configured.',
		action: 'Set `from` and `smtp_host` in the e-mail settings.',
	},
	'access_log.archive_unavailable': {
		statuses: [503],
		meaning: 'Analytics Engine, which holds the older entries, does not answer.',
		action: 'Wait for as many seconds as `Retry-After` says.',
	},
	'access_log.unavailable': {
		statuses: [503],
		meaning: 'The log of recent requests does not answer.',
		action: 'Wait for as many seconds as `Retry-After` says.',
	},
} as const satisfies Record<string, Refused>

/** What `details.reason` may be. */
export type Reason = keyof typeof REASONS

/** The reasons that come with a status. Only these compile where an error of that status is made. */
export type ReasonOf<Status extends number> = {
	[Name in Reason]: Status extends (typeof REASONS)[Name]['statuses'][number] ? Name : never
}[Reason]

/** `details` of an error. */
export interface Details<Name extends Reason = Reason> {
	reason?: Name
	[member: string]: unknown
}

/** A refusal of an operation. One without a reason has its status alone: the 404 of a missing row, the 409 of a taken name. */
export interface Refusal {
	status: number
	reason?: Reason
}

/** What a route line says of a refusal. The catalogue knows the status of a reason; of several it is the first. */
export type Refuses = Reason | number | Refusal
