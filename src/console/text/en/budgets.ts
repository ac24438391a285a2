const UNITS = { credits: 'credits', tokens: 'tokens', runs: 'runs' } as const

const EACH = {
	org: 'Each org',
	user: 'Each user',
	api_key: 'Each API key',
	agent: 'Each agent',
	model: 'Each model',
	run: 'Each run',
} as const

const ONE = {
	org: 'Org',
	user: 'User',
	api_key: 'API key',
	agent: 'Agent',
	model: 'Model',
	run: 'Run',
} as const

const COUNTED = {
	org: ['org', 'orgs'],
	user: ['user', 'users'],
	api_key: ['API key', 'API keys'],
	agent: ['agent', 'agents'],
	model: ['model', 'models'],
} as const

const PER = { hour: 'an hour', day: 'a day', week: 'a week', month: 'a month', total: 'in total' } as const

/** Texts of the budgets. */
export const budgets = {
	hint: {
		platform: "The platform's limits on the usage of runs, for one org or for each.",
		org: (org: string) => `Limits on the usage of runs of ${org}. All of them apply.`,
	},
	tab_hint: 'Its own, and those of the platform that apply to it.',
	each: EACH,
	one: ONE,
	whole_org: 'The whole org',
	per: PER,
	amount: (limit: string, unit: keyof typeof UNITS, per: string) => `${limit} ${UNITS[unit]} ${per}`.trim(),
	columns: { state: 'Highest usage', resets: 'Resets' },
	empty: 'No budgets yet',
	empty_hint: 'A budget stops runs before they use more than you allow.',
	unused: 'No usage yet',
	of_limit: (taken: string, limit: string) => `${taken} of ${limit}`,
	held: (held: string) => `${held} held`,
	by_platform: 'platform',
	observes: 'observes only',
	raised: (amount: string) => `(raised by ${amount})`,
	full: 'used up',
	used_up: (when: string) => `used up ${when} at this pace`,
	never: 'Never',
	page: {
		change: 'Change the budget of the platform',
		own: 'Budgets of the org',
		note: 'The platform set this budget, so the org can’t change it.',
	},
	about: {
		bounds: 'Applies to',
		limit: 'Limit',
		each_org: 'Each org separately',
		modes: { enforce: 'Refuses runs', observe: 'Observes only' },
		alerts: 'Alerts at',
		no_alerts: 'No alerts',
		since: 'Counts runs since',
	},
	states: {
		title: 'Current usage',
		hint: 'In the current period, highest first.',
		hint_runs: 'Live runs, highest first.',
		cut: 'There are more than 2,000, so they’re in the order of their names.',
		taken: 'Used',
		remaining: 'Remaining',
		refused: 'Refused',
		would: 'Would refuse',
		resets: 'Resets',
		empty: 'No usage yet',
		empty_hint: 'Usage in the current period shows up here.',
		empty_runs: 'No live runs',
		empty_runs_hint: 'Runs show up here from their start to their end.',
	},
	create: {
		hint: 'Runs that would go beyond it don’t start or continue.',
	},
	change: {
		hint: 'To limit something else, create another budget.',
	},
	fields: {
		name: 'Name',
		org: 'Org',
		org_hint: 'Leave empty for a budget of each org.',
		scope: 'Applies to',
		subject: { user: 'User', api_key: 'API key', agent: 'Agent', model: 'Model' },
		subject_hint: {
			user: 'The ID your agent runtime gives the user. Leave empty for each user separately.',
			api_key: 'The ID of the key. Leave empty for each API key separately.',
			agent: 'The ID your agent runtime gives the agent. Leave empty for each agent separately.',
			model: 'The full name, such as gpt-5-mini. Leave empty for each model separately.',
		},
		unit: 'Unit',
		units: { credits: 'Credits', tokens: 'Tokens', runs: 'Runs' },
		limit: 'Limit',
		limit_hint: '0 stops every run it applies to.',
		window: 'Period',
		windows: { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month', total: 'In total' },
		window_hint: 'In UTC. A week begins on Monday.',
		mode: 'When it’s used up',
		modes: { enforce: 'Refuse runs', observe: 'Observe and alert' },
		alerts: 'Alerts at percent',
		alerts_hint: 'Up to five, such as 50, 80. Owners and admins are notified.',
		expires: 'Expires',
		expires_hint: 'Optional. In your time zone.',
	},
	remove: {
		body: 'Runs are no longer held to it. If you undo this, it counts like a new budget.',
	},
	simulation: {
		title: 'Simulation',
		hint: (days: number) => `The runs of the last ${days} days`,
		choose: 'Enter a limit to see which runs it would have stopped.',
		choose_both: 'Enter a limit and choose an org to see which runs it would have stopped.',
		choose_org: 'Simulate with the runs of',
		loading: 'Simulating…',
		failed: 'Couldn’t simulate this budget. Check the fields.',
		stopped: (days: number, runs: string, subjects: string) =>
			`In the last ${days} days it would have stopped ${subjects ? `${runs} of ${subjects}` : runs}.`,
		runs: (amount: number, text: string) => (amount === 1 ? '1 run' : `${text} runs`),
		subjects: (scope: keyof typeof COUNTED, amount: number, text: string) =>
			amount === 1 ? `1 ${COUNTED[scope][0]}` : `${text} ${COUNTED[scope][1]}`,
		none: (days: number) => `In the last ${days} days it would have stopped no run.`,
		judged: (runs: number, text: string) => (runs === 1 ? 'It counts 1 run.' : `It counts ${text} runs.`),
		no_runs: (days: number) => `It counts no run of the last ${days} days.`,
		cut: 'There are more runs than a simulation takes, so it left out the oldest.',
		refused: 'Stopped',
		peak: 'Peak',
		most: 'Who it affects most',
	},
} as const
