import { keep, secret } from '../configuration.ts'
import { type Call, type Here, KEY, type Kind } from './kind.ts'

const TOOLS = '/v1/tool-providers'

const ENTRIES = '/v1/admin/config-entries'

const putEntry =
	(key: string, value: string): Call =>
	({ root }, how) =>
		root.put(`${ENTRIES}/${key}`, { value }, how)

const tool =
	(by: 'root' | 'owner', path: string, body?: object): Call =>
	(here, how) =>
		here[by].put(`${TOOLS}/${path}${by === 'owner' ? '?scope=org' : ''}`, body, how)

const effective =
	(group: string) =>
	async ({ owner }: Here) => {
		const { status, body } = await owner.get(`${TOOLS}/${group}/effective`)
		return [status, body.provider_name, body.scope]
	}

/** The provider in its layer, and what the org's runs get. */
const serving = (by: 'root' | 'owner', group: string, provider: string) => async (here: Here) => [
	(await here[by].get(`${TOOLS}/${group}/${provider}${by === 'owner' ? '?scope=org' : ''}`)).body,
	await effective(group)(here),
]

export const tools: Kind[] = [
	{
		of: 'platform',
		section: 'config_entries',
		permission: 'platform_admin',
		isConfirmable: true,
		prepare: async ({ root }) => {
			await root.put(`${ENTRIES}/web_fetch.provider`, { value: 'web_fetch.keyed' })
			await root.put(`${ENTRIES}/web_fetch.api_key`, { value: KEY })
		},
		samples: {
			created: {
				key: 'walked.entry',
				before: null,
				after: { value: 'x' },
				forth: putEntry('walked.entry', 'x'),
				back: ({ root }, how) => root.delete(`${ENTRIES}/walked.entry`, how),
				seen: async ({ root }) => (await root.get(`${ENTRIES}/walked.entry`)).body.value,
			},
			'a secret deleted': {
				key: 'web_fetch.api_key',
				before: { value: secret(KEY) },
				after: null,
				forth: ({ root }, how) => root.delete(`${ENTRIES}/web_fetch.api_key`, how),
				back: putEntry('web_fetch.api_key', KEY),
				seen: effective('web_fetch'),
			},
			redirected: {
				key: 'web_fetch.base_url',
				before: { value: 'https://first.example.com' },
				after: { value: 'https://second.example.com' },
				forth: putEntry('web_fetch.base_url', 'https://second.example.com'),
				back: putEntry('web_fetch.base_url', 'https://first.example.com'),
				says: { forth: { host: 'second.example.com' }, back: { host: 'first.example.com' } },
				seen: async ({ root }) => (await root.get(`${ENTRIES}/web_fetch.base_url`)).body.value,
			},
		},
	},
	{
		of: 'platform',
		section: 'tool_providers',
		permission: 'platform_admin',
		isConfirmable: true,
		samples: {
			activated: {
				key: 'web_fetch.optional_key',
				before: { is_active: false },
				after: { is_active: true },
				forth: tool('root', 'web_fetch/optional_key/activate'),
				back: tool('root', 'web_fetch/optional_key/deactivate'),
				seen: serving('root', 'web_fetch', 'optional_key'),
			},
			redirected: {
				key: 'web_fetch.keyed',
				before: { base_url: 'https://first.example.com', api_key: secret(KEY) },
				after: { base_url: 'https://second.example.com', api_key: keep },
				forth: tool('root', 'web_fetch/keyed/credential', { base_url: 'https://second.example.com' }),
				back: tool('root', 'web_fetch/keyed/credential', { base_url: 'https://first.example.com' }),
				says: { forth: { host: 'second.example.com' }, back: { host: 'first.example.com' } },
				seen: serving('root', 'web_fetch', 'keyed'),
			},
		},
	},
	{
		of: 'org',
		section: 'tool_providers',
		permission: 'data.secrets',
		isConfirmable: true,
		prepare: ({ owner }) => owner.put(`${TOOLS}/web_search/keyed/credential?scope=org`, { api_key: KEY }),
		samples: {
			activated: {
				key: 'web_search.hosted',
				before: { is_active: false },
				after: { is_active: true },
				forth: tool('owner', 'web_search/hosted/activate'),
				back: tool('owner', 'web_search/hosted/deactivate'),
				says: { forth: { event: 'tool_provider.activated' } },
				seen: effective('web_search'),
			},
			deactivated: {
				key: 'web_search.keyed',
				before: { is_active: true, api_key: secret(KEY) },
				after: { is_active: false, api_key: keep },
				forth: tool('owner', 'web_search/keyed/deactivate'),
				back: tool('owner', 'web_search/keyed/activate'),
				says: { back: { event: 'tool_provider.activated' } },
				seen: effective('web_search'),
			},
			redirected: {
				key: 'web_search.keyed',
				before: { base_url: 'https://first.example.com', api_key: secret(KEY) },
				after: { base_url: 'https://second.example.com', api_key: keep },
				forth: tool('owner', 'web_search/keyed/credential', { base_url: 'https://second.example.com' }),
				back: tool('owner', 'web_search/keyed/credential', { base_url: 'https://first.example.com' }),
				says: { forth: { host: 'second.example.com' }, back: { host: 'first.example.com' } },
				seen: serving('owner', 'web_search', 'keyed'),
			},
		},
	},
]
