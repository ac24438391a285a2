import type { Access } from '../../src/http/contract.ts'

/** Every operation that is to be there, as the specification's tables have them: `METHOD path access`. */
const ROWS = `
# 4.1 Tool providers
GET /v1/tool-providers by_scope
PUT /v1/tool-providers/{group}/{provider}/activate by_scope
PUT /v1/tool-providers/{group}/{provider}/deactivate by_scope
PUT /v1/tool-providers/{group}/{provider}/credential by_scope
DELETE /v1/tool-providers/{group}/{provider}/credential by_scope
GET /v1/tool-providers/{group}/effective signed_in
GET /v1/admin/config-entries/{key} permission:platform_admin
PUT /v1/admin/config-entries/{key} permission:platform_admin
DELETE /v1/admin/config-entries/{key} permission:platform_admin
GET /v1/admin/secret-keys permission:platform_admin
# 4.2 LLM providers
GET /v1/llm-providers signed_in
POST /v1/llm-providers permission:data.secrets
PATCH /v1/llm-providers/{provider_id} permission:data.secrets
DELETE /v1/llm-providers/{provider_id} permission:data.secrets
POST /v1/llm-providers/{provider_id}/models permission:data.secrets
PATCH /v1/llm-providers/{provider_id}/models/{model_id} permission:data.secrets
DELETE /v1/llm-providers/{provider_id}/models/{model_id} permission:data.secrets
GET /v1/llm-providers/{provider_id}/available-models signed_in
POST /v1/llm-providers/resolve signed_in
# 4.3 MCP configs
POST /v1/mcp-configs permission:data.secrets
GET /v1/mcp-configs signed_in
PATCH /v1/mcp-configs/{config_id} permission:data.secrets
DELETE /v1/mcp-configs/{config_id} permission:data.secrets
POST /v1/mcp-configs/{config_id}/test permission:data.secrets
# 4.4 Plans and subscriptions
GET /v1/plans signed_in
GET /v1/plans/{id} signed_in
POST /v1/plans permission:platform_admin
POST /v1/subscriptions permission:platform_admin
GET /v1/subscriptions signed_in
GET /v1/subscriptions/{id} signed_in
DELETE /v1/subscriptions/{id} permission:platform_admin
# 4.5 Feature flags
POST /v1/feature-flags permission:platform_admin
GET /v1/feature-flags permission:platform_admin
GET /v1/feature-flags/{key} permission:platform_admin
PATCH /v1/feature-flags/{key} permission:platform_admin
DELETE /v1/feature-flags/{key} permission:platform_admin
POST /v1/feature-flags/{key}/org-overrides permission:platform_admin
GET /v1/feature-flags/{key}/org-overrides permission:platform_admin
DELETE /v1/feature-flags/{key}/org-overrides/{org_id} permission:platform_admin
GET /v1/feature-flags/{key}/evaluate signed_in
POST /ofrep/v1/evaluate/flags signed_in
POST /ofrep/v1/evaluate/flags/{key} signed_in
# 4.6 Entitlement overrides
GET /v1/entitlement-overrides permission:platform_admin
POST /v1/entitlement-overrides permission:platform_admin
DELETE /v1/entitlement-overrides/{id} permission:platform_admin
GET /v1/entitlements signed_in
# 4.7 Credits and usage
GET /v1/admin/credits permission:platform_admin
POST /v1/admin/credits/adjust permission:platform_admin
POST /v1/admin/credits/bulk-adjust permission:platform_admin
POST /v1/admin/credits/reset-all permission:platform_admin
POST /v1/admin/credits/verify permission:platform_admin
GET /v1/admin/usage/daily permission:platform_admin
GET /v1/admin/usage/summary permission:platform_admin
GET /v1/admin/usage/by-model permission:platform_admin
POST /v1/admin/usage/verify permission:platform_admin
POST /v1/runtime/runs permission:runtime.report
# 4.8 IP rules
POST /v1/ip-rules permission:org.settings
GET /v1/ip-rules signed_in
DELETE /v1/ip-rules/{rule_id} permission:org.settings
POST /v1/ip-rules/check signed_in
# 4.9 Notifications
GET /v1/notifications signed_in
PATCH /v1/notifications signed_in
PATCH /v1/notifications/{notification_id} signed_in
POST /v1/admin/notifications/broadcasts permission:platform_admin
GET /v1/admin/notifications/broadcasts permission:platform_admin
GET /v1/admin/notifications/broadcasts/{broadcast_id} permission:platform_admin
DELETE /v1/admin/notifications/broadcasts/{broadcast_id} permission:platform_admin
# 4.10 Webhook endpoints
POST /v1/webhook-endpoints permission:org.settings
GET /v1/webhook-endpoints signed_in
GET /v1/webhook-endpoints/{endpoint_id} signed_in
PATCH /v1/webhook-endpoints/{endpoint_id} permission:org.settings
DELETE /v1/webhook-endpoints/{endpoint_id} permission:org.settings
GET /v1/webhook-event-types signed_in
GET /v1/webhook-endpoints/{endpoint_id}/deliveries signed_in
POST /v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/redeliver permission:org.settings
POST /v1/webhook-endpoints/{endpoint_id}/test permission:org.settings
POST /v1/webhook-endpoints/{endpoint_id}/recover permission:org.settings
POST /v1/webhook-endpoints/{endpoint_id}/rotate-key permission:org.settings
# 4.11 Administration
GET /v1/admin/dashboard permission:platform_admin
GET /v1/admin/users permission:platform_admin
GET /v1/admin/users/{user_id} permission:platform_admin
PATCH /v1/admin/users/{user_id} permission:platform_admin
DELETE /v1/admin/users/{user_id} permission:platform_admin
GET /v1/admin/runs permission:platform_admin
GET /v1/admin/runs/{run_id} permission:platform_admin
GET /v1/admin/email/status permission:platform_admin
GET /v1/admin/email/config permission:platform_admin
PUT /v1/admin/email/config permission:platform_admin
POST /v1/admin/email/test permission:platform_admin
GET /v1/admin/gateway-config permission:platform_admin
PUT /v1/admin/gateway-config permission:platform_admin
POST /v1/admin/gateway-config/rehearse permission:platform_admin
GET /v1/admin/access-log permission:platform_admin
GET /v1/admin/access-log/tail permission:platform_admin
GET /v1/admin/invite-codes permission:platform_admin
GET /v1/admin/invite-codes/{id} permission:platform_admin
PATCH /v1/admin/invite-codes/{id} permission:platform_admin
GET /v1/admin/referrals permission:platform_admin
GET /v1/admin/referrals/tree permission:platform_admin
POST /v1/admin/redemption-codes/batch permission:platform_admin
GET /v1/admin/redemption-codes permission:platform_admin
PATCH /v1/admin/redemption-codes/{id} permission:platform_admin
# 4.12 Health
GET /healthz anyone
GET /readyz anyone
# Identity
POST /v1/auth/register anyone
POST /v1/auth/login anyone
POST /v1/auth/refresh anyone
POST /v1/auth/logout anyone
GET /.well-known/jwks.json anyone
GET /v1/me user
POST /v1/api-keys user
GET /v1/api-keys user
DELETE /v1/api-keys/{id} user
GET /v1/me/credits user
POST /v1/me/redeem user
GET /v1/me/invite-code user
POST /v1/me/invite-code/reset user
GET /v1/orgs/{org_id}/usage/daily signed_in
GET /v1/orgs/{org_id}/usage/summary signed_in
GET /v1/orgs/{org_id}/usage/by-model signed_in
GET /v1/admin/orgs permission:platform_admin
POST /v1/admin/orgs permission:platform_admin
GET /v1/admin/orgs/{org_id} permission:platform_admin
PUT /v1/admin/orgs/{org_id}/members/{user_id} permission:platform_admin
DELETE /v1/admin/orgs/{org_id}/members/{user_id} permission:platform_admin
PUT /v1/admin/users/{user_id}/platform-admin permission:platform_admin
DELETE /v1/admin/users/{user_id}/platform-admin permission:platform_admin
GET /v1/admin/audit-logs permission:platform_admin
# Documentation
GET /openapi.json anyone
GET /docs anyone
GET /docs/webhooks anyone
`

export interface SpecRow {
	method: string
	path: string
	access: Access | 'by_scope'
}

export const SPEC: SpecRow[] = ROWS.split('\n')
	.filter((line) => line !== '' && !line.startsWith('#'))
	.map((line) => {
		const [method, path, access] = line.split(' ') as [string, string, SpecRow['access']]
		return { method, path, access }
	})

/** The beginnings of paths whose slices are not built yet. This list only shrinks. */
const NOT_BUILT: string[] = []

export const isBuilt = ({ path }: SpecRow) =>
	!NOT_BUILT.some((beginning) => path === beginning || path.startsWith(`${beginning}/`))
