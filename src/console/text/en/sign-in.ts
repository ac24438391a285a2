/** Texts of signing in. */
export const signIn = {
	title: 'Sign in to Plinth',
	login: 'Login or e-mail address',
	password: 'Password',
	submit: 'Sign in',
	forgot: 'Forgot your password?',
	back: 'Back to signing in',
	request: {
		title: 'Reset your password',
		hint: 'If the account has an e-mail address, it gets a code that works for an hour.',
		submit: 'Send the code',
		have: 'I have a code',
	},
	confirm: {
		title: 'Choose a new password',
		hint: 'Enter the code from the mail, or from an admin. All your logins end.',
		code: 'Code',
		password: 'New password',
		password_hint: '8 to 72 characters, with a letter and a digit.',
		submit: 'Change the password',
		done: 'Your password is changed. Sign in with it now.',
	},
} as const
