/** Texts of an org's entitlements, and of the values that are set for one org. */
export const entitlements = {
	title: 'Entitlements',
	hint: 'What this org can use right now, and where each value comes from.',
	columns: { source: 'Source' },
	unlimited: 'Unlimited',
	sources: { override: 'override', plan: 'plan', default: 'default' },
	empty: 'No entitlements',
	usual: 'No plan and no overrides',
	override: (name: string) => `Override ${name} for this org`,
	overrides: {
		title: 'Overrides',
		hint: 'These take precedence over the plan until they expire.',
		columns: { by: 'Set by' },
		empty: 'No overrides',
		empty_hint: 'This org gets what its plan and the platform defaults say.',
		add: 'Add override',
		change: (name: string) => `Edit the override of ${name}`,
		done: (name: string) => `Saved the override of ${name}.`,
		fields: {
			reason_hint: "So your teammates know why it's there.",
			expires_hint: 'Optional. In your time zone.',
		},
		remove: {
			label: (name: string) => `Delete the override of ${name}`,
			title: (name: string, org: string) => `Delete the override of ${name} for ${org}?`,
			body: 'This org goes back to its plan or the platform default right away.',
			done: (name: string) => `Deleted the override of ${name}.`,
		},
	},
	types: { integer: 'Integer', boolean: 'Yes or no', string: 'Text' },
} as const
