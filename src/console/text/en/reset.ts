/** Texts of resetting a password. */
export const reset = {
	request: {
		title: 'Reset your password',
		hint: "If your account has an email address, we'll send you a code that's valid for one hour.",
		submit: 'Send code',
		have: 'I have a code',
	},
	confirm: {
		title: 'Choose a new password',
		hint: "Enter the code from the email, or the one an admin gave you. You'll be signed out everywhere.",
		code: 'Code',
		password: 'New password',
		password_hint: '8 to 72 characters, with at least one letter and one digit.',
		keys: 'Delete my API keys too',
		keys_hint: 'If someone else may have used your account. Programs that use the keys stop working.',
		submit: 'Change password',
		done: 'Password changed. Sign in with your new password.',
	},
} as const
