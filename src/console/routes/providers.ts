import { createRoute } from '@tanstack/react-router'
import { at } from '../root.ts'
import { choiceIn, type ListSearch, listSearch, textIn } from '../search.ts'
import { screen } from '../ui/loading.ts'

interface InLayer {
	of?: 'org' | undefined
	scope?: undefined
}

/** An earlier version called the side so. */
const layerSearch = (raw: Record<string, unknown>): InLayer =>
	raw.scope === 'org' ? { of: 'org', scope: undefined } : {}

const llmProviders = createRoute({
	...at('/llm-providers'),
	validateSearch: (raw): ListSearch & InLayer & { tab?: 'compare' | undefined } => ({
		...listSearch(raw),
		...layerSearch(raw),
		tab: choiceIn(raw, 'tab', ['compare']),
	}),
	component: screen(() => import('../llm-providers/llm-providers.tsx'), 'LlmProviders'),
})

const playground = createRoute({
	...at('/llm-providers/resolve'),
	validateSearch: (raw): InLayer & { selector?: string | undefined; context?: string | undefined } => ({
		...layerSearch(raw),
		selector: textIn(raw, 'selector'),
		context: textIn(raw, 'context'),
	}),
	component: screen(() => import('../llm-providers/playground.tsx'), 'Playground'),
})

const llmProvider = createRoute({
	...at('/llm-providers/$provider_id'),
	validateSearch: layerSearch,
	component: screen(() => import('../llm-providers/llm-provider.tsx'), 'LlmProvider'),
})

const toolProviders = createRoute({
	...at('/tool-providers'),
	validateSearch: layerSearch,
	component: screen(() => import('../tool-providers/tool-providers.tsx'), 'ToolProviders'),
})

const mcpConfigs = createRoute({
	...at('/mcp-configs'),
	validateSearch: (raw): ListSearch & InLayer => ({ ...listSearch(raw), ...layerSearch(raw) }),
	component: screen(() => import('../mcp-configs/mcp-configs.tsx'), 'McpConfigs'),
})

const mcpConfig = createRoute({
	...at('/mcp-configs/$config_id'),
	validateSearch: layerSearch,
	component: screen(() => import('../mcp-configs/mcp-config.tsx'), 'McpConfig'),
})

const configEntries = createRoute({
	...at('/config-entries'),
	validateSearch: listSearch,
	component: screen(() => import('../config-entries/config-entries.tsx'), 'ConfigEntries'),
})

const configEntry = createRoute({
	...at('/config-entries/$key'),
	component: screen(() => import('../config-entries/config-entry.tsx'), 'ConfigEntry'),
})

/** Third-party servers that runs use: models, tools and MCP servers. */
export const providers = [
	llmProviders,
	playground,
	llmProvider,
	toolProviders,
	mcpConfigs,
	mcpConfig,
	configEntries,
	configEntry,
] as const
