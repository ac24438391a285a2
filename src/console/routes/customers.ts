import { PERIODS } from '../agents/search.ts'
import { SEARCH as AUDIT } from '../audit-logs/search.ts'
import { SEARCH as ORGS } from '../orgs/search.ts'
import { STATES } from '../requests/search.ts'
import { screen } from '../root.ts'
import { SEARCH as RUNS } from '../runs/search.ts'
import { choice, LIST, part, texts } from '../search.ts'
import type { orgs } from '../text/en/orgs.ts'
import type { users } from '../text/en/users.ts'
import type { yourOrg } from '../text/en/your-org.ts'

const EXPORT = texts('export_id', 'cursor')

/** Users, orgs, their runs and agents, and what those ask for. */
export const customers = [
	screen('/users', () => import('../users/users.tsx'), 'Users', {
		...LIST,
		status: choice('active', 'suspended', 'sharing'),
	}),
	screen('/users/$user_id', () => import('../users/user.tsx'), 'User', { tab: part<typeof users.tabs> }),
	screen('/orgs', () => import('../orgs/orgs.tsx'), 'Orgs', ORGS),
	screen('/orgs/deleted', () => import('../org-deletions/deleted-orgs.tsx'), 'DeletedOrgs', LIST),
	screen('/orgs/$org_id', () => import('../orgs/org.tsx'), 'Org', { ...EXPORT, tab: part<typeof orgs.tabs> }),
	screen('/your-org', () => import('../your-org/your-org.tsx'), 'YourOrg', {
		...AUDIT,
		tab: part<typeof yourOrg.tabs>,
	}),
	screen('/your-org/data', () => import('../your-org/your-data.tsx'), 'YourData', EXPORT),
	screen('/requests', () => import('../requests/requests.tsx'), 'Requests', {
		...texts('cursor'),
		state: choice(...STATES),
	}),
	screen('/requests/$request_id', () => import('../requests/request.tsx'), 'Request', texts('org_id')),
	screen('/runs', () => import('../runs/runs.tsx'), 'Runs', { ...RUNS, ...texts('org_id') }),
	screen('/runs/$run_id', () => import('../runs/run.tsx'), 'Run'),
	screen('/agents', () => import('../agents/agents.tsx'), 'Agents', {
		...LIST,
		...texts('org_id'),
		period: choice(...PERIODS),
	}),
	// An agent may be called anything, which no path can hold. `pause=new` opens a form.
	screen('/agents/$org_id', () => import('../agents/agent.tsx'), 'Agent', {
		...texts('agent'),
		period: choice(...PERIODS),
		pause: choice('new'),
	}),
] as const
