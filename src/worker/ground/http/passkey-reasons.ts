import type { Refused } from './codes.ts'

/** The reasons of passkeys. */
export const OF_PASSKEYS = {
	'auth.invalid_passkey': {
		statuses: [401],
		meaning:
			"The passkey isn't known here, its user is suspended, or it doesn't answer a challenge of the last five minutes, which works once.",
		action: 'Ask for a new challenge at `POST /v1/auth/passkey/options`, or log in with your password.',
	},
	'passkeys.known': {
		statuses: [409],
		meaning: 'This passkey was added before.',
		action: 'Use it, or make another one.',
	},
	'passkeys.too_many': {
		statuses: [409],
		meaning: 'You already have the maximum number of passkeys (20).',
		action: 'Remove one first.',
	},
	'sign_in.last_way': {
		statuses: [409],
		meaning: 'Without it, you might no longer be able to sign in.',
		action:
			'Add another passkey first, or make recovery codes. To remove the last passkey, switch password sign-in on again. An operator first makes a reset token, with which the user chooses a password.',
	},
	'sign_in.no_public_url': {
		statuses: [409],
		meaning:
			"This instance doesn't know its own address, which passkeys are made for. Without it they work on `http://localhost` only.",
		action: 'Ask the operator to set `PUBLIC_URL`, with a host name. Log in with your password meanwhile.',
	},
} as const satisfies Record<string, Refused>
