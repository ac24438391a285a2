import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { auditSearch } from '../audit-logs/search.ts'
import { at } from '../root.ts'

const traces = createRoute({
	...at('/trace'),
	component: lazyRouteComponent(() => import('../traces/find-trace.tsx'), 'FindTrace'),
})

const auditLogs = createRoute({
	...at('/audit-logs'),
	validateSearch: auditSearch,
	component: lazyRouteComponent(() => import('../audit-logs/audit-logs.tsx'), 'AuditLogs'),
})

const trace = createRoute({
	...at('/trace/$trace_id'),
	component: lazyRouteComponent(() => import('../traces/trace.tsx'), 'Trace'),
})

/** What happened, keys, and the configuration as a whole. */
export const settings = [auditLogs, traces, trace] as const
