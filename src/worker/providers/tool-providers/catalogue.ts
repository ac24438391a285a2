import { existing } from '../../ground/http/errors.ts'

// The built-in tool groups and the backends that can serve them (spec 2.1). The catalogue is code, and rows only refer to it.

export const GROUPS = ['web_search', 'web_fetch'] as const
export type Group = (typeof GROUPS)[number]

export interface CatalogueEntry {
	group_name: Group
	/** `<group>.<name>` */
	provider_name: string
	requires_api_key: boolean
	requires_base_url: boolean
}

const entry = (group_name: Group, name: string, ...requires: ('api_key' | 'base_url')[]): CatalogueEntry => ({
	group_name,
	provider_name: `${group_name}.${name}`,
	requires_api_key: requires.includes('api_key'),
	requires_base_url: requires.includes('base_url'),
})

export const TOOL_CATALOGUE: readonly CatalogueEntry[] = [
	entry('web_search', 'keyed', 'api_key'),
	entry('web_search', 'hosted'),
	entry('web_search', 'selfhosted', 'base_url'),
	entry('web_fetch', 'keyed', 'api_key'),
	entry('web_fetch', 'optional_key'),
]

export const isGroup = (name: string): name is Group => (GROUPS as readonly string[]).includes(name)

/** A group's provider, by its full name or the part after the dot. Throws 404. */
export function requireProvider(group: string, provider: string): CatalogueEntry {
	const found = TOOL_CATALOGUE.find(
		({ group_name, provider_name }) =>
			group_name === group && (provider_name === provider || provider_name === `${group_name}.${provider}`),
	)
	return existing(found, 'Tool provider')
}

/** The required fields that a provider lacks. */
export function missingOf(
	{ requires_api_key, requires_base_url }: CatalogueEntry,
	stored: { key_prefix: string | null; base_url: string | null },
): ('api_key' | 'base_url')[] {
	return [
		...(requires_api_key && stored.key_prefix === null ? (['api_key'] as const) : []),
		...(requires_base_url && stored.base_url === null ? (['base_url'] as const) : []),
	]
}
