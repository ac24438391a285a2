/** Texts of the configuration entries. */
export const configEntries = {
	title: 'Configuration entries',
	hint: 'Plain settings of the platform, one text for each dotted key.',
	columns: { key: 'Key', value: 'Value', actions: 'Actions' },
	secret: 'set, never shown',
	empty: 'No entries',
	empty_hint: 'Defaults of entitlements and older tool settings stand here.',
	create: {
		action: 'New entry',
		title: 'New configuration entry',
		taken: 'This entry exists. Change it instead.',
		done: (key: string) => `${key} is set`,
	},
	fields: {
		key: 'Key',
		key_hint: 'Lower-case words with dots. A key that ends in _key, secret, token or password is never shown.',
		value: 'Value',
	},
	edit: {
		title: 'Change it',
		action: 'Set',
		ask: (key: string) => `Set ${key}?`,
		body: 'It takes effect within five seconds, in every org.',
		done: (key: string) => `${key} is set`,
	},
	remove: {
		action: 'Delete',
		label: (key: string) => `Delete ${key}`,
		title: (key: string) => `Delete ${key}?`,
		body: 'What reads it falls back to its own default.',
		done: (key: string) => `${key} is deleted`,
	},
} as const
