/** Texts of second factors and of other ways in. */
export const factors = {
	title: 'One more step',
	hint: 'Your account has a second factor.',
	passkey: { hint: 'Your browser asks for your fingerprint, face, PIN or security key.', submit: 'Use your passkey' },
	totp: { label: 'Code', hint: 'Six digits from your authenticator app.' },
	recovery_code: { label: 'Recovery code', hint: 'One of those you saved. Each works once.' },
	instead: {
		passkey: 'Use a passkey instead',
		totp: 'Use your authenticator app instead',
		recovery_code: 'Use a recovery code instead',
	},
	required: 'Continue with your provider',
	none: "This browser can't use passkeys. Sign in with another one.",
	by_passkey: 'Use a passkey',
	with: (name: string) => `Continue with ${name}`,
	again: 'Sign in again',
	again_hint: 'You signed in through a provider. Sign in there again, and repeat what you were doing.',
	refused: {
		'oidc.inactive':
			'This account is suspended, or your company’s directory says that you left. Ask your administrator.',
		'oidc.linked': 'That identity already belongs to another account.',
		'oidc.no_account':
			'No account belongs to that identity. Sign in another way, and add the provider to your account.',
		'oidc.no_role': 'The provider knows you, but you have no role in the org. Ask one of its owners.',
		'oidc.provider': "The provider refused, or its answer can't be trusted. Try again, or ask your administrator.",
		'oidc.required': 'You have to sign in through another provider there.',
		'oidc.unknown_sign_in': 'That sign-in was already used or took too long. Start again.',
	},
} as const
