/** Texts of the first steps on the dashboard. */
export const firstSteps = {
	title: 'Get started',
	progress: (done: number, all: number) => `${done} of ${all} done`,
	done: 'Done',
	hide: 'Hide',
	provider: {
		title: 'Connect an LLM provider',
		text: 'Its key and address stay here, and agents ask Plinth for a model.',
		action: 'Add a provider',
	},
	plan: {
		title: 'Create a plan',
		text: "A plan holds an org's entitlements and its credits for each month.",
		action: 'Create a plan',
	},
	key: {
		title: 'Create an API key',
		text: 'Your agent runtime signs in with it.',
		action: 'Create a key',
	},
	run: {
		title: 'Report the first run',
		text: 'The runtime reports each run to Plinth, and usage, cost and credits follow from that.',
		action: 'See how',
	},
	later: 'No runs yet',
	later_hint: 'After the first run, its usage and cost show up here.',
} as const
