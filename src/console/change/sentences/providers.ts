import { fields } from '../../text/en/sentence-fields.ts'
import { sentences } from '../../text/en/sentences.ts'
import { words } from '../../ui/format.ts'
import { named } from '../../ui/said.tsx'
import type { Kind, Row } from './kind.ts'
import { textIn } from './values.ts'

const t = sentences.providers

const nameIn = ({ name }: Row) => named(textIn(name))

/** A tool provider without its group: `keyed`. */
const shortOf = (provider: unknown) => named(textIn(provider).replace(/^[^.]*\./, ''))

/** Models, tools and MCP servers, and what agents are configured with. */
export const providers: Record<string, Kind> = {
	llm_providers: { name: nameIn, fields: fields.llm_providers },
	llm_models: {
		name: ({ model, provider_id }, { name }) =>
			provider_id ? t.in_provider(named(textIn(model)), name(provider_id)) : named(textIn(model)),
		fields: fields.llm_models,
	},
	mcp_configs: { name: nameIn, fields: fields.mcp_configs },
	tool_providers: {
		name: ({ provider_name }) => named(textIn(provider_name)),
		fields: fields.tool_providers,
		describe: ({ before, after, row }, { activeTool, isPreview }) => {
			if (Boolean(before?.is_active) === Boolean(after?.is_active)) return undefined
			const { owner, group_name, provider_name } = row
			const [group, provider] = [textIn(group_name), textIn(provider_name)]
			const other = after?.is_active && isPreview ? activeTool(textIn(owner), group, provider) : undefined
			const what = named(sentences.tools[group] ?? group)
			if (!after?.is_active) return t.off(what, shortOf(provider))
			return other ? t.instead(what, shortOf(other), shortOf(provider)) : t.on(what, shortOf(provider))
		},
		affects: ({ before, after, row }) => {
			if (Boolean(before?.is_active) === Boolean(after?.is_active)) return []
			return [row.owner === 'platform' ? t.affects_all : t.affects_own]
		},
	},
	config_entries: {
		name: ({ key }) => named(textIn(key)),
		fields: fields.config_entries,
		describe: ({ before, after, row }) => {
			const { key } = row
			const isLimit = /^(limit|quota)\./.test(textIn(key))
			const [old, now] = [before, after].map((state) => {
				const value = state?.value
				if (value === null || value === undefined) return state ? sentences.secret : undefined
				return isLimit && Number(value) <= 0 ? sentences.unlimited : named(textIn(value))
			})
			if (old === undefined || now === undefined) return undefined
			return sentences.changes(t.entry(named(textIn(key))), [sentences.arrow(old, now)])
		},
	},
	configuration_revisions: {
		name: () => '',
		describe: ({ before, after, target_id }, { name }) => {
			const { entries, entry_count, revision } = (after ?? before ?? {}) as {
				entries?: { section: string; key: string }[]
				entry_count?: number
				revision?: number
			}
			const owner = target_id === 'platform' ? t.platform : name(target_id)
			const listed = (entries ?? []).map(({ section, key }) =>
				sentences.entry(sentences.sections[section] ?? words(section), named(key)),
			)
			const count = entry_count ?? listed.length
			return t.applied(owner, revision ?? 0, count, listed.slice(0, 3), Math.max(0, count - 3))
		},
	},
}
