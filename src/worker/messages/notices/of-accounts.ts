import { type Json, type Text, text, type Value } from './text.ts'

// Notices of what happened to somebody's account. Those whose code ends in `_of` go to the people who decide in an org with them.

interface User {
	user: Value
}

/** A notice of security. */
export const security = (name: string, title: string, body: Text) => ({ type: `security.${name}`, title, body })

const ADVICE = 'change your password, and end all sessions'

const reset = (title: string, body: Text) => security('password_reset_made', title, body)

const factorReset = (title: string, body: Text) => security('second_factor_reset', title, body)

export const OF_ACCOUNTS = {
	totp_enabled: () =>
		security(
			'totp_enabled',
			'An authenticator app was added to your account',
			"Logging in takes its code from now on. If that wasn't you, change your password and end all sessions.",
		),
	totp_disabled: () =>
		security(
			'totp_disabled',
			'The authenticator app was removed from your account',
			"Logging in no longer takes its code. If that wasn't you, change your password and end all sessions.",
		),
	passkey_added: () =>
		security(
			'passkey_added',
			'A passkey was added to your account',
			`It can sign you in from now on, and your password alone no longer does. If that wasn't you, remove it, ${ADVICE}.`,
		),
	passkey_removed: () =>
		security('passkey_removed', 'A passkey was removed from your account', `If that wasn't you, ${ADVICE}.`),
	second_factor_failed: () =>
		security(
			'second_factor_failed',
			'Your second factor was answered wrongly five times',
			'Whoever tried knows your password or has one of your sessions. If it was not you, change your password and end your other sessions.',
		),
	second_factor_reset: () =>
		factorReset(
			'An operator removed a second factor',
			'Your password alone signs you in now. Add a second factor again, and make new recovery codes.',
		),
	second_factor_reset_of: ({ user }: User) =>
		factorReset('An operator removed a second factor', text`${user} can sign in with their password alone now.`),
	second_factor_reset_by_deployment: () =>
		factorReset(
			'Somebody with access to the deployment removed a second factor',
			'Your password alone signs you in now. Add a second factor again, and make new recovery codes.',
		),
	password_sign_in_on: () =>
		security('password_sign_in', 'Your password signs you in again', `If that wasn't you, ${ADVICE}.`),
	password_sign_in_off: () =>
		security(
			'password_sign_in',
			'Your password no longer signs you in',
			"Your passkeys do. If that wasn't you, switch password sign-in on again, and end all sessions.",
		),
	password_reset_mailed: () =>
		security(
			'password_reset_mailed',
			'A code that resets your password was mailed',
			"You're the only platform admin, so nobody else could have given you a link. Make somebody else one too, and such codes are no longer mailed.",
		),
	password_reset_made: () =>
		reset(
			'An operator can choose a new password',
			"An operator made a one-time token that resets your password. If you didn't ask for it, ask who did, and change your password.",
		),
	password_reset_made_of: ({ user }: User) =>
		reset(
			'An operator can choose a new password',
			text`${user} can be given a new password: an operator made a one-time token for it.`,
		),
	password_reset_by_deployment: () =>
		reset(
			'Somebody with access to the deployment can choose a new password',
			"Somebody who may deploy this instance made a one-time token that resets your password. If you don't know who, look at who has access to its account.",
		),
	email_changed: () =>
		security(
			'email_changed',
			'Your e-mail address was changed',
			"If that wasn't you, change your password, end all sessions, and set your address again.",
		),
	email_set: () =>
		security(
			'email_changed',
			'An operator changed an e-mail address',
			"An operator set the e-mail address of your account. If you didn't ask for it, ask who did.",
		),
	email_set_of: ({ user }: User) =>
		security(
			'email_changed',
			'An operator changed an e-mail address',
			text`${user} has another e-mail address now: an operator set it.`,
		),
	email_taken: ({ email }: { email: string }) =>
		security(
			'email_taken',
			'Your account no longer has its e-mail address',
			`You had not verified ${email}, and the company that owns its domain says that it is somebody else's. If it is yours, sign in through your company.`,
		),
	api_key_created: ({ name }: { name: string }) =>
		security(
			'api_key_created',
			'An API key was created for your account',
			`The key ${name} can do what its scopes allow until it's deleted, also after you log out. If you didn't create it, delete it, ${ADVICE}.`,
		),
	api_keys_idle: ({ keys }: { keys: Json }) => ({
		type: 'api_keys.idle',
		title: 'Some of your API keys are about to stop working',
		body: text`In a week these stop working, because you made them while signed in through a provider: ${keys}. Sign in through it again and they work on. Programs that run without you are better off with a service account.`,
	}),
} as const
