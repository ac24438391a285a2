import { AGAIN, type Refused } from './codes.ts'

/** The reasons why a call is refused before its handler runs, those of sessions, and those of the database. */
export const OF_CALLS = {
	'auth.api_key_not_accepted': {
		statuses: [401],
		meaning: "API keys can't call this operation.",
		action: 'Call it with the access token of a user.',
	},
	'auth.api_key_required': {
		statuses: [401],
		meaning: 'This is called with an API key.',
		action:
			'Make one in the console under “API keys”, or with `POST /v1/api-keys`, and send it as `Authorization: Bearer al_…`.',
		details: 'Keys of service accounts do as well. The access token of a person does not.',
	},
	'auth.busy': {
		statuses: [503, 429],
		meaning: 'Too many passwords are being checked right now.',
		action: AGAIN,
		details: 'A 429 means that another password of the same user is being checked.',
	},
	'auth.foreign_origin': {
		statuses: [403],
		meaning: 'The request came from a page of another site.',
		action: 'Sign in on a page of this site, or ask the operator to allow the other origin in `ALLOWED_ORIGINS`.',
	},
	'auth.invalid_credentials': {
		statuses: [401],
		meaning: 'The login or the password is wrong, or the user is suspended.',
		action: 'Check both. A platform admin sees whether the user is suspended, and can make a reset token.',
		details: 'After ten failures in ten minutes, further attempts are blocked for a while.',
	},
	'auth.invalid_refresh_token': {
		statuses: [401],
		meaning: 'The refresh token is unknown or expired, or its session has ended.',
		action: 'Log in again.',
	},
	'auth.no_org': {
		statuses: [403],
		meaning: "The user isn't a member of any org.",
		action: 'Ask an admin of an org for an invitation.',
	},
	'auth.no_refresh_token': {
		statuses: [401],
		meaning: 'The request has no refresh cookie.',
		action: 'Log in again, and send cookies with the request.',
	},
	'key.persons_only': {
		statuses: [403],
		meaning: 'Only a person decides requests, and changes connections and what keys do with their permissions.',
		action: 'Log in, and do it with an access token.',
	},
	'key.read_only': {
		statuses: [403],
		meaning: "The key's mode doesn't let it do this.",
		action: 'Send `Dry-Run: true` to see what it would do, or use a key of mode `act`.',
		details:
			'A key of mode `read` changes, sends and makes nothing. One of mode `propose` proposes what has a dry run and leaves an audit row.',
	},
	'auth.person_required': {
		statuses: [403],
		meaning: 'Only a person who is signed in may do this, no API key and no service account.',
		action: 'Log in, and do it with an access token.',
	},
	'auth.refresh_token_replayed': {
		statuses: [401],
		meaning:
			'The refresh token was already used, more than ten seconds ago. The session was ended, because the token may have been stolen.',
		action: 'Log in again, and always use the newest refresh token.',
	},
	'auth.step_up': {
		statuses: [401],
		meaning: 'This needs a recent confirmation of who calls, and the last one is too old.',
		action: 'Confirm your identity again, then repeat the request.',
		details:
			'It may be ten minutes old for what grants or revokes power, and an hour for what only deletes or makes credits: `max_age` in `WWW-Authenticate`. Answer `details.challenge` at `POST /v1/auth/step-up`, in one of `details.methods`.',
	},
	'auth.too_many_failures': {
		statuses: [429],
		meaning: 'There were too many failed logins within ten minutes.',
		action: AGAIN,
		details: 'Ten are too many for a name, a device or a user, and fifty for an address.',
	},
	'auth.too_many_requests': {
		statuses: [429],
		meaning: 'This request was made too often.',
		action: AGAIN,
		details: 'Its limit counts by the hour, or by ten minutes for logins.',
	},
	'ip.blocked': {
		statuses: [403],
		meaning: "The org's IP rules don't allow this address ({client_address}).",
		action: 'Call from an allowed address, or ask an admin of the org to change the rules.',
		details: '`GET /v1/me` also has `details.orgs`, the other orgs of the person.',
	},
	'risk.rejected': {
		statuses: [403],
		meaning: "The request's risk score ({risk_score}) is at or above the gateway's threshold.",
		action: 'Remove what raises the score, or ask the operator to raise the threshold.',
		details: '`details.risk_reasons` lists what raises it.',
	},
	'idempotency.in_progress': {
		meaning: 'A request with this `Idempotency-Key` is still running.',
		action: 'Try again in a moment.',
	},
	'idempotency.key_reused': {
		meaning: 'This `Idempotency-Key` was already used for a different request.',
		action: 'Use a new key for a new request.',
	},
	'secrets.key_missing': {
		statuses: [503],
		meaning: "A secret that this needs was encrypted under a key that the deployment doesn't have.",
		action: 'Ask the operator to add the key to `SECRETS_KEYS` again, or replace the secret.',
	},
	'database.overloaded': { statuses: [503], meaning: 'The database is overloaded.', action: AGAIN },
	'database.full': {
		statuses: [503],
		meaning: 'The database has reached its maximum size. It takes no writes, but most reads still work.',
		action: 'Ask the operator to make room.',
	},
	'database.timeout': {
		statuses: [503],
		meaning: "The database didn't answer within five seconds. A write may still have happened.",
		action: 'Try again. Use the same `Idempotency-Key` to repeat a POST.',
	},
	'database.unreachable': {
		statuses: [503],
		meaning: 'The connection to the database was lost. A write may still have happened.',
		action: 'Try again. Use the same `Idempotency-Key` to repeat a POST.',
	},
} as const satisfies Record<string, Refused>
