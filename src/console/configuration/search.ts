import { choiceIn, textIn } from '../search.ts'

const TABS = ['change', 'revisions'] as const

export interface ConfigurationSearch {
	/** An org's ID. Platform admins see the platform if it's left out. */
	owner?: string | undefined
	tab?: (typeof TABS)[number] | undefined
	cursor?: string | undefined
}

export const configurationSearch = (raw: Record<string, unknown>): ConfigurationSearch => ({
	owner: textIn(raw, 'owner'),
	tab: choiceIn(raw, 'tab', TABS),
	cursor: textIn(raw, 'cursor'),
})
