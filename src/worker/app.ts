import { Hono } from 'hono'
import { agentRoutes } from './billing/agents/routes.ts'
import { backfillRoutes } from './billing/backfill/routes.ts'
import { billComparisonRoutes } from './billing/bill-comparison/routes.ts'
import { creditOutlookRoutes, creditRoutes, myCreditRoutes } from './billing/credits/routes.ts'
import { dashboardRoutes } from './billing/dashboard/routes.ts'
import { inviteCodeRoutes, myInviteCodeRoutes } from './billing/invite-codes/routes.ts'
import { redeemRoutes, redemptionCodeRoutes } from './billing/redemption-codes/routes.ts'
import { referralRoutes } from './billing/referrals/routes.ts'
import { runListRoutes, runRoutes } from './billing/run-archive/routes.ts'
import { rejectedReportRoutes, runtimeRoutes } from './billing/run-reports/routes.ts'
import { subjectUsageRoutes } from './billing/runs/routes.ts'
import { subscriptionRoutes } from './billing/subscriptions/routes.ts'
import { usageVerificationRoutes } from './billing/usage-verification/routes.ts'
import { usageRoutes } from './billing/usage/routes.ts'
import {
	configurationRoutes,
	orgConfigurationRoutes,
	platformConfigurationRoutes,
} from './changes/configuration/routes.ts'
import { unconfirmedChangeRoutes } from './changes/confirmations/routes.ts'
import { requestRoutes } from './changes/requests/routes.ts'
import { orgRevertRoutes, revertRoutes } from './changes/reverts/routes.ts'
import type { App } from './context.ts'
import { connectionRoutes } from './federation/oidc-connections/routes.ts'
import { accessIdentityRoutes, accessLoginRoutes } from './federation/oidc/access-routes.ts'
import { identityRoutes } from './federation/oidc/identity-routes.ts'
import { oidcRoutes } from './federation/oidc/routes.ts'
import { userWaysInRoutes } from './federation/oidc/ways-in-routes.ts'
import { scimRoutes } from './federation/scim/routes.ts'
import { tokenRoutes } from './federation/scim/token-routes.ts'
import { mounts } from './ground/http/mount.ts'
import { respondToError, respondToUnknown } from './ground/http/refusals.ts'
import { staticFirstRouter } from './ground/http/router.ts'
import { secretKeyRoutes } from './ground/secrets/routes.ts'
import { apiKeyRoutes } from './keys/api-keys/routes.ts'
import { userKeyRoutes } from './keys/api-keys/user-keys.ts'
import { encryptionKeyRoutes } from './keys/encryption-keys/routes.ts'
import { serviceAccountRoutes } from './keys/service-accounts/routes.ts'
import { broadcastRoutes } from './messages/broadcasts/routes.ts'
import { emailRoutes } from './messages/email/routes.ts'
import { notificationRoutes } from './messages/notifications/routes.ts'
import { addMiddleware } from './middleware/order.ts'
import { backupRoutes } from './operations/backups/routes.ts'
import { directoryRoutes } from './operations/directory/routes.ts'
import { docsRoutes } from './operations/docs/routes.ts'
import { eventTypeRoutes } from './operations/event-types/routes.ts'
import { healthRoutes } from './operations/health/routes.ts'
import { mcpRoutes } from './operations/mcp/routes.ts'
import { metricsRoutes } from './operations/metrics/routes.ts'
import { deletedOrgRoutes, orgDeletionRoutes, orgRestoreRoutes } from './operations/org-deletions/routes.ts'
import { orgExportRoutes } from './operations/org-exports/routes.ts'
import { traceRoutes } from './operations/traces/routes.ts'
import { auditLogRoutes, orgAuditLogRoutes } from './people/audit-logs/routes.ts'
import { invitationRoutes } from './people/invitations/routes.ts'
import { orgLeavingRoutes, userLeavingRoutes } from './people/leaving/routes.ts'
import { meRoutes } from './people/me/routes.ts'
import { orgMemberRoutes } from './people/my-orgs/member-routes.ts'
import { myOrgRoutes } from './people/my-orgs/my-routes.ts'
import { ownOrgRoutes } from './people/my-orgs/routes.ts'
import { operatorRoutes, userRoleRoutes } from './people/operators/routes.ts'
import { orgRoutes } from './people/orgs/routes.ts'
import { userRoutes } from './people/users/routes.ts'
import { entitlementKeyRoutes } from './plans/entitlement-keys/routes.ts'
import { entitlementOverrideRoutes, entitlementRoutes } from './plans/entitlements/routes.ts'
import { ofrepRoutes } from './plans/feature-flags/ofrep-routes.ts'
import { featureFlagRoutes } from './plans/feature-flags/routes.ts'
import { planRoutes } from './plans/plans/routes.ts'
import { configEntryRoutes } from './providers/config-entries/routes.ts'
import { llmProviderRoutes } from './providers/llm-providers/routes.ts'
import { mcpConfigRoutes } from './providers/mcp-configs/routes.ts'
import { toolProviderRoutes } from './providers/tool-providers/routes.ts'
import { acceptingRoutes } from './registration/accepting/routes.ts'
import { registrationRoutes } from './registration/registering/routes.ts'
import { askedRoutes } from './runtime/http/asked-routes.ts'
import { questionRoutes } from './runtime/http/routes.ts'
import { admissionRoutes } from './runtime/http/run-routes.ts'
import { passkeyLoginRoutes } from './sign-in/passkey-logins/routes.ts'
import { passkeyRoutes } from './sign-in/passkeys/routes.ts'
import { recoveryCodeRoutes } from './sign-in/recovery-codes/routes.ts'
import { myRecoveryRoutes, recoveryRoutes, userRecoveryRoutes } from './sign-in/recovery/routes.ts'
import { secondFactorRoutes, userSecondFactorRoutes } from './sign-in/second-factor/routes.ts'
import { mySessionRoutes } from './sign-in/sessions/my-sessions.ts'
import { signInRoutes, wellKnownRoutes } from './sign-in/sessions/routes.ts'
import { userSessionRoutes } from './sign-in/sessions/user-sessions.ts'
import { stepUpRoutes } from './sign-in/step-up/routes.ts'
import { totpRoutes } from './sign-in/totp/routes.ts'
import { budgetRoutes, budgetSimulationRoutes } from './spending/budgets/routes.ts'
import { pauseRoutes } from './spending/pauses/routes.ts'
import { accessLogRoutes } from './traffic/access-log/routes.ts'
import { gatewayConfigRoutes } from './traffic/gateway/routes.ts'
import { ipRuleRoutes } from './traffic/ip-rules/routes.ts'
import { deliveryRoutes } from './webhooks/deliveries/routes.ts'
import { webhookEndpointRoutes } from './webhooks/endpoints/routes.ts'

export const app = new Hono<App>({ router: staticFirstRouter() })
addMiddleware(app)

const { mount, mountDoors, tags } = mounts(app)

/** The chapters of the API's documentation, in their order. */
export { tags }

mount('/', healthRoutes, 'Health', 'Probes for load balancers and deployments.')
mount('/metrics', metricsRoutes, 'Health')
mount('/', docsRoutes, 'Documentation', 'This document, as JSON and as a page.')
mount('/mcp', mcpRoutes(app), 'MCP', 'The whole API as a few tools, for agents that operate the platform.')

mount('/v1/auth', signInRoutes, 'Signing in', 'Registration, access tokens and refresh tokens.')
mount('/.well-known', wellKnownRoutes, 'Signing in')
mount('/v1/me', meRoutes, 'Current user', 'The caller, and what belongs to them.')
mount('/v1/me/orgs', myOrgRoutes, 'Current user')
mount('/v1/me/invite-code', myInviteCodeRoutes, 'Current user')
mount('/v1/me/redeem', redeemRoutes, 'Current user')
mount('/v1/me/credits', myCreditRoutes, 'Current user')
mount('/v1/api-keys', apiKeyRoutes, 'API keys', 'Keys for programs that act for a user in one org.')
mount(
	'/v1/orgs',
	serviceAccountRoutes,
	'Service accounts',
	'Programs of an org, and their keys. They outlive their makers.',
)
mount('/v1/orgs', encryptionKeyRoutes, 'Service accounts')
mount('/v1/admin/orgs', orgRoutes, 'Orgs', 'Orgs and their members.')
mount('/v1/orgs', ownOrgRoutes, 'Orgs')
mount('/v1/orgs', orgMemberRoutes, 'Orgs')
mount('/v1/orgs', orgDeletionRoutes, 'Orgs')
mount('/v1/orgs', orgExportRoutes, 'Orgs')
mount('/v1/admin/orgs', orgRestoreRoutes, 'Orgs')
mount('/v1/admin/org-deletions', deletedOrgRoutes, 'Orgs')
mount('/v1/admin/users', userRoutes, 'Users', 'User administration.')
mount('/v1/admin/users', userKeyRoutes, 'Users')
mount('/v1/admin/users', userRoleRoutes, 'Users')

mount('/v1/auth/step-up', stepUpRoutes, 'Signing in')
mount('/v1/auth', registrationRoutes, 'Signing in')
mount('/v1/auth', recoveryRoutes, 'Signing in')
mount('/v1/me', myRecoveryRoutes, 'Current user')
mount('/v1/admin/users', userRecoveryRoutes, 'Users')
mount('/v1/me/sessions', mySessionRoutes, 'Current user')
mount('/v1/admin/users', userSessionRoutes, 'Users')
mount('/v1/auth/second-factor', secondFactorRoutes, 'Signing in')
mount('/v1/auth/passkey', passkeyLoginRoutes, 'Signing in')
mount('/v1/auth/access', accessLoginRoutes, 'Signing in')
mount('/v1/me/passkeys', passkeyRoutes, 'Current user')
mount('/v1/me/totp', totpRoutes, 'Current user')
mount('/v1/me/recovery-codes', recoveryCodeRoutes, 'Current user')
mount('/v1/admin/users', userSecondFactorRoutes, 'Users')
mount('/v1/admin/users', userWaysInRoutes, 'Users')
mount('/v1/admin/users', userLeavingRoutes, 'Users')
mount('/v1/orgs', orgLeavingRoutes, 'Orgs')
mount('/v1/me/identities', identityRoutes, 'Current user')
mount('/v1/me/identities', accessIdentityRoutes, 'Current user')
mount('/v1/auth', oidcRoutes, 'Signing in')
mountDoors(
	'oidc-connections',
	connectionRoutes,
	'OIDC connections',
	'OpenID providers that people sign in with, of the platform and of orgs.',
)
mountDoors('oidc-connections', tokenRoutes, 'OIDC connections')
mount(
	'/scim/v2',
	scimRoutes,
	'SCIM',
	'Directories of companies say here who belongs to them: SCIM 2.0 (RFC 7644), users only.',
)

mount('/v1/admin/operators', operatorRoutes, 'Operators', 'Who operates the platform, and which part of it.')
mount('/v1/admin/audit-logs', auditLogRoutes, 'Audit logs', 'Who changed what, with the state before and after.')
mount('/v1/admin/audit-logs', revertRoutes, 'Audit logs')
mount('/v1/orgs/:org_id/audit-logs', orgAuditLogRoutes, 'Audit logs')
mount('/v1/orgs/:org_id/audit-logs', orgRevertRoutes, 'Audit logs')
mount('/v1/admin/changes', unconfirmedChangeRoutes, 'Changes', 'Changes waiting for confirmation.')

mountDoors('requests', requestRoutes, 'Requests', 'What people decide: what runs ask for, and what keys propose.')

mount('/v1/admin/backups', backupRoutes, 'Backups', 'Copies of the database in a bucket.')
mount('/v1/admin', directoryRoutes, 'Directory', 'A search for anything, and the names behind ids.')

mount('/v1/tool-providers', toolProviderRoutes, 'Tool providers', 'Backends of the built-in tool groups.')
mount('/v1/llm-providers', llmProviderRoutes, 'LLM providers', 'Accounts with model vendors, and their models.')
mount('/v1/mcp-configs', mcpConfigRoutes, 'MCP configs', 'MCP servers that the agents of an org may use.')
mount('/v1/admin/config-entries', configEntryRoutes, 'Configuration', 'Settings of the platform and its secret keys.')
mount('/v1/admin/secret-keys', secretKeyRoutes, 'Configuration')

mount(
	'/v1/admin/config',
	platformConfigurationRoutes,
	'Configuration document',
	'The whole configuration of the platform or of an org as one document: export, plan, apply, restore.',
)
mount('/v1/orgs/:org_id/config', orgConfigurationRoutes, 'Configuration document')
mountDoors('config', configurationRoutes, 'Configuration document')

mount('/v1/plans', planRoutes, 'Plans', 'Plans and the entitlements they grant.')
mount('/v1/subscriptions', subscriptionRoutes, 'Subscriptions', 'Which org has which plan, and until when.')
mount(
	'/v1/entitlement-overrides',
	entitlementOverrideRoutes,
	'Entitlements',
	'Overrides for one org, and effective values.',
)
mount('/v1/entitlements', entitlementRoutes, 'Entitlements')
mount('/v1/entitlement-keys', entitlementKeyRoutes, 'Entitlements')
mount('/v1/feature-flags', featureFlagRoutes, 'Feature flags', 'Flags, org overrides and evaluation, also over OFREP.')
mount('/ofrep/v1/evaluate/flags', ofrepRoutes, 'Feature flags')

mount('/v1/runtime', runtimeRoutes, 'Runs', 'Run reports from the agent runtime, and the runs.')
mount('/v1/runtime', admissionRoutes, 'Runs')
mount('/v1/runtime/requests', askedRoutes, 'Requests')
mount('/v1/runtime', questionRoutes, 'Runtime', 'What an agent runtime asks, with credentials that only it can open.')
// Must come before the runs, whose ids would match its path.
mount('/v1/admin/runs/rejected', rejectedReportRoutes, 'Runs')
mountDoors('runs', runListRoutes, 'Runs')
mountDoors('runs', runRoutes, 'Runs')
mountDoors('agents', agentRoutes, 'Agents', 'What runs named as their agent, with what it ran and cost.')
mountDoors('usage', usageRoutes, 'Usage', 'Tokens and cost by day and by model, and the dashboard.')
mountDoors('usage', subjectUsageRoutes, 'Usage')
mount('/v1/admin/usage', usageVerificationRoutes, 'Usage')
mount('/v1/admin/usage', billComparisonRoutes, 'Usage')
mount('/v1/admin/dashboard', dashboardRoutes, 'Usage')
mount('/v1/admin/credits', creditRoutes, 'Credits', 'The balance of each org, and the ledger behind it.')
mountDoors('credits', creditOutlookRoutes, 'Credits')
mountDoors('pauses', pauseRoutes, 'Pauses', 'Who or what may not begin runs, or continue them.')
mountDoors('budgets', budgetRoutes, 'Budgets', 'Bounds on what runs may take, and how much of them is taken.')
mountDoors('budgets', budgetSimulationRoutes, 'Budgets')
mount('/v1/admin/redemption-codes', redemptionCodeRoutes, 'Redemption codes', 'Codes that an org redeems once.')
mount(
	'/v1/orgs',
	invitationRoutes,
	'Invitations',
	'Invitations into an org; invite codes, and who was invited by whom.',
)
mount('/v1/invitations', acceptingRoutes, 'Invitations')
mount('/v1/admin/invite-codes', inviteCodeRoutes, 'Invitations')
mount('/v1/admin/referrals', referralRoutes, 'Invitations')

mount('/v1/notifications', notificationRoutes, 'Notifications', 'Messages to users, and broadcasts to many of them.')
mount('/v1/admin/notifications/broadcasts', broadcastRoutes, 'Notifications')
mount('/v1/admin/email', emailRoutes, 'E-mail', 'The SMTP server for outgoing mail.')

mount('/v1/webhook-endpoints', webhookEndpointRoutes, 'Webhooks', 'Endpoints, their deliveries and the event types.')
mount('/v1/webhook-endpoints', deliveryRoutes, 'Webhooks')
mount('/v1/webhook-endpoints', backfillRoutes, 'Webhooks')
mount('/v1/webhook-event-types', eventTypeRoutes, 'Webhooks')

mount('/v1/ip-rules', ipRuleRoutes, 'IP rules', "The addresses an org's callers may come from.")
mount('/v1/admin/gateway-config', gatewayConfigRoutes, 'Gateway', 'How callers are located and their risk is assessed.')
mount('/v1/admin/access-log', accessLogRoutes, 'Access log', 'Every request and its response.')
mount('/v1/traces', traceRoutes, 'Traces', 'Everything one request left behind.')

app.notFound(respondToUnknown(app))
app.onError(respondToError)
