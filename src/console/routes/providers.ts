import { screen } from '../root.ts'
import { choice, LIST, sideOnce, texts } from '../search.ts'

const LAYER = sideOnce('scope')

/** Third-party servers that runs use: models, tools and MCP servers. */
export const providers = [
	screen('/llm-providers', () => import('../llm-providers/llm-providers.tsx'), 'LlmProviders', {
		...LIST,
		...LAYER,
		tab: choice('compare'),
	}),
	screen('/llm-providers/resolve', () => import('../llm-providers/playground.tsx'), 'Playground', {
		...LAYER,
		...texts('selector', 'context'),
	}),
	screen('/llm-providers/$provider_id', () => import('../llm-providers/llm-provider.tsx'), 'LlmProvider', LAYER),
	screen('/tool-providers', () => import('../tool-providers/tool-providers.tsx'), 'ToolProviders', LAYER),
	screen('/mcp-configs', () => import('../mcp-configs/mcp-configs.tsx'), 'McpConfigs', { ...LIST, ...LAYER }),
	screen('/mcp-configs/$config_id', () => import('../mcp-configs/mcp-config.tsx'), 'McpConfig', LAYER),
	screen('/config-entries', () => import('../config-entries/config-entries.tsx'), 'ConfigEntries', LIST),
	screen('/config-entries/$key', () => import('../config-entries/config-entry.tsx'), 'ConfigEntry'),
] as const
