/** Texts of the tool providers. */
export const toolProviders = {
	title: 'Tool providers',
	hint: 'Who answers the built-in tools of a run. What an org activates comes before what the platform activates.',
	layer: { label: 'Layer', platform: 'Platform', org: 'This org' },
	groups: { web_search: 'Web search', web_fetch: 'Web fetch' },
	scopes: { org: 'of this org', platform: 'of the platform', legacy: 'of the configuration entries' },
	effective: {
		gets: 'Runs of this org get',
		none: 'Runs of this org cannot use this tool: no active provider is complete.',
		skipped: (provider: string, scope: string, missing: string) => `${provider} ${scope} is skipped: ${missing}.`,
		lacks: { api_key: 'no key is stored', base_url: 'no base URL is stored' },
	},
	columns: { provider: 'Provider', key: 'Key', url: 'Base URL', actions: 'Actions' },
	active: 'active',
	needs: { api_key: 'needs a key', base_url: 'needs a base URL' },
	not_set: 'Not set',
	actions_of: (provider: string) => `Actions for ${provider}`,
	activate: {
		action: 'Activate',
		title: (provider: string) => `Activate ${provider}?`,
		body: {
			platform: 'It replaces the active one of its group, for every org that has none of its own.',
			org: 'It replaces the active one of its group for the runs of this org.',
		},
		done: (provider: string) => `${provider} is active`,
	},
	deactivate: {
		action: 'Deactivate',
		title: (provider: string) => `Deactivate ${provider}?`,
		body: {
			platform: 'Orgs without a provider of their own can no longer use this tool.',
			org: 'Runs of this org then get what the platform has activated.',
		},
		done: (provider: string) => `${provider} is no longer active`,
	},
	credential: {
		action: 'Set the credential',
		title: (provider: string) => `Credential of ${provider}`,
		api_key: 'API key',
		base_url: 'Base URL',
		base_url_hint: 'A stored key goes there from now on. Plinth notifies the owners or the platform admins.',
		done: (provider: string) => `The credential of ${provider} is saved`,
	},
	remove: {
		action: 'Delete the key',
		title: (provider: string) => `Delete the key of ${provider}?`,
		body: 'A provider that needs a key is skipped without it. The activation and the base URL stay.',
		done: (provider: string) => `The key of ${provider} is deleted`,
	},
} as const
