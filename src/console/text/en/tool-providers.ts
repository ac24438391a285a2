/** Texts of the tool providers. */
export const toolProviders = {
	hint: "Providers behind your agents' built-in tools. An org's active provider overrides the platform's.",
	groups: { web_search: 'Web search', web_fetch: 'Web fetch' },
	scopes: { org: 'of this org', platform: 'of the platform', legacy: 'from the config entries' },
	effective: {
		gets: 'Runs of this org use',
		end: '.',
		none: "Runs of this org can't use this tool, because no active provider is fully set up.",
		others_get: 'Orgs without an active provider of their own use',
		others_none: "Orgs without an active provider of their own can't use this tool.",
		skipped: (provider: string, scope: string, missing: string) => `${provider} ${scope} is skipped: ${missing}.`,
		lacks: { api_key: 'no API key', base_url: 'no base URL' },
	},
	active: 'active',
	needs: { api_key: 'needs API key', base_url: 'needs base URL' },
	not_set: 'Not set',
	actions_of: (provider: string) => `Actions for ${provider}`,
	activate: {
		action: 'Activate',
		title: (provider: string) => `Activate ${provider}?`,
		body: {
			platform: 'It replaces the active provider of its group, for every org without an active provider of its own.',
			org: 'It replaces the active provider of its group for runs of this org.',
		},
		done: (provider: string) => `Activated ${provider}.`,
	},
	deactivate: {
		action: 'Deactivate',
		title: (provider: string) => `Deactivate ${provider}?`,
		body: {
			platform: 'Orgs without an active provider of their own can no longer use this tool.',
			org: "Runs of this org switch to the platform's active provider.",
		},
		done: (provider: string) => `Deactivated ${provider}.`,
	},
	credential: {
		action: 'Set credentials',
		title: (provider: string) => `Credentials for ${provider}`,
		api_key: 'API key',
		base_url_hint:
			"If you change this, the stored key is sent to the new address. We'll notify the owners or the platform admins.",
		done: (provider: string) => `Saved the credentials for ${provider}.`,
	},
	remove: {
		action: 'Delete key',
		title: (provider: string) => `Delete the key of ${provider}?`,
		body: 'Providers that need a key are skipped until you add a new one. The base URL stays, and so does the activation.',
		done: (provider: string) => `Deleted the key of ${provider}.`,
	},
} as const
