/** Texts of the configuration entries. */
export const configEntries = {
	hint: 'Platform-wide settings, one text value per dotted key.',
	defaults: { title: 'At their default', hint: 'What no entry sets.' },
	columns: { meaning: 'What it does' },
	secret: 'hidden',
	empty: 'No entries yet',
	empty_hint: 'Entitlement defaults and older tool settings live here.',
	create: {
		action: 'New entry',
		title: 'New config entry',
		taken: 'This key already exists. Edit it instead.',
		done: (key: string) => `Created ${key}.`,
	},
	fields: {
		key: 'Key',
		key_hint: 'Lowercase words with dots. Values of keys that end in _key, secret, token or password stay hidden.',
		value: 'Value',
	},
	edit: {
		title: 'Edit',
		action: 'Save',
		ask: (key: string) => `Change ${key}?`,
		body: 'Takes effect in every org within five seconds.',
		done: (key: string) => `Saved ${key}.`,
	},
	remove: {
		body: 'Anything that reads this entry falls back to its built-in default.',
	},
} as const
