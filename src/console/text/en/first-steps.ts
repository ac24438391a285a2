/** Texts of the first steps on the dashboard. */
export const firstSteps = {
	title: 'Get started',
	progress: (done: number, all: number) => `${done} of ${all} done`,
	done: 'Done',
	hide: 'Hide',
	what: 'What you want to do',
	purposes: {
		run: 'Run agents',
		sell: 'Sell credits',
		stop: 'Stop agents',
		models: 'Set up tools and models',
		guard: 'Guard an org',
	},
	operations: 'Operations',
	steps: {
		provider: {
			title: 'Connect an LLM provider',
			text: 'Its key and address stay here, and agents ask Plinth for a model.',
			action: 'Add a provider',
		},
		account: {
			title: 'Create a service account',
			text: 'Your agent runtime signs in with its key, and may do nothing else with it.',
			action: 'Create an account',
		},
		run: {
			title: 'Report the first run',
			text: 'The runtime reports each run to Plinth, and usage, cost and credits follow from that. This ticks once Plinth has seen one.',
			action: 'See how',
		},
		budget: {
			title: 'Set a budget',
			text: 'It refuses runs beyond a limit. First see what it would have refused.',
			action: 'Set a budget',
		},
		plan: {
			title: 'Create a plan',
			text: "A plan holds an org's entitlements and its credits for each month.",
			action: 'Create a plan',
		},
		subscription: {
			title: 'Subscribe an org',
			text: 'Its credits are granted at once, and each month from then on.',
			action: 'Subscribe an org',
		},
		codes: {
			title: 'Hand out credits',
			text: 'An org redeems a code for credits, or you adjust its balance.',
			action: 'Create codes',
		},
		told: {
			title: 'Get told when a budget is used up',
			text: 'A webhook endpoint receives an event when a budget nears its limit, and when it refuses.',
			action: 'Add an endpoint',
		},
		pause: {
			title: 'Pause something once',
			text: 'A pause refuses the runs of an agent, a model, a user or an org until you lift it. Know the button before you need it.',
			action: 'Open pauses',
		},
		tool: {
			title: 'Activate a tool provider',
			text: 'Agents of all orgs use it to search and fetch the web.',
			action: 'Choose a provider',
		},
		mcp: {
			title: 'Connect an MCP server',
			text: 'Plinth tries it, and agents get its address and secrets.',
			action: 'Add a server',
		},
		owner: {
			title: 'Invite a second person',
			text: 'An org with one owner is locked once that person is away.',
			action: 'Invite a person',
		},
		factor: {
			title: 'Add a passkey',
			text: 'From then on your password alone signs nobody in.',
			action: 'Add a passkey',
		},
		addresses: {
			title: 'Limit the IP addresses',
			text: 'Try it for a minute first: a rule that locks you out is rolled back.',
			action: 'Add a rule',
		},
	},
	later: 'No runs yet',
	later_hint: 'After the first run, its usage and cost show up here.',
} as const
