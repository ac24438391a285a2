import { accounts } from './spec/accounts.ts'
import { apiKeys } from './spec/api-keys.ts'
import { billing } from './spec/billing.ts'
import { budgets } from './spec/budgets.ts'
import { changes } from './spec/changes.ts'
import { departures } from './spec/departures.ts'
import { factors } from './spec/factors.ts'
import { invitations } from './spec/invitations.ts'
import { messages } from './spec/messages.ts'
import { oidcConnections } from './spec/oidc-connections.ts'
import { operations } from './spec/operations.ts'
import { orgs } from './spec/orgs.ts'
import { plans } from './spec/plans.ts'
import { providers } from './spec/providers.ts'
import type { Row } from './spec/row.ts'
import { scim } from './spec/scim.ts'
import { serviceAccounts } from './spec/service-accounts.ts'
import { spending } from './spec/spending.ts'
import { traffic } from './spec/traffic.ts'
import { webhooks } from './spec/webhooks.ts'

// One row per operation, by chapter in `spec/`: who may call it, and sample calls. Tests use the rows to check every operation's
// D1 calls, its idempotency, its audit row, and what a stranger gets.

export interface SpecRow extends Row {
	/** `METHOD /path/{parameter}` */
	name: string
	method: string
	path: string
	/** Where the row is. */
	file: string
}

const CHAPTERS = {
	factors,
	accounts,
	'api-keys': apiKeys,
	orgs,
	invitations,
	'service-accounts': serviceAccounts,
	'oidc-connections': oidcConnections,
	scim,
	providers,
	plans,
	billing,
	spending,
	budgets,
	messages,
	webhooks,
	traffic,
	changes,
	operations,
	departures,
}

export const SPEC: SpecRow[] = Object.entries(CHAPTERS).flatMap(([chapter, rows]) =>
	Object.entries(rows).map(([name, row]) => {
		const [method, path] = name.split(' ') as [string, string]
		return { ...row, name, method, path, file: `test/support/spec/${chapter}.ts` }
	}),
)
