import { isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { inviteCodes } from '../../billing/invite-codes/table.ts'
import { LAST_FOUR } from '../../billing/redemption-codes/code.ts'
import { redemptionCodes } from '../../billing/redemption-codes/table.ts'
import { runs } from '../../billing/runs/table.ts'
import { maskedUrlOf } from '../../ground/outbound/masked.ts'
import { auditLogs } from '../../ground/write/table.ts'
import { apiKeys } from '../../keys/api-keys/table.ts'
import { serviceAccountKeys, serviceAccounts } from '../../keys/service-accounts/table.ts'
import { broadcasts } from '../../messages/broadcasts/table.ts'
import { entitlementOverrides } from '../../plans/entitlements/table.ts'
import { featureFlags } from '../../plans/feature-flags/table.ts'
import { plans, subscriptions } from '../../plans/plans/table.ts'
import { llmModels, llmProviders } from '../../providers/llm-providers/table.ts'
import { mcpConfigs } from '../../providers/mcp-configs/table.ts'
import { budgets } from '../../spending/budgets/table.ts'
import { requests } from '../../spending/requests/table.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { users } from '../../tenancy/users/table.ts'
import { ipRules } from '../../traffic/ip-rules/table.ts'
import { deliveriesUnder } from '../../webhooks/deliveries/columns.ts'
import { webhookDeliveries } from '../../webhooks/deliveries/table.ts'
import { webhookEndpoints } from '../../webhooks/endpoints/table.ts'

interface Naming {
	/** The prefix of the ids, unique to the kind. Undefined for runs, whose ids come from the agent runtime. */
	prefix?: string
	/** Of the table that has the things. */
	id: SQLiteColumn
	title: SQLiteColumn | SQL
	subtitle: SQLiteColumn | SQL | null
	/** The org that the thing belongs to; null if it's the platform's. */
	org_id: SQLiteColumn | SQL | null
	/** Matches things that can still be seen. */
	visible?: SQL
	/** Matches the things with these ids, a JSON array, where no index has the ids. */
	among?: (ids: string) => SQL
}

/** Null for the platform's, which are no org's. */
const ofOrg = (owner: SQLiteColumn) => sql`nullif(${owner}, 'platform')`

/** What each kind of thing is called, in the order in which they take turns in the results. */
const OF_KINDS = {
	user: {
		prefix: 'usr',
		id: users.id,
		title: users.username,
		subtitle: sql`coalesce(users.email, users.login)`,
		org_id: null,
		visible: ne(users.status, 'deleted'),
	},
	org: {
		prefix: 'org',
		id: orgs.id,
		title: orgs.name,
		subtitle: null,
		org_id: orgs.id,
		visible: isNull(orgs.deleted_at),
	},
	invite_code: {
		prefix: 'inv',
		id: inviteCodes.id,
		title: inviteCodes.code,
		subtitle: sql`(SELECT u.login FROM users u WHERE u.id = invite_codes.user_id)`,
		org_id: null,
	},
	redemption_code: {
		prefix: 'rcd',
		id: redemptionCodes.id,
		title: LAST_FOUR,
		subtitle: redemptionCodes.batch_id,
		org_id: null,
	},
	feature_flag: {
		prefix: 'flag',
		id: featureFlags.id,
		title: featureFlags.key,
		subtitle: sql`nullif(feature_flags.description, '')`,
		org_id: null,
	},
	plan: {
		prefix: 'plan',
		id: plans.id,
		title: plans.display_name,
		subtitle: plans.name,
		org_id: null,
	},
	llm_provider: {
		prefix: 'llm',
		id: llmProviders.id,
		title: llmProviders.name,
		subtitle: llmProviders.provider,
		org_id: ofOrg(llmProviders.org_id),
	},
	mcp_config: {
		prefix: 'mcp',
		id: mcpConfigs.id,
		title: mcpConfigs.name,
		subtitle: mcpConfigs.transport,
		org_id: ofOrg(mcpConfigs.org_id),
	},
	llm_model: {
		prefix: 'llmm',
		id: llmModels.id,
		title: llmModels.model,
		subtitle: sql`(SELECT p.name FROM llm_providers p WHERE p.id = llm_models.provider_id)`,
		org_id: sql`(SELECT p.org_id FROM llm_providers p WHERE p.id = llm_models.provider_id)`,
	},
	budget: {
		prefix: 'bud',
		id: budgets.id,
		title: budgets.name,
		subtitle: sql`budgets.scope || coalesce(' ' || budgets.subject, '')`,
		org_id: budgets.org_id,
	},
	webhook_endpoint: {
		prefix: 'whe',
		id: webhookEndpoints.id,
		title: maskedUrlOf(webhookEndpoints.url),
		subtitle: sql`iif(webhook_endpoints.enabled, 'enabled', 'disabled')`,
		org_id: webhookEndpoints.org_id,
		visible: isNull(webhookEndpoints.deleted_at),
	},
	webhook_delivery: {
		prefix: 'dlv',
		id: webhookDeliveries.id,
		title: sql`(SELECT e.type FROM events e WHERE e.id = webhook_deliveries.event_id)`,
		subtitle: sql`(SELECT ${maskedUrlOf(sql`w.url`)} FROM webhook_endpoints w WHERE w.id = webhook_deliveries.endpoint_id)`,
		org_id: sql`(SELECT w.org_id FROM webhook_endpoints w WHERE w.id = webhook_deliveries.endpoint_id)`,
		visible: sql`EXISTS (SELECT 1 FROM webhook_endpoints w JOIN events e ON e.id = webhook_deliveries.event_id
			WHERE w.id = webhook_deliveries.endpoint_id AND w.deleted_at IS NULL)`,
		among: deliveriesUnder,
	},
	api_key: {
		prefix: 'key',
		id: apiKeys.id,
		title: apiKeys.name,
		subtitle: apiKeys.key_prefix,
		org_id: apiKeys.org_id,
	},
	service_account: {
		prefix: 'svc',
		id: serviceAccounts.id,
		title: serviceAccounts.name,
		subtitle: sql`iif(service_accounts.is_active, 'active', 'suspended')`,
		org_id: serviceAccounts.org_id,
	},
	service_account_key: {
		prefix: 'sak',
		id: serviceAccountKeys.id,
		title: sql`(SELECT a.name FROM service_accounts a WHERE a.id = service_account_keys.service_account_id)`,
		subtitle: serviceAccountKeys.key_prefix,
		org_id: sql`(SELECT a.org_id FROM service_accounts a WHERE a.id = service_account_keys.service_account_id)`,
	},
	subscription: {
		prefix: 'sub',
		id: subscriptions.id,
		title: sql`(SELECT p.display_name FROM plans p WHERE p.id = subscriptions.plan_id)`,
		subtitle: sql`(SELECT o.name FROM orgs o WHERE o.id = subscriptions.org_id)`,
		org_id: subscriptions.org_id,
	},
	entitlement_override: {
		prefix: 'ovr',
		id: entitlementOverrides.id,
		title: entitlementOverrides.key,
		subtitle: entitlementOverrides.value,
		org_id: entitlementOverrides.org_id,
	},
	ip_rule: {
		prefix: 'ipr',
		id: ipRules.id,
		title: ipRules.cidr,
		subtitle: ipRules.type,
		org_id: ipRules.org_id,
	},
	broadcast: {
		prefix: 'brd',
		id: broadcasts.id,
		title: broadcasts.title,
		subtitle: broadcasts.status,
		org_id: broadcasts.target_id,
		visible: isNull(broadcasts.deleted_at),
	},
	audit_log: {
		prefix: 'aud',
		id: auditLogs.id,
		title: auditLogs.action,
		subtitle: auditLogs.target_id,
		org_id: auditLogs.org_id,
	},
	request: {
		prefix: 'req',
		id: requests.id,
		title: sql`coalesce(requests.run_id, (requests.change ->> 'method') || ' ' || (requests.change ->> 'path'))`,
		subtitle: requests.reason,
		org_id: ofOrg(requests.owner),
		visible: isOrgOpen(requests.org_id),
	},
	run: { id: runs.run_id, title: runs.run_id, subtitle: runs.status, org_id: runs.org_id },
} satisfies Record<string, Naming>

export type Kind = keyof typeof OF_KINDS

export const NAMINGS: Record<Kind, Naming> = OF_KINDS

export const KINDS = Object.keys(NAMINGS) as Kind[]
