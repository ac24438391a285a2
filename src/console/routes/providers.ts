import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { at } from '../root.ts'
import { listSearch, textIn } from '../search.ts'

const llmProviders = createRoute({
	...at('/llm-providers'),
	validateSearch: listSearch,
	component: lazyRouteComponent(() => import('../llm-providers/llm-providers.tsx'), 'LlmProviders'),
})

const playground = createRoute({
	...at('/llm-providers/resolve'),
	validateSearch: (raw): { selector?: string | undefined; context?: string | undefined } => ({
		selector: textIn(raw, 'selector'),
		context: textIn(raw, 'context'),
	}),
	component: lazyRouteComponent(() => import('../llm-providers/playground.tsx'), 'Playground'),
})

const llmProvider = createRoute({
	...at('/llm-providers/$provider_id'),
	component: lazyRouteComponent(() => import('../llm-providers/llm-provider.tsx'), 'LlmProvider'),
})

/** The servers of others that runs use: models, tools and MCP servers. */
export const providers = [llmProviders, playground, llmProvider] as const
