/** Texts of what people left who no longer decide. */
export const leftBehind = {
	title: 'Left behind',
	hint: 'Made or confirmed by people or service accounts that left or lost the right to it, or in a sign-in through a connection that waits.',
	hint_of_person: 'Made or confirmed by this person, who left since or lost the role for it.',
	columns: { what: 'What', by: 'By', next: 'What to do' },
	kinds: {
		oidc_connection: 'OpenID connection',
		scim_token: 'SCIM token',
		service_account_key: 'Key of a service account',
		encryption_key: 'Encryption key of a service account',
		invitation: 'Invitation',
	},
	next: {
		oidc_connection: 'Confirm or delete it',
		scim_token: 'Make a new token',
		service_account_key: 'Rotate or revoke it',
		encryption_key: 'Remove it, and add it again',
		invitation: 'Send it again, or withdraw it',
	},
	empty: 'Nothing left behind',
	empty_hint: 'Connections, SCIM tokens and keys of people who leave show up here.',
} as const
