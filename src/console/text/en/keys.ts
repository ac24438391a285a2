/** Texts of the API keys. */
export const apiKeys = {
	title: 'API keys',
	hint: 'Programs use a key to act as you in one org. A key can never do more than you can.',
	columns: {
		name: 'Name',
		org: 'Org',
		scopes: 'Permissions',
		used: 'Last used',
		expires: 'Expires',
		actions: 'Actions',
	},
	no_scopes: 'basic access',
	expired: 'expired',
	never: 'never',
	empty: 'No API keys yet',
	empty_hint: 'Create one for a program that calls Plinth on your behalf, such as a nightly import.',
	create: {
		action: 'New key',
		title: (org: string) => `New API key for ${org}`,
		name: 'Name',
		name_hint: 'What will use it, such as Nightly import.',
		scopes: 'Permissions',
		scopes_hint:
			'With none selected, the key can do what any signed-in user can. If you lose a permission, so does the key.',
		expires_at: 'Expires',
		days: (days: number) => `in ${days} days`,
		year: 'in one year',
	},
	scopes: {
		platform_admin: 'Do everything a platform admin can',
		'data.secrets': "Change the org's provider keys and other secrets",
		'org.settings': "Change the org's settings",
		'runtime.report': 'Report runs, like the agent runtime',
	},
	created: {
		title: (name: string) => `Save your key for ${name}`,
		hint: "Copy it now. You won't be able to see it again, because Plinth only stores a hash.",
		key: 'Key',
		use: 'Send it as',
		done: "I've copied it",
	},
	remove: {
		action: 'Revoke',
		label: (name: string) => `Revoke ${name}`,
		title: (name: string) => `Revoke ${name}?`,
		body: "Programs that use this key stop working right away. A revoked key can't be restored.",
		done: (name: string) => `Revoked ${name}.`,
	},
} as const

/** Texts of the keys that seal secrets. */
export const secretKeys = {
	title: 'Encryption keys',
	hint: 'The keys in SECRETS_KEYS encrypt provider keys, tokens and passwords. New secrets use the current key.',
	columns: { key: 'Key', state: 'Status', secrets: 'Secrets' },
	current: 'current',
	older: 'older',
	unknown: 'not in SECRETS_KEYS',
	empty: 'No secrets yet',
	empty_hint: 'Store a secret, and the key that encrypts it shows up here.',
	figures: {
		sealed: 'Encrypted secrets',
		sealed_hint: 'including any replaced in the last 30 days',
		waiting: 'Under older keys',
		waiting_hint: 're-encrypting 200 per table per minute',
		waiting_none: 'all secrets use the current key',
		lost: "Can't be decrypted",
		lost_hint: 'put their key back into SECRETS_KEYS',
		lost_none: 'all secrets can be decrypted',
	},
	job: {
		title: 'Re-encryption',
		last: 'Last run',
		result: 'Result',
		ok: 'succeeded',
		running: 'running',
		none: "The job hasn't run yet.",
	},
	rotate: {
		title: 'Rotate the key',
		steps: [
			'Add a new key at the front of SECRETS_KEYS, and deploy.',
			'Wait until no secret uses an older key. You can watch it on this page.',
			'Remove the older key from SECRETS_KEYS, and deploy again.',
		],
	},
} as const
