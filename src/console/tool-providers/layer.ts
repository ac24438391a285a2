import type { Schema } from '../api.ts'
import { punctuation } from '../text/en/language.ts'
import { toolProviders as t } from '../text/en/tool-providers.ts'

export type ToolProvider = Schema<'ToolProvider'>

/** `web_search.keyed` as "keyed", where its group is said already. */
export const shortOf = (provider_name: string) => provider_name.replace(/^[^.]*\./, '')

/** The same with its group: "keyed (web search)". */
export const fullOf = ({ group_name, provider_name }: Pick<ToolProvider, 'group_name' | 'provider_name'>) =>
	`${shortOf(provider_name)}${punctuation.open}${t.groups[group_name].toLowerCase()}${punctuation.close}`
