import { choiceIn, textIn } from '../search.ts'

const TABS = ['change', 'revisions'] as const

export interface ConfigurationSearch {
	/** An org's id. The platform for platform admins when left out. */
	owner?: string | undefined
	tab?: (typeof TABS)[number] | undefined
	cursor?: string | undefined
}

export const configurationSearch = (raw: Record<string, unknown>): ConfigurationSearch => ({
	owner: textIn(raw, 'owner'),
	tab: choiceIn(raw, 'tab', TABS),
	cursor: textIn(raw, 'cursor'),
})
