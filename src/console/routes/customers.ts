import { createRoute } from '@tanstack/react-router'
import { type PeriodName, PERIODS } from '../agents/search.ts'
import { type AuditSearch, auditSearch } from '../audit-logs/search.ts'
import { STATES } from '../requests/search.ts'
import { at } from '../root.ts'
import type { RunFilters } from '../runs/read.ts'
import { choiceIn, listSearch, type ListSearch, textIn } from '../search.ts'
import { screen } from '../ui/loading.ts'

const users = createRoute({
	...at('/users'),
	validateSearch: (raw): ListSearch & { status?: 'active' | 'suspended' | 'sharing' | undefined } => ({
		...listSearch(raw),
		status: choiceIn(raw, 'status', ['active', 'suspended', 'sharing']),
	}),
	component: screen(() => import('../users/users.tsx'), 'Users'),
})

const user = createRoute({
	...at('/users/$user_id'),
	validateSearch: (raw): { tab?: (typeof USER_TABS)[number] | undefined } => ({ tab: choiceIn(raw, 'tab', USER_TABS) }),
	component: screen(() => import('../users/user.tsx'), 'User'),
})

const orgs = createRoute({
	...at('/orgs'),
	validateSearch: (raw): ListSearch & { order?: 'lowest' | 'highest' | 'ownerless' | undefined } => ({
		...listSearch(raw),
		order: choiceIn(raw, 'order', ['lowest', 'highest', 'ownerless']),
	}),
	component: screen(() => import('../orgs/orgs.tsx'), 'Orgs'),
})

const ORG_TABS = [
	'members',
	'plan',
	'flags',
	'budgets',
	'usage',
	'programs',
	'requests',
	'sign_in',
	'changes',
	'data',
] as const
const USER_TABS = ['access', 'requests', 'changes'] as const

interface ExportSearch {
	export_id?: string | undefined
	cursor?: string | undefined
}

const exportSearch = (raw: Record<string, unknown>): ExportSearch => ({
	export_id: textIn(raw, 'export_id'),
	cursor: textIn(raw, 'cursor'),
})

const org = createRoute({
	...at('/orgs/$org_id'),
	validateSearch: (raw): ExportSearch & { tab?: (typeof ORG_TABS)[number] | undefined } => ({
		...exportSearch(raw),
		tab: choiceIn(raw, 'tab', ORG_TABS),
	}),
	component: screen(() => import('../orgs/org.tsx'), 'Org'),
})

type OwnTab = 'members' | 'sign_in' | 'plan' | 'usage' | 'log'

const yourOrg = createRoute({
	...at('/your-org'),
	validateSearch: (raw): AuditSearch & { tab?: OwnTab | undefined } => ({
		...auditSearch(raw),
		tab: choiceIn(raw, 'tab', ['members', 'sign_in', 'plan', 'usage', 'log']),
	}),
	component: screen(() => import('../your-org/your-org.tsx'), 'YourOrg'),
})

const yourData = createRoute({
	...at('/your-org/data'),
	validateSearch: exportSearch,
	component: screen(() => import('../your-org/your-data.tsx'), 'YourData'),
})

const deletedOrgs = createRoute({
	...at('/orgs/deleted'),
	validateSearch: listSearch,
	component: screen(() => import('../org-deletions/deleted-orgs.tsx'), 'DeletedOrgs'),
})

const runs = createRoute({
	...at('/runs'),
	validateSearch: (raw): RunFilters & { org_id?: string | undefined } => ({
		status: choiceIn(raw, 'status', ['queued', 'running', 'completed', 'failed', 'cancelled']),
		org_id: textIn(raw, 'org_id'),
		model: textIn(raw, 'model'),
		user_id: textIn(raw, 'user_id'),
		agent_id: textIn(raw, 'agent_id'),
		from: textIn(raw, 'from'),
		to: textIn(raw, 'to'),
		cursor: textIn(raw, 'cursor'),
	}),
	component: screen(() => import('../runs/runs.tsx'), 'Runs'),
})

const run = createRoute({
	...at('/runs/$run_id'),
	component: screen(() => import('../runs/run.tsx'), 'Run'),
})

const requests = createRoute({
	...at('/requests'),
	validateSearch: (raw): { state?: (typeof STATES)[number] | undefined; cursor?: string | undefined } => ({
		state: choiceIn(raw, 'state', STATES),
		cursor: textIn(raw, 'cursor'),
	}),
	component: screen(() => import('../requests/requests.tsx'), 'Requests'),
})

const request = createRoute({
	...at('/requests/$request_id'),
	validateSearch: (raw): { org_id?: string | undefined } => ({ org_id: textIn(raw, 'org_id') }),
	component: screen(() => import('../requests/request.tsx'), 'Request'),
})

interface AgentsSearch extends ListSearch {
	period?: PeriodName | undefined
	org_id?: string | undefined
}

const agents = createRoute({
	...at('/agents'),
	validateSearch: (raw): AgentsSearch => ({
		...listSearch(raw),
		period: choiceIn(raw, 'period', PERIODS),
		org_id: textIn(raw, 'org_id'),
	}),
	component: screen(() => import('../agents/agents.tsx'), 'Agents'),
})

interface AgentSearch {
	agent?: string | undefined
	period?: PeriodName | undefined
	/** Its form is open. */
	pause?: 'new' | undefined
}

// An agent may be called anything, which no path can hold.
const agent = createRoute({
	...at('/agents/$org_id'),
	validateSearch: (raw): AgentSearch => ({
		agent: textIn(raw, 'agent'),
		period: choiceIn(raw, 'period', PERIODS),
		pause: choiceIn(raw, 'pause', ['new']),
	}),
	component: screen(() => import('../agents/agent.tsx'), 'Agent'),
})

/** Users, orgs, their runs and agents, and what those ask for. */
export const customers = [
	users,
	user,
	orgs,
	deletedOrgs,
	org,
	yourOrg,
	yourData,
	requests,
	request,
	runs,
	run,
	agents,
	agent,
] as const
