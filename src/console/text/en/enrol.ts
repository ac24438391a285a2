/** Texts of adding the second factor that an account needs. */
export const enrol = {
	title: 'Add a second factor',
	hint: 'Your account needs one before you can sign in. It takes a minute.',
	passkey: 'Add a passkey',
	passkey_name: 'Passkey',
	use_app: 'Use an authenticator app',
	app: 'Authenticator app',
	app_hint: 'Add this key to your app, and enter the code that it shows. The next step asks for the code after it.',
	open: 'Open it in an app on this device',
	submit: 'Add it and sign in',
} as const
