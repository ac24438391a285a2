import { FILTERS } from '../access-log/filters.ts'
import { screen } from '../root.ts'
import { choice, sideOnce, texts, time } from '../search.ts'

/** Who gets in, who came, and whether the platform is healthy. */
export const traffic = [
	screen('/access-log', () => import('../access-log/access-log.tsx'), 'AccessLog', {
		...texts(...FILTERS, 'cursor', 'entry'),
		from: time,
		to: time,
		view: choice('live', 'charts'),
		console: choice('shown'),
	}),
	screen('/gateway-config', () => import('../gateway-config/gateway-config.tsx'), 'GatewayConfig'),
	screen('/ip-rules', () => import('../ip-rules/ip-rules.tsx'), 'IpRules', texts('cursor', 'ip')),
	screen('/pauses', () => import('../pauses/pauses.tsx'), 'Pauses', {
		...sideOnce('whose'),
		...texts('cursor', 'subject'),
		scope: choice('org', 'user'),
	}),
	screen('/health', () => import('../health/health.tsx'), 'Health'),
] as const
