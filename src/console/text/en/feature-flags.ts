/** Texts of the feature flags. */
export const featureFlags = {
	hint: 'Turn features of your agents on or off, for everyone or for single orgs.',
	columns: { key: 'Flag' },
	on: 'on',
	off: 'off',
	empty: 'No feature flags yet',
	empty_hint: 'Create one, then evaluate it in your agent runtime.',
	create: {
		action: 'New flag',
		title: 'New feature flag',
		key_hint: "Lowercase words with dots, such as research.deep_mode. You can't change it later.",
		value: 'On by default',
		done: (key: string) => `Created ${key}.`,
	},
	turn: {
		action: (on: boolean) => (on ? 'Turn on' : 'Turn off'),
		title: (key: string, on: boolean) => `Turn ${key} ${on ? 'on' : 'off'} for everyone?`,
		body: 'Takes effect within five seconds in every org that has no override.',
		done: (key: string, on: boolean) => `Turned ${key} ${on ? 'on' : 'off'}.`,
	},
	remove: {
		body: 'This also deletes its overrides. Code that still evaluates this flag gets a 404.',
	},
	overrides: {
		title: 'Org overrides',
		hint: 'Orgs with their own value.',
		empty: 'No overrides',
		empty_hint: 'Every org gets the default.',
		add: 'Add override',
		value_label: 'On for this org',
		done: 'Override saved.',
		flip: (on: boolean) => (on ? 'Turn on' : 'Turn off'),
		remove: (org: string) => `Delete the override for ${org}`,
		removed: 'Override deleted.',
	},
} as const
