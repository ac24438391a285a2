/** Texts of an org's entitlements, and of the values that are set for one org. */
export const entitlements = {
	title: 'Entitlements',
	hint: 'What this org can use right now, and where each value comes from.',
	columns: { source: 'Source' },
	unlimited: 'unlimited',
	sources: { override: 'override', plan: 'plan', default: 'default' },
	empty: 'No entitlements',
	usual: 'No plan and no overrides',
	override: (key: string) => `Override ${key} for this org`,
	overrides: {
		title: 'Overrides',
		hint: 'These take precedence over the plan until they expire.',
		columns: { by: 'Set by' },
		empty: 'No overrides',
		empty_hint: 'This org gets what its plan and the platform defaults say.',
		add: 'Add override',
		change: (key: string) => `Edit ${key}`,
		done: (key: string) => `Saved ${key}.`,
		fields: {
			reason_hint: "So your teammates know why it's there.",
			expires_hint: 'Optional. In your time zone.',
		},
		remove: {
			label: (key: string) => `Delete ${key}`,
			title: (key: string, org: string) => `Delete ${key} for ${org}?`,
			body: 'This org goes back to its plan or the platform default right away.',
			done: (key: string) => `Deleted the override of ${key}.`,
		},
	},
	types: { integer: 'Integer', boolean: 'Yes or no', string: 'Text' },
} as const
