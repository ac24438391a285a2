import { SEARCH } from '../audit-logs/search.ts'
import { screen } from '../root.ts'
import { part, texts } from '../search.ts'
import type { configuration } from '../text/en/configuration.ts'

const CURSOR = texts('cursor')
const connection = () => import('../oidc-connections/connection.tsx')

/** What happened, keys, and the configuration as a whole. */
export const settings = [
	screen('/operators', () => import('../operators/operators.tsx'), 'Operators', CURSOR),
	screen('/oidc-connections', () => import('../oidc-connections/of-platform.tsx'), 'PlatformConnections', CURSOR),
	screen('/oidc-connections/$connection_id', connection, 'PlatformConnection'),
	screen('/orgs/$org_id/oidc-connections/$connection_id', connection, 'OrgConnection'),
	screen('/your-org/oidc-connections/$connection_id', connection, 'OwnConnection'),
	screen('/service-accounts', () => import('../service-accounts/service-accounts.tsx'), 'ServiceAccounts'),
	screen(
		'/service-accounts/$account_id',
		() => import('../service-accounts/account.tsx'),
		'ServiceAccount',
		texts('org_id'),
	),
	screen('/audit-logs', () => import('../audit-logs/audit-logs.tsx'), 'AuditLogs', SEARCH),
	// The owner is an org's ID. Platform admins see the platform if it's left out.
	screen('/configuration', () => import('../configuration/configuration.tsx'), 'Configuration', {
		...texts('owner', 'cursor'),
		tab: part<typeof configuration.tabs>,
	}),
	screen('/configuration/revisions/$number', () => import('../configuration/revision.tsx'), 'Revision', texts('owner')),
	screen('/api-keys', () => import('../api-keys/api-keys.tsx'), 'ApiKeys', CURSOR),
	screen('/secret-keys', () => import('../secret-keys/secret-keys.tsx'), 'SecretKeys'),
	screen('/trace', () => import('../traces/find-trace.tsx'), 'FindTrace'),
	screen('/trace/$trace_id', () => import('../traces/trace.tsx'), 'Trace'),
] as const
