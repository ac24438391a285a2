import { CHANGE_REASONS, OF_CHANGES } from './change-reasons.ts'
import type { Explained } from './codes.ts'
import { OF_OUTBOUND } from './outbound-reasons.ts'

/**
 * Every `details.reason` that an answer of this API can carry. A reason that is missing here does not compile. Callers
 * branch on the names, so a name never changes.
 */
export const REASONS = {
	...OF_CHANGES,
	...OF_OUTBOUND,
	'auth.api_key_not_accepted': {
		meaning: 'API keys cannot call this operation.',
		action: 'Call it with the access token of a user.',
	},
	'auth.busy': {
		meaning: 'Too many passwords wait to be checked at the same time.',
		action: 'Wait for as many seconds as `Retry-After` says.',
	},
	'auth.foreign_origin': {
		meaning: 'A page of another site sent the request.',
		action: 'Sign in on our own pages. The operator can admit an origin in `ALLOWED_ORIGINS`.',
	},
	'auth.invalid_credentials': {
		meaning: 'The login and the password do not match, or the user is suspended.',
		action: 'Check both. Ten failures in ten minutes block further tries for a while.',
	},
	'auth.invalid_refresh_token': {
		meaning: 'The refresh token is unknown or has expired, or its login has ended.',
		action: 'Log in again.',
	},
	'auth.no_org': {
		meaning: 'You are a member of no org.',
		action: 'Ask an admin to add you to an org.',
	},
	'auth.no_refresh_token': {
		meaning: 'The request carries no refresh cookie.',
		action: 'Log in again, and send cookies with the request.',
	},
	'auth.refresh_token_replayed': {
		meaning:
			'The refresh token was used more than ten seconds ago, or its successor was used. The login has ended, because the token may have been stolen.',
		action: 'Log in again. Keep the newest refresh token only.',
	},
	'auth.too_many_failures': {
		meaning: 'Ten logins have failed within ten minutes, for this user or from this address.',
		action: 'Wait for as many seconds as `Retry-After` says.',
	},
	'auth.too_many_requests': {
		meaning: 'This address or this account has made as many requests of this kind as an hour may have.',
		action: 'Wait for as many seconds as `Retry-After` says.',
	},
	'ip.blocked': {
		meaning: 'The IP rules of the org do not admit your address.',
		action: 'Call from an admitted address, or ask an admin of the org to change the rules.',
	},
	'ip_rules.self_lockout': {
		meaning: 'After this change the rules would not admit your own address, `details.client_address`.',
		action: 'Repeat the request with `?confirm=true` if you want that.',
	},
	'ip_rules.too_many': {
		meaning: 'The org has as many IP rules as it may have.',
		action: 'Delete a rule, or combine several networks into one.',
	},
	'risk.rejected': {
		meaning: 'The risk of the request, `details.risk_score`, reaches the threshold of the gateway.',
		action: 'Remove what `details.risk_reasons` lists, or ask the operator to raise the threshold.',
	},
	'idempotency.in_progress': {
		meaning: 'The first request with this `Idempotency-Key` is still running.',
		action: 'Repeat the request after a moment.',
	},
	'idempotency.key_reused': {
		meaning: 'This `Idempotency-Key` was first used with another body or query.',
		action: 'Use a new key for a new request.',
	},
	'database.overloaded': {
		meaning: 'The database has too much to do.',
		action: 'Wait for as many seconds as `Retry-After` says.',
	},
	'database.timeout': {
		meaning: 'The database did not answer within five seconds. A write may have happened nevertheless.',
		action: 'Repeat the request. Repeat a POST under the same `Idempotency-Key`.',
	},
	'database.unreachable': {
		meaning: 'The connection to the database was lost. A write may have happened nevertheless.',
		action: 'Repeat the request. Repeat a POST under the same `Idempotency-Key`.',
	},
	'backups.no_bucket': {
		meaning: 'The deployment has no bucket.',
		action: 'Ask the operator to bind one. The operating guide says how.',
	},
	'backups.running': {
		meaning: 'A backup runs already.',
		action: 'Wait until it has ended.',
	},
	'runs.no_bucket': {
		meaning: 'Old runs are in a bucket, and the deployment has none any more.',
		action: 'Ask the operator to bind the bucket again. Narrow a list to newer runs with `from` meanwhile.',
	},
	'users.email_verified': {
		meaning: 'Your e-mail address is verified already.',
		action: 'There is nothing to do.',
	},
	'users.last_platform_admin': {
		meaning: 'The platform must keep one active platform admin.',
		action: 'Make another user a platform admin first.',
	},
	'users.no_email': {
		meaning: 'You have no e-mail address.',
		action: 'Ask a platform admin to set one.',
	},
	'users.self': {
		meaning: 'You cannot suspend or delete yourself.',
		action: 'Ask another platform admin.',
	},
	'api_keys.not_a_member': {
		meaning: 'You act in an org that you do not belong to. An API key lives no longer than a membership.',
		action: 'Switch to one of your own orgs, or join this one first.',
	},
	'orgs.last_owner': {
		meaning: 'An org that has an owner must keep one.',
		action: 'Make another member an owner first.',
	},
	'plans.subscribed': {
		meaning: 'A subscription refers to the plan, an active one or one that has ended.',
		action: 'Keep the plan. Change its display name if nobody should choose it any more.',
	},
	'invite_codes.owner_inactive': {
		meaning: 'The owner of the invite code is suspended or deleted.',
		action: 'Activate the user first. The code of a deleted user stays inactive.',
	},
	'invite_codes.reset_cooldown': {
		meaning: 'You have reset your invite code within the last 24 hours.',
		action: 'Wait for as many seconds as `Retry-After` says.',
	},
	'invite_codes.try_again': {
		meaning: 'No unused invite code was found at the first try.',
		action: 'Repeat the request.',
	},
	'redemption_codes.already_redeemed': {
		meaning: 'Your org has redeemed this code before.',
		action: 'Use another code.',
	},
	'redemption_codes.changed': {
		meaning: 'The code changed while you redeemed it.',
		action: 'Repeat the request.',
	},
	'redemption_codes.exhausted': {
		meaning: 'The code has been redeemed as often as it may be.',
		action: 'Use another code.',
	},
	'redemption_codes.expired': {
		meaning: 'The code has expired.',
		action: 'Use another code.',
	},
	'redemption_codes.inactive': {
		meaning: 'The code is switched off.',
		action: 'Ask the person who gave you the code.',
	},
	...CHANGE_REASONS,
	'credits.insufficient': {
		meaning: 'The balance, `details.balance`, does not cover the amount.',
		action: 'Add credits, or take a smaller amount.',
	},
	'credits.overflow': {
		meaning: 'The balance would exceed 2^53 - 1 credits.',
		action: 'Add a smaller amount.',
	},
	'limit.reached': {
		meaning: 'The org has as many of these as the entitlement `details.key` allows: `details.limit`.',
		action: 'Delete what you do not need, or ask the operator for a higher limit.',
	},
	'runs.not_queued': {
		meaning: 'The queue of run reports does not take any now.',
		action: 'Send the reports again, or without `Prefer: respond-async`. A repeat is harmless.',
	},
	'runs.other_org': {
		meaning: 'A run of another org has this `run_id`.',
		action: 'Choose another `run_id`. Run ids are unique on the whole platform.',
	},
	'subscription.expired': {
		meaning: 'The period of the subscription has ended.',
		action: 'There is nothing to cancel. Create a subscription to go on.',
	},
	'tool.not_configured': {
		meaning: 'No provider of this tool group is both active and configured. `details.skipped` says which were skipped.',
		action: 'Store what is missing there, or activate another provider.',
	},
	'routing.model_not_found': {
		meaning: 'No active model matches the selector or the context.',
		action: 'Check the selector, or make one model the default.',
	},
	'webhook_endpoints.changed': {
		meaning: 'The secrets of the endpoint changed at the same time.',
		action: 'Repeat the request.',
	},
	'webhook_endpoints.disabled': {
		meaning: 'The endpoint is disabled, so nothing is sent to it.',
		action: 'Enable the endpoint first.',
	},
	'webhook_endpoints.too_many': {
		meaning: 'The org has as many endpoints as it may have.',
		action: 'Delete an endpoint first.',
	},
	'email.not_configured': {
		meaning: 'No sender or no SMTP server is configured.',
		action: 'Set `from` and `smtp_host` in the e-mail settings.',
	},
	'access_log.archive_unavailable': {
		meaning: 'Analytics Engine, which holds the older entries, does not answer.',
		action: 'Wait for as many seconds as `Retry-After` says.',
	},
	'access_log.unavailable': {
		meaning: 'The log of recent requests does not answer.',
		action: 'Wait for as many seconds as `Retry-After` says.',
	},
} as const satisfies Record<string, Explained>

/** What `details.reason` may be. */
export type Reason = keyof typeof REASONS

/** `details` of an error. */
export interface Details {
	reason?: Reason
	[member: string]: unknown
}
