import type { Refused } from './codes.ts'

/** The reasons of second factors. */
export const OF_FACTORS = {
	'auth.second_factor': {
		statuses: [401],
		meaning:
			'The password is right, and the account has a second factor. `details.methods` lists how you can confirm it.',
		action: 'Answer `details.challenge` at `POST /v1/auth/second-factor`, within five minutes.',
	},
	'auth.second_factor_required': {
		statuses: [401, 403],
		meaning: 'The account needs a second factor and has none, or this sign-in used none.',
		action:
			'Log in with the password, and with the factor if you have one. With `details.enrolment_token` as a bearer token, add a passkey at `POST /v1/me/passkeys` or an authenticator app at `PUT /v1/me/totp`. Then log in again.',
	},
	'sign_in.untried': {
		statuses: [409],
		meaning: 'Stricter sign-in rules must be made on trial, because they can lock everybody out.',
		action: 'Send `Confirm-Within`, and confirm the change once you have seen that people still get in.',
	},
	'second_factor.not_tried': {
		statuses: [409],
		meaning: 'You can confirm that a second factor is required only after you have signed in or stepped up with one.',
		action: 'Sign in with your second factor in another window, and confirm then.',
	},
	'totp.enabled': {
		statuses: [409],
		meaning: 'You already have an authenticator app.',
		action: 'Remove it first.',
	},
	'totp.not_requested': {
		statuses: [409],
		meaning: 'You have no authenticator app, or no new key has waited for its code in the last ten minutes.',
		action: 'Request a key at `POST /v1/me/totp/options`.',
	},
	'recovery_codes.no_factor': {
		statuses: [409],
		meaning: 'Recovery codes stand in for a second factor, and you have none.',
		action: 'Add a passkey or an authenticator app first.',
	},
} as const satisfies Record<string, Refused>
