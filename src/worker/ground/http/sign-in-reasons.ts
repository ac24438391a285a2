import type { Refused } from './codes.ts'

/** The reasons of second factors and of passkeys. */
export const OF_SIGN_IN = {
	'auth.second_factor': {
		statuses: [401],
		meaning: 'The password is right, and the account has a second factor.',
		action: 'Use it to log in.',
		details:
			'Answer `details.challenge` at `POST /v1/auth/second-factor` within five minutes, in one of `details.methods`.',
	},
	'auth.second_factor_required': {
		statuses: [401, 403],
		meaning: 'This needs a second factor: the account has none, or this sign-in used none.',
		action: 'Add one if there is none, and log in with it.',
		details:
			'With `details.enrolment_token` as a bearer token, add a passkey at `POST /v1/me/passkeys` or an authenticator app at `PUT /v1/me/totp`.',
	},
	'sign_in.untried': {
		meaning: 'Stricter sign-in rules must be made on trial, because they can lock everybody out.',
		action: "Send `Confirm-Within`, and confirm the change while people still get in. A revert can't.",
	},
	'second_factor.not_tried': {
		meaning: 'Nobody can confirm that a second factor is required before they signed in or stepped up with one.',
		action: 'Sign in with one in another window, then confirm.',
	},
	'totp.enabled': { meaning: 'The account already has an authenticator app.', action: 'Remove it first.' },
	'totp.not_requested': {
		meaning: 'The account has no authenticator app, or no new key has waited for its code in the last ten minutes.',
		action: 'Request a key at `POST /v1/me/totp/options`.',
	},
	'recovery_codes.no_factor': {
		meaning: 'Recovery codes stand in for a second factor, and the account has none.',
		action: 'Add a passkey or an authenticator app first.',
	},
	'auth.invalid_passkey': {
		statuses: [401],
		meaning:
			"The passkey isn't known here, its user is suspended, or it doesn't answer a challenge of the last five minutes, which works once.",
		action: 'Try again with a new challenge, or log in with the password.',
		details: '`POST /v1/auth/passkey/options` makes one.',
	},
	'passkeys.known': { meaning: 'This passkey was added before.', action: 'Use it, or make another one.' },
	'passkeys.too_many': {
		meaning: 'The account already has the maximum number of passkeys ({limit}).',
		action: 'Remove one first.',
	},
	'sign_in.last_way': {
		meaning: 'Without this, nobody might be able to sign in to the account.',
		action: 'Add another passkey or recovery codes first, or switch password sign-in on again.',
		details: 'An operator first makes a reset token, with which the user chooses a password.',
	},
	'sign_in.no_public_url': {
		meaning: 'Passkeys are made for a host name, and this deployment has none.',
		action: 'Ask the operator to set `PUBLIC_URL`. Log in with the password meanwhile.',
		details: 'Without it they work on `http://localhost` only.',
	},
} as const satisfies Record<string, Refused>
