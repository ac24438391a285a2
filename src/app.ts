import { Hono } from 'hono'
import { accessLog } from './traffic/access-log/record.ts'
import { accessLogRoutes } from './traffic/access-log/routes.ts'
import { apiKeyRoutes } from './identity/api-keys/routes.ts'
import { auditLogRoutes } from './identity/audit-logs/routes.ts'
import { authenticate } from './identity/auth/principal.ts'
import { broadcastRoutes } from './messages/broadcasts/routes.ts'
import { configEntryRoutes } from './providers/config-entries/routes.ts'
import { creditRoutes, myCreditRoutes } from './billing/credits/routes.ts'
import { dashboardRoutes } from './billing/dashboard/routes.ts'
import { deliveryRoutes } from './webhooks/deliveries/routes.ts'
import { docsRoutes } from './operations/docs/routes.ts'
import { emailRoutes } from './messages/email/routes.ts'
import { entitlementOverrideRoutes, entitlementRoutes } from './plans/entitlements/routes.ts'
import { eventTypeRoutes } from './webhooks/events/routes.ts'
import { ofrepRoutes } from './plans/feature-flags/ofrep.ts'
import { featureFlagRoutes } from './plans/feature-flags/routes.ts'
import { locate, refuseRisk } from './traffic/callers/enforce.ts'
import { gatewayConfigRoutes } from './traffic/gateway/routes.ts'
import { healthRoutes } from './operations/health/routes.ts'
import { bodyLimit } from './gate/body-limit.ts'
import { browsers } from './gate/browsers.ts'
import type { App } from './context.ts'
import { database } from './gate/database.ts'
import { selfRepresenting } from './http/etag.ts'
import { idempotency } from './http/idempotency.ts'
import { answerError, answerUnknown } from './http/refusals.ts'
import { rateLimit } from './gate/rate-limit.ts'
import { staticFirstRouter } from './http/router.ts'
import { trace } from './gate/trace.ts'
import { inviteCodeRoutes, myInviteCodeRoutes } from './billing/invite-codes/routes.ts'
import { enforceIpRules } from './traffic/ip-rules/enforce.ts'
import { ipRuleRoutes } from './traffic/ip-rules/routes.ts'
import { llmProviderRoutes } from './providers/llm-providers/routes.ts'
import { mcpConfigRoutes } from './providers/mcp-configs/routes.ts'
import { meRoutes } from './identity/me/routes.ts'
import { notificationRoutes } from './messages/notifications/routes.ts'
import { orgRoutes } from './identity/orgs/routes.ts'
import { planRoutes } from './plans/plans/routes.ts'
import { redeemRoutes } from './billing/redemption-codes/redeem.ts'
import { redemptionCodeRoutes } from './billing/redemption-codes/routes.ts'
import { referralRoutes } from './billing/referrals/routes.ts'
import { runRoutes, runtimeRoutes } from './billing/runs/routes.ts'
import { secretKeyRoutes } from './secrets/routes.ts'
import { signInRoutes, wellKnownRoutes } from './identity/sign-in/routes.ts'
import { subscriptionRoutes } from './plans/subscriptions/routes.ts'
import { toolProviderRoutes } from './providers/tool-providers/routes.ts'
import { orgUsageRoutes, usageRoutes } from './billing/usage/routes.ts'
import { userRoutes } from './identity/users/routes.ts'
import { webhookEndpointRoutes } from './webhooks/endpoints/routes.ts'

export const app = new Hono<App>({ router: staticFirstRouter() })

app.use(trace)
app.use(accessLog)
app.use(browsers)

app.use('/readyz', database, authenticate)
app.route('/', healthRoutes)
app.route('/', docsRoutes)
app.route('/.well-known', wellKnownRoutes)

const guarded = [
	bodyLimit,
	database,
	authenticate,
	locate,
	enforceIpRules,
	refuseRisk,
	rateLimit,
	idempotency,
	selfRepresenting(app),
] as const
app.use('/v1/*', ...guarded)
app.use('/ofrep/*', ...guarded)

app.route('/v1/auth', signInRoutes)
app.route('/v1/me', meRoutes)
app.route('/v1/me/invite-code', myInviteCodeRoutes)
app.route('/v1/me/redeem', redeemRoutes)
app.route('/v1/me/credits', myCreditRoutes)
app.route('/v1/api-keys', apiKeyRoutes)
app.route('/v1/admin/orgs', orgRoutes)
app.route('/v1/admin/users', userRoutes)
app.route('/v1/admin/audit-logs', auditLogRoutes)
app.route('/v1/admin/access-log', accessLogRoutes)
app.route('/v1/admin/gateway-config', gatewayConfigRoutes)
app.route('/v1/admin/invite-codes', inviteCodeRoutes)
app.route('/v1/admin/referrals', referralRoutes)
app.route('/v1/admin/redemption-codes', redemptionCodeRoutes)

app.route('/v1/notifications', notificationRoutes)
app.route('/v1/admin/notifications/broadcasts', broadcastRoutes)

app.route('/v1/admin/credits', creditRoutes)
app.route('/v1/admin/config-entries', configEntryRoutes)
app.route('/v1/admin/secret-keys', secretKeyRoutes)
app.route('/v1/admin/email', emailRoutes)

app.route('/v1/admin/usage', usageRoutes)
app.route('/v1/orgs', orgUsageRoutes)
app.route('/v1/admin/dashboard', dashboardRoutes)
app.route('/v1/admin/runs', runRoutes)
app.route('/v1/runtime', runtimeRoutes)

app.route('/v1/tool-providers', toolProviderRoutes)
app.route('/v1/mcp-configs', mcpConfigRoutes)
app.route('/v1/llm-providers', llmProviderRoutes)
app.route('/v1/webhook-endpoints', webhookEndpointRoutes)
app.route('/v1/webhook-endpoints', deliveryRoutes)
app.route('/v1/webhook-event-types', eventTypeRoutes)
app.route('/v1/ip-rules', ipRuleRoutes)
app.route('/v1/plans', planRoutes)
app.route('/v1/subscriptions', subscriptionRoutes)
app.route('/v1/entitlement-overrides', entitlementOverrideRoutes)
app.route('/v1/entitlements', entitlementRoutes)
app.route('/v1/feature-flags', featureFlagRoutes)
app.route('/ofrep/v1/evaluate/flags', ofrepRoutes)

app.notFound(answerUnknown(app))
app.onError(answerError)
