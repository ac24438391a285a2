// What the tests run: the Worker, and what they call of it, as one module with one copy of all that it keeps in memory. Tests import the
// Worker's code from here only.
import { Confirmation as PlainConfirmation } from '../../src/changes/confirmations/confirmation.ts'
import { PasswordHasher as RealHasher } from '../../src/identity/passwords/password-hasher.ts'
import type { Work } from '../../src/identity/passwords/work.ts'
import { ToolGroup as PlainToolGroup } from '../../src/providers/tool-providers/tool-group.ts'
import { AccessLogStream as PlainStream } from '../../src/traffic/access-log/recent/access-log-stream.ts'
import { hashing } from './hashing.ts'
import { called, forgetObjects, note } from './objects.ts'
import { MIGRATIONS, SCHEMA } from './sql.ts'

export { default } from '../../src/index.ts'
export { Runtime } from '../../src/runtime/rpc/rpc.ts'
export { called, forgetObjects, hashing, MIGRATIONS, SCHEMA }

export class ToolGroup extends PlainToolGroup {
	constructor(ctx: DurableObjectState, env: Env) {
		note('TOOL_GROUP', ctx)
		super(ctx, env)
	}
}

export class Confirmation extends PlainConfirmation {
	constructor(ctx: DurableObjectState, env: Env) {
		note('CONFIRMATION', ctx)
		super(ctx, env)
	}
}

export class AccessLogStream extends PlainStream {
	constructor(ctx: DurableObjectState, env: Env) {
		note('ACCESS_LOG_STREAM', ctx)
		super(ctx, env)
	}
}

export class PasswordHasher extends RealHasher {
	override derive(work: Work): Uint8Array | undefined {
		return hashing.isReal ? super.derive(work) : hashing.cheaply(work)
	}
}

export { app, tags } from '../../src/app.ts'
export { chunk as creditChunk } from '../../src/billing/credits/operations.ts'
export { compactLedger } from '../../src/billing/credits/compact.ts'
export { grantEveryMonth } from '../../src/billing/credits/monthly-grant.ts'
export { verifyBalances, verifyLedgers } from '../../src/billing/credits/verify.ts'
export { archiveRuns } from '../../src/billing/run-archive/move.ts'
export { oldestDay, runsFrom } from '../../src/billing/run-archive/walk.ts'
export { WALKED } from '../../src/http/page.ts'
export { reportRuns } from '../../src/billing/runs/report.ts'
export { creditsFor, multiplierOf, termsOf } from '../../src/billing/runs/terms.ts'
export { expireSubscriptions } from '../../src/billing/subscriptions/expire.ts'
export { verifyUsage, verifyYesterday } from '../../src/billing/usage-verification/verify.ts'
export { getLines } from '../../src/bucket/bucket.ts'
export { endOverdue } from '../../src/changes/confirmations/end.ts'
export { CONFIRMABLE } from '../../src/changes/confirmations/operations.ts'
export { KINDS } from '../../src/changes/kinds.ts'
export { NOT_REVERTIBLE } from '../../src/changes/reverts/not-revertible.ts'
export { isConfiguration } from '../../src/changes/reverts/reverter.ts'
export { noteAnswer } from '../../src/db/away.ts'
export { isolateCache } from '../../src/db/cache.ts'
export { fromNow, newId, now } from '../../src/db/columns.ts'
export { openDatabase } from '../../src/db/database.ts'
export { prepared } from '../../src/db/prepared.ts'
export { SCHEMA_VERSION } from '../../src/db/schema-version.ts'
export { CODES, OF_SPENDING } from '../../src/http/codes.ts'
export { forgetEverything, onForget } from '../../src/isolate.ts'
export { decidedBy } from '../../src/http/decided-by.ts'
export {
	ApiError,
	conflict,
	forbidden,
	internalError,
	rateLimited,
	unauthorized,
	unavailable,
	upstreamError,
} from '../../src/http/errors.ts'
export { Ok } from '../../src/http/fields.ts'
export { errorName } from '../../src/http/log.ts'
export { masked, PREFIXES } from '../../src/http/masked.ts'
export { isAudited, isTagged, operations, takesIfMatch, takesIfNoneMatch } from '../../src/http/operations.ts'
export { REASONS } from '../../src/http/reasons.ts'
export { hashOf, newLongLived, signAccessToken } from '../../src/identity/auth/tokens.ts'
export { RETENTION as INVITATION_RETENTION } from '../../src/identity/invitations/state.ts'
export { proveAgain } from '../../src/identity/oidc-connections/prove-again.ts'
export { newTurns } from '../../src/identity/passwords/turns.ts'
export { COST } from '../../src/identity/passwords/work.ts'
export { forgetOldKeys } from '../../src/identity/principals/old-keys.ts'
export { RETENTION as ONE_TIME_TOKEN_RETENTION } from '../../src/identity/recovery/one-time-tokens.ts'
export { RETENTION as SERVICE_KEY_RETENTION } from '../../src/identity/service-accounts/keys.ts'
export { RETENTION as SIGN_IN_RETENTION } from '../../src/identity/sign-in/retention.ts'
export { hashPassword, passwordMatches, toHash } from '../../src/identity/passwords/passwords.ts'
export { codeOf, otpauthUri, stepOf, toBase32 } from '../../src/identity/totp/codes.ts'
export { eraseNames } from '../../src/identity/users/erase.ts'
export { purgeBroadcasts } from '../../src/messages/broadcasts/purge.ts'
export { resumeBroadcasts } from '../../src/messages/broadcasts/resume.ts'
export { mailboxOf } from '../../src/messages/email/mailbox.ts'
export { TEST_MAIL, messageOf } from '../../src/messages/email/message.ts'
export { deliver } from '../../src/messages/email/send.ts'
export { purgeNotifications } from '../../src/messages/notifications/purge.ts'
export { clientNetwork, formatNetwork, networksAround, parseAddress, parseNetwork } from '../../src/networks/cidr.ts'
export { admits, compile } from '../../src/networks/rules.ts'
export { evaluateAlerts } from '../../src/operations/alerts/evaluate.ts'
export { ALERT_EVENTS } from '../../src/operations/alerts/events.ts'
export { credentialsIn } from '../../src/operations/backups/brought.ts'
export { checkNewest } from '../../src/operations/backups/check-newest.ts'
export { checkAll, keysNeeded, manifestIn } from '../../src/operations/backups/check.ts'
export { deriveAll } from '../../src/operations/backups/derive.ts'
export { restore } from '../../src/operations/backups/restore.ts'
export { backUp, outdated } from '../../src/operations/backups/run.ts'
export { COPIED, TABLES as BACKUP_TABLES, quoted } from '../../src/operations/backups/tables.ts'
export { LANGUAGE_SCRIPT, REFERENCE_SCRIPT, STYLE_SHEET, THEME_SCRIPT } from '../../src/operations/docs/built.ts'
export { contentOf, operationsOf, parametersOf } from '../../src/operations/docs/document.ts'
export { errorAt, refusalsOf } from '../../src/operations/docs/errors.ts'
export { openApi } from '../../src/operations/docs/openapi.ts'
export { EXAMPLE } from '../../src/operations/docs/webhook-example.ts'
export { EVENT_TYPES } from '../../src/operations/event-types/all.ts'
export { EXAMPLES as CHANGE_EXAMPLES } from '../../src/operations/guides/change-examples.ts'
export { requestsOf, responseOf } from '../../src/operations/guides/examples.ts'
export { EXAMPLES as SPENDING_EXAMPLES } from '../../src/operations/guides/spending-examples.ts'
export { claimDue, endRun, placeOf } from '../../src/operations/jobs/lease.ts'
export { retention } from '../../src/operations/jobs/retention.ts'
export { JOBS } from '../../src/operations/jobs/run.ts'
export { shareOut } from '../../src/operations/jobs/shares.ts'
export { eraseOrgs } from '../../src/operations/org-deletions/erase.ts'
export { STEPS } from '../../src/operations/org-deletions/steps.ts'
export { exportOrgs } from '../../src/operations/org-exports/run.ts'
export { TABLES as ORG_TABLES } from '../../src/operations/org-rows/tables.ts'
export { isPrivateAddress } from '../../src/outbound/addresses.ts'
export { connectTo } from '../../src/outbound/connect.ts'
export { BASE_URL, denialOf } from '../../src/outbound/policy.ts'
export { OutboundError } from '../../src/outbound/request.ts'
export { send } from '../../src/outbound/send.ts'
export { forgetTerms } from '../../src/plans/entitlement-keys/remembered.ts'
export { flagValues, forgetFlags } from '../../src/plans/feature-flags/evaluate.ts'
export { featureFlags } from '../../src/plans/feature-flags/table.ts'
export { plans } from '../../src/plans/plans/table.ts'
export { PERMISSIONS } from '../../src/principal.ts'
export { sealClearEntries } from '../../src/providers/config-entries/seal.ts'
export { chooseModel, forgetModels } from '../../src/providers/llm-providers/resolve.ts'

export { llmKeyPlace } from '../../src/providers/llm-providers/table.ts'
export { matches, problemsOf } from '../../src/providers/llm-providers/when.ts'
export { forgetMcp, listRuntimeMcp } from '../../src/providers/mcp-configs/open.ts'
export { forgetTools, resolveTool } from '../../src/providers/tool-providers/resolve.ts'
export { reseal } from '../../src/secrets/reseal.ts'
export { secrets } from '../../src/secrets/table.ts'
export { at, maskOf, open, seal } from '../../src/secrets/vault.ts'
export { heldOf, stateIn, takenBy } from '../../src/spending/budgets/live.ts'
export { CreateBudget } from '../../src/spending/budgets/schema.ts'
export { simulateBudget } from '../../src/spending/budgets/simulate.ts'
export { mailBudgetAlerts } from '../../src/spending/budgets/mail.ts'
export { appliesTo, boundedIn, isOn, matchedOf, resetOf, windowOf } from '../../src/spending/budgets/match.ts'
export { RETENTION as BUDGET_RETENTION } from '../../src/spending/budgets/retention.ts'
export { SCOPES, UNITS, WINDOWS } from '../../src/spending/budgets/table.ts'
export { forgetPrincipals } from '../../src/tenancy/principals/remembered.ts'
export { COLUMNS as POINT_COLUMNS, entryOf, pointOf, writePoints } from '../../src/traffic/access-log/archive/points.ts'
export { archiveOf } from '../../src/traffic/access-log/archive/read.ts'
export { archiveQuery, literal, timeOf } from '../../src/traffic/access-log/archive/sql.ts'
export { flushNow } from '../../src/traffic/access-log/buffer.ts'
export { facetsOf } from '../../src/traffic/access-log/facets.ts'
export { readLog } from '../../src/traffic/access-log/read.ts'
export { LOG_ID, idAfter } from '../../src/traffic/access-log/recent/ids.ts'
export { newPace } from '../../src/traffic/access-log/recent/pace.ts'
export { pack, toRequest, unpack } from '../../src/traffic/access-log/recent/pack.ts'
export { assess } from '../../src/traffic/callers/assess.ts'
export { clientAddress } from '../../src/traffic/callers/client-address.ts'
export { HOSTING_NETWORKS } from '../../src/traffic/callers/hosting-networks.ts'
export { uaTypeOf } from '../../src/traffic/callers/user-agent.ts'
export { DEFAULT_DOCUMENT, compileGateway, forgetGateway } from '../../src/traffic/gateway/current.ts'
export { rehearse } from '../../src/traffic/gateway/rehearse.ts'
export { pausesOf, widestPause } from '../../src/traffic/pauses/applies.ts'
export { forgetPauses } from '../../src/traffic/pauses/current.ts'
export { PAUSE_SCOPES } from '../../src/traffic/pauses/table.ts'
export { bodyOf } from '../../src/webhooks/deliveries/attempt.ts'
export { claim } from '../../src/webhooks/deliveries/claim.ts'
export { signalDueEndpoints } from '../../src/webhooks/deliveries/due.ts'
export { purgeDeliveries } from '../../src/webhooks/deliveries/purge.ts'
export { delayAfter } from '../../src/webhooks/deliveries/schedule.ts'
export { signatureOf } from '../../src/webhooks/endpoints/sign.ts'
export { DRY_RUN_TYPE, DryRun, emptyResult, offersDryRun } from '../../src/write/dry-run.ts'
export { takesIdempotencyKey } from '../../src/write/idempotency.ts'
export { NO_PLACE } from '../../src/write/place.ts'
export { RETENTION as IDEMPOTENCY_RETENTION, deleteExpired, purgeWhile } from '../../src/write/retention.ts'
export { systemContext } from '../../src/write/system.ts'
export { auditStates } from '../../src/write/table.ts'
export { LOCKING } from '../../src/write/waiting.ts'
export { write } from '../../src/write/write.ts'
export { initialGrant } from '../../src/billing/referrals/record.ts'
export { tellIdle } from '../../src/identity/api-keys/connected.ts'
export { insertMember } from '../../src/identity/orgs/members.ts'
export { newAccount } from '../../src/identity/sign-in/accounts.ts'
export { newSession } from '../../src/identity/sign-in/session.ts'
export { users } from '../../src/tenancy/users/table.ts'
export { remindOfNarrowed } from '../../src/identity/scim/narrowed.ts'
