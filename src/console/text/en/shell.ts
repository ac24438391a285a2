/** Texts of the frame around every screen. */
export const shell = {
	product: 'Plinth',
	skip: 'Skip to the content',
	navigation: 'Places',
	open_navigation: 'Open the navigation',
	groups: {
		customers: 'Customers',
		platform: 'Platform',
		integrations: 'Integrations',
		guard: 'Guard',
		settings: 'Settings',
	},
	places: {
		dashboard: 'Dashboard',
		users: 'Users',
		feature_flags: 'Feature flags',
		llm_providers: 'LLM providers',
		playground: 'Model playground',
		tool_providers: 'Tool providers',
		mcp_configs: 'MCP servers',
		config_entries: 'Configuration entries',
		webhook_endpoints: 'Webhooks',
		account: 'Your account',
	},
	account: {
		menu: 'You and your orgs',
		org: 'Act in',
		theme: 'Theme',
		sign_out: 'Sign out',
	},
	theme: { system: 'System', light: 'Light', dark: 'Dark' },
	palette: {
		open: 'Search or jump to…',
		label: 'Search or jump to a place',
		places: 'Places',
		actions: 'Actions',
		things: 'Found',
		in_other_org: 'in another org',
		empty: 'Nothing matches.',
		keys: 'Arrow keys choose, Enter opens.',
		theme: (theme: string) => `Use the ${theme.toLowerCase()} theme`,
	},
	unknown: {
		title: 'There is no such page',
		hint: 'The address may be mistyped, or the page has moved.',
		home: 'Go to the dashboard',
	},
	crash: {
		title: 'This page has failed',
		hint: 'Reload it. If it fails again, report what you did.',
		reload: 'Reload',
	},
} as const

/** Texts of the bell. */
export const notifications = {
	title: 'Notifications',
	open: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
	read_all: 'Mark all as read',
	read: 'Mark as read',
	unread: 'unread',
	empty: 'Nothing new',
	empty_hint: 'Messages to you and to your org appear here.',
	more: 'Show older ones',
} as const
