import { createRoute } from '@tanstack/react-router'
import { filtersIn, type LogSearch } from '../access-log/filters.ts'
import { at } from '../root.ts'
import { choiceIn, textIn } from '../search.ts'
import { screen } from '../ui/loading.ts'

const accessLog = createRoute({
	...at('/access-log'),
	validateSearch: (raw): LogSearch => ({
		...filtersIn(raw),
		view: choiceIn(raw, 'view', ['live', 'charts']),
		console: choiceIn(raw, 'console', ['shown']),
		cursor: textIn(raw, 'cursor'),
		entry: textIn(raw, 'entry'),
	}),
	component: screen(() => import('../access-log/access-log.tsx'), 'AccessLog'),
})

const gatewayConfig = createRoute({
	...at('/gateway-config'),
	component: screen(() => import('../gateway-config/gateway-config.tsx'), 'GatewayConfig'),
})

const ipRules = createRoute({
	...at('/ip-rules'),
	validateSearch: (raw): { cursor?: string | undefined; ip?: string | undefined } => ({
		cursor: textIn(raw, 'cursor'),
		ip: textIn(raw, 'ip'),
	}),
	component: screen(() => import('../ip-rules/ip-rules.tsx'), 'IpRules'),
})

interface PausesSearch {
	of?: 'org' | undefined
	whose?: undefined
	cursor?: string | undefined
	scope?: 'org' | 'user' | undefined
	subject?: string | undefined
}

const pauses = createRoute({
	...at('/pauses'),
	validateSearch: (raw): PausesSearch => ({
		// An earlier version called the side so.
		...(raw.whose === 'org' && { of: 'org', whose: undefined }),
		cursor: textIn(raw, 'cursor'),
		scope: choiceIn(raw, 'scope', ['org', 'user']),
		subject: textIn(raw, 'subject'),
	}),
	component: screen(() => import('../pauses/pauses.tsx'), 'Pauses'),
})

const health = createRoute({
	...at('/health'),
	component: screen(() => import('../health/health.tsx'), 'Health'),
})

/** Who gets in, who came, and whether the platform is healthy. */
export const traffic = [accessLog, gatewayConfig, ipRules, pauses, health] as const
