import type { Refused } from './codes.ts'

/** The reasons why a call is refused before its handler runs, those of signing in, and those of the database. */
export const OF_CALLS = {
	'auth.api_key_not_accepted': {
		statuses: [401],
		meaning: "API keys can't call this operation.",
		action: 'Call it with the access token of a user.',
	},
	'auth.busy': {
		statuses: [503, 429],
		meaning: 'Too many passwords are being checked right now (503), or another one of yours (429).',
		action: 'Retry after the number of seconds in the `Retry-After` header.',
	},
	'auth.foreign_origin': {
		statuses: [403],
		meaning: 'The request came from a page of another site.',
		action: 'Sign in on our own pages. The operator can allow an origin in `ALLOWED_ORIGINS`.',
	},
	'auth.invalid_credentials': {
		statuses: [401],
		meaning: 'The login or the password is wrong, or the user is suspended.',
		action: 'Check both. After ten failures in ten minutes, further attempts are blocked for a while.',
	},
	'auth.invalid_refresh_token': {
		statuses: [401],
		meaning: 'The refresh token is unknown or expired, or its session ended.',
		action: 'Log in again.',
	},
	'auth.no_org': {
		statuses: [403],
		meaning: "You aren't a member of any org.",
		action: 'Ask an admin to add you to an org.',
	},
	'auth.no_refresh_token': {
		statuses: [401],
		meaning: 'The request has no refresh cookie.',
		action: 'Log in again, and send cookies with the request.',
	},
	'auth.person_required': {
		statuses: [403],
		meaning: 'Only a person who is signed in may do this, no API key and no service account.',
		action: 'Log in, and do it with your access token.',
	},
	'auth.refresh_token_replayed': {
		statuses: [401],
		meaning:
			'This refresh token was already used, more than ten seconds ago. The session was ended, because the token may have been stolen.',
		action: 'Log in again, and always use the newest refresh token.',
	},
	'auth.step_up': {
		statuses: [401],
		meaning:
			'You last confirmed your identity too long ago: ten minutes for what grants or revokes power, an hour for what only deletes or makes credits. `details.methods` lists how you can, and `max_age` in `WWW-Authenticate` says how old a confirmation may be.',
		action: 'Answer `details.challenge` at `POST /v1/auth/step-up`, and repeat the request.',
	},
	'auth.too_many_failures': {
		statuses: [429],
		meaning:
			'Too many failed logins within ten minutes: ten for this name, device or user, or fifty from this address.',
		action: 'Retry after the number of seconds in the `Retry-After` header.',
	},
	'auth.too_many_requests': {
		statuses: [429],
		meaning: "You've reached the limit for this request, by the hour or for logins by ten minutes.",
		action: 'Retry after the number of seconds in the `Retry-After` header.',
	},
	'ip.blocked': {
		statuses: [403],
		meaning: "The org's IP rules don't allow your address.",
		action: 'Call from an allowed address, or ask an admin of the org to change the rules.',
	},
	'risk.rejected': {
		statuses: [403],
		meaning: "The request's risk score, `details.risk_score`, is at or above the gateway's threshold.",
		action: 'Fix what `details.risk_reasons` lists, or ask the operator to raise the threshold.',
	},
	'idempotency.in_progress': {
		statuses: [409],
		meaning: 'A request with this `Idempotency-Key` is still running.',
		action: 'Retry in a moment.',
	},
	'idempotency.key_reused': {
		statuses: [409],
		meaning: 'This `Idempotency-Key` was already used for a different request.',
		action: 'Use a new key for a new request.',
	},
	'secrets.key_missing': {
		statuses: [503],
		meaning: "The secret that this call needs was encrypted under a key that the deployment doesn't have.",
		action: 'Ask the operator to add the key to `SECRETS_KEYS` again, or replace the secret.',
	},
	'database.overloaded': {
		statuses: [503],
		meaning: 'The database is overloaded.',
		action: 'Retry after the number of seconds in the `Retry-After` header.',
	},
	'database.full': {
		statuses: [503],
		meaning: 'The database has reached its maximum size. It takes no writes, but most reads still work.',
		action: 'Ask the operator to make room. Retry after the number of seconds in the `Retry-After` header.',
	},
	'database.timeout': {
		statuses: [503],
		meaning: "The database didn't answer within five seconds. A write may still have happened.",
		action: 'Retry. Use the same `Idempotency-Key` to retry a POST.',
	},
	'database.unreachable': {
		statuses: [503],
		meaning: 'The connection to the database was lost. A write may still have happened.',
		action: 'Retry. Use the same `Idempotency-Key` to retry a POST.',
	},
} as const satisfies Record<string, Refused>
