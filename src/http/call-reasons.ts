import type { Refused } from './codes.ts'

/** The reasons with which a call is refused before its handler runs, those of signing in, and those of the database. */
export const OF_CALLS = {
	'auth.api_key_not_accepted': {
		statuses: [401],
		meaning: 'API keys cannot call this operation.',
		action: 'Call it with the access token of a user.',
	},
	'auth.busy': {
		statuses: [503],
		meaning: 'Too many passwords wait to be checked at the same time.',
		action: 'Wait for as many seconds as `Retry-After` says.',
	},
	'auth.foreign_origin': {
		statuses: [403],
		meaning: 'A page of another site sent the request.',
		action: 'Sign in on our own pages. The operator can admit an origin in `ALLOWED_ORIGINS`.',
	},
	'auth.invalid_credentials': {
		statuses: [401],
		meaning: 'The login and the password do not match, or the user is suspended.',
		action: 'Check both. Ten failures in ten minutes block further tries for a while.',
	},
	'auth.invalid_refresh_token': {
		statuses: [401],
		meaning: 'The refresh token is unknown or has expired, or its login has ended.',
		action: 'Log in again.',
	},
	'auth.no_org': {
		statuses: [403],
		meaning: 'You are a member of no org.',
		action: 'Ask an admin to add you to an org.',
	},
	'auth.no_refresh_token': {
		statuses: [401],
		meaning: 'The request carries no refresh cookie.',
		action: 'Log in again, and send cookies with the request.',
	},
	'auth.refresh_token_replayed': {
		statuses: [401],
		meaning:
			'The refresh token was used more than ten seconds ago, or its successor was used. The login has ended, because the token may have been stolen.',
		action: 'Log in again. Keep the newest refresh token only.',
	},
	'auth.too_many_failures': {
		statuses: [429],
		meaning: 'Ten logins have failed within ten minutes, for this user or from this address.',
		action: 'Wait for as many seconds as `Retry-After` says.',
	},
	'auth.too_many_requests': {
		statuses: [429],
		meaning: 'This address or this account has made as many requests of this kind as an hour may have.',
		action: 'Wait for as many seconds as `Retry-After` says.',
	},
	'ip.blocked': {
		statuses: [403],
		meaning: 'The IP rules of the org do not admit your address.',
		action: 'Call from an admitted address, or ask an admin of the org to change the rules.',
	},
	'risk.rejected': {
		statuses: [403],
		meaning: 'The risk of the request, `details.risk_score`, reaches the threshold of the gateway.',
		action: 'Remove what `details.risk_reasons` lists, or ask the operator to raise the threshold.',
	},
	'idempotency.in_progress': {
		statuses: [409],
		meaning: 'The first request with this `Idempotency-Key` is still running.',
		action: 'Repeat the request after a moment.',
	},
	'idempotency.key_reused': {
		statuses: [409],
		meaning: 'This `Idempotency-Key` was first used with another body or query.',
		action: 'Use a new key for a new request.',
	},
	'database.overloaded': {
		statuses: [503],
		meaning: 'The database has too much to do.',
		action: 'Wait for as many seconds as `Retry-After` says.',
	},
	'database.timeout': {
		statuses: [503],
		meaning: 'The database did not answer within five seconds. A write may have happened nevertheless.',
		action: 'Repeat the request. Repeat a POST under the same `Idempotency-Key`.',
	},
	'database.unreachable': {
		statuses: [503],
		meaning: 'The connection to the database was lost. A write may have happened nevertheless.',
		action: 'Repeat the request. Repeat a POST under the same `Idempotency-Key`.',
	},
} as const satisfies Record<string, Refused>
