import { createRoute } from '@tanstack/react-router'
import { auditSearch } from '../audit-logs/search.ts'
import { type ConfigurationSearch, configurationSearch } from '../configuration/search.ts'
import { at } from '../root.ts'
import { textIn } from '../search.ts'
import { screen } from '../ui/loading.ts'

const configuration = createRoute({
	...at('/configuration'),
	validateSearch: configurationSearch,
	component: screen(() => import('../configuration/configuration.tsx'), 'Configuration'),
})

const revision = createRoute({
	...at('/configuration/revisions/$number'),
	validateSearch: (raw): Pick<ConfigurationSearch, 'owner'> => ({ owner: textIn(raw, 'owner') }),
	component: screen(() => import('../configuration/revision.tsx'), 'Revision'),
})

const operators = createRoute({
	...at('/operators'),
	validateSearch: (raw): { cursor?: string | undefined } => ({ cursor: textIn(raw, 'cursor') }),
	component: screen(() => import('../operators/operators.tsx'), 'Operators'),
})

const oidcConnections = createRoute({
	...at('/oidc-connections'),
	validateSearch: (raw): { cursor?: string | undefined } => ({ cursor: textIn(raw, 'cursor') }),
	component: screen(() => import('../oidc-connections/of-platform.tsx'), 'PlatformConnections'),
})

const oidcConnection = createRoute({
	...at('/oidc-connections/$connection_id'),
	component: screen(() => import('../oidc-connections/connection.tsx'), 'PlatformConnection'),
})

const orgOidcConnection = createRoute({
	...at('/orgs/$org_id/oidc-connections/$connection_id'),
	component: screen(() => import('../oidc-connections/connection.tsx'), 'OrgConnection'),
})

const ownOidcConnection = createRoute({
	...at('/your-org/oidc-connections/$connection_id'),
	component: screen(() => import('../oidc-connections/connection.tsx'), 'OwnConnection'),
})

const serviceAccounts = createRoute({
	...at('/service-accounts'),
	component: screen(() => import('../service-accounts/service-accounts.tsx'), 'ServiceAccounts'),
})

const serviceAccount = createRoute({
	...at('/service-accounts/$account_id'),
	validateSearch: (raw): { org_id?: string | undefined } => ({ org_id: textIn(raw, 'org_id') }),
	component: screen(() => import('../service-accounts/account.tsx'), 'ServiceAccount'),
})

const apiKeys = createRoute({
	...at('/api-keys'),
	validateSearch: (raw): { cursor?: string | undefined } => ({ cursor: textIn(raw, 'cursor') }),
	component: screen(() => import('../api-keys/api-keys.tsx'), 'ApiKeys'),
})

const secretKeys = createRoute({
	...at('/secret-keys'),
	component: screen(() => import('../secret-keys/secret-keys.tsx'), 'SecretKeys'),
})

const traces = createRoute({
	...at('/trace'),
	component: screen(() => import('../traces/find-trace.tsx'), 'FindTrace'),
})

const auditLogs = createRoute({
	...at('/audit-logs'),
	validateSearch: auditSearch,
	component: screen(() => import('../audit-logs/audit-logs.tsx'), 'AuditLogs'),
})

const trace = createRoute({
	...at('/trace/$trace_id'),
	component: screen(() => import('../traces/trace.tsx'), 'Trace'),
})

/** What happened, keys, and the configuration as a whole. */
export const settings = [
	operators,
	oidcConnections,
	oidcConnection,
	orgOidcConnection,
	ownOidcConnection,
	serviceAccounts,
	serviceAccount,
	auditLogs,
	configuration,
	revision,
	apiKeys,
	secretKeys,
	traces,
	trace,
] as const
