/** Texts of signing in. */
export const signIn = {
	title: 'Sign in to Plinth',
	login: 'Login or email address',
	password: 'Password',
	submit: 'Sign in',
	forgot: 'Forgot your password?',
	register: 'Create an account',
	back: 'Back to sign-in',
	ended: {
		title: 'Your session has ended',
		hint: "Sign in again to continue here. What you typed is kept, and what you sent is sent again if you're the same person.",
		otherwise: 'Reset your password or sign in another way, in a new tab',
		leave: 'Sign out',
		waiting: (forms: string) => `Nothing was sent. What was typed is kept until you open this again: ${forms}.`,
	},
	proof: {
		title: 'Confirm it’s you',
		hint: 'This is a sensitive action, and you last confirmed your identity some time ago.',
		submit: 'Continue',
		leave: 'Cancel',
	},
} as const
