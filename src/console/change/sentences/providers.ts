import { sentences } from '../../text/en/sentences.ts'
import { words } from '../../ui/format.ts'
import { named } from '../../ui/said.tsx'
import type { Kind, Row } from './kind.ts'
import { insteadOf, textIn } from './values.ts'

const t = sentences.providers

/** As many entries of a configuration as a sentence names. */
const MAX_ENTRIES = 3

/** A tool provider without its group: `keyed`. */
const shortOf = (provider: unknown) => named(textIn(provider).replace(/^[^.]*\./, ''))

/** The value of a config entry. The log has no secrets. */
const wordOf = ({ value }: Row) => (value === null ? sentences.secret : named(textIn(value)))

/** Models, tools and MCP servers, and what agents are configured with. */
export const providers: Record<string, Partial<Kind>> = {
	llm_models: {
		name: ({ model, provider_id }, { name }) =>
			provider_id ? t.in_provider(named(textIn(model)), name(provider_id)) : named(textIn(model)),
	},
	tool_providers: {
		name: ({ provider_name }) => named(textIn(provider_name)),
		describe: ({ before, after, row }, { touched }) => {
			if (Boolean(before?.is_active) === Boolean(after?.is_active)) return undefined
			const { group_name, provider_name } = row
			const [group, provider] = [textIn(group_name), textIn(provider_name)]
			const other = after?.is_active ? touched('tool_providers', 'deactivated')?.names[0] : undefined
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
		describe: ({ before, after, row }, { defaultOf, isPreview }) => {
			const key = textIn(row.key)
			const entry = t.entry(named(key))
			const usual = defaultOf(key)
			const [old, now] = [before, after].map((state) => {
				if (usual) return state ? { ...usual, value: textIn(state.value) } : isPreview ? usual : undefined
				return undefined
			})
			if (now) return sentences.changes(entry, [insteadOf(now, old)])
			if (!before || !after) return undefined
			return sentences.changes(entry, [sentences.arrow(wordOf(before), wordOf(after))])
		},
		affects: ({ row }, { defaultOf }) => (defaultOf(textIn(row.key)) ? [t.entry_affects] : []),
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
			const listed = [...Map.groupBy((entries ?? []).slice(0, MAX_ENTRIES), ({ section }) => section)].map(
				([section, ofSection]) =>
					sentences.entry(
						sentences.sections[section] ?? words(section),
						ofSection.map(({ key }) => named(key)),
					),
			)
			const count = entry_count ?? (entries ?? []).length
			return t.applied(owner, revision ?? 0, count, listed, Math.max(0, count - MAX_ENTRIES))
		},
	},
}
