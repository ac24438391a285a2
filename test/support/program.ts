// What the tests run: the Worker, and what they call of it, as one module with one copy of all that it keeps in memory. Tests import the
// Worker's code from here only.
import { Confirmation as PlainConfirmation } from '../../src/worker/changes/confirmations/confirmation.ts'
import { ToolGroup as PlainToolGroup } from '../../src/worker/providers/tool-providers/tool-group.ts'
import { PasswordHasher as RealHasher } from '../../src/worker/sign-in/passwords/password-hasher.ts'
import type { Work } from '../../src/worker/sign-in/passwords/work.ts'
import { AccessLogStream as PlainStream } from '../../src/worker/traffic/access-log/recent/access-log-stream.ts'
import { hashing } from './hashing.ts'
import { called, forgetObjects, note } from './objects.ts'
import { MIGRATIONS, SCHEMA } from './sql.ts'

export { default } from '../../src/worker/index.ts'
export { Runtime } from '../../src/worker/runtime/rpc/rpc.ts'
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

export { app, tags } from '../../src/worker/app.ts'
export { purgeAgentDays } from '../../src/worker/billing/agents/purge.ts'
export { compare } from '../../src/worker/billing/bill-comparison/compare.ts'
export { chunk as creditChunk } from '../../src/worker/billing/credits/operations.ts'
export { compactLedger } from '../../src/worker/billing/credits/compact.ts'
export { grantEveryMonth } from '../../src/worker/billing/credits/monthly-grant.ts'
export { verifyBalances, verifyLedgers } from '../../src/worker/billing/credits/verify.ts'
export { archiveRuns } from '../../src/worker/billing/run-archive/move.ts'
export { newestDay, runsFrom } from '../../src/worker/billing/run-archive/walk.ts'
export { WALKED } from '../../src/worker/ground/http/page.ts'
export { reportRuns } from '../../src/worker/billing/runs/report.ts'
export { termsOf } from '../../src/worker/billing/runs/terms.ts'
export { costed } from '../../src/worker/billing/costs/costing.ts'
export { creditsPerMillion, priceOf } from '../../src/worker/billing/costs/price.ts'
export { expireSubscriptions } from '../../src/worker/billing/subscriptions/expire.ts'
export { verifyUsage, verifyYesterday } from '../../src/worker/billing/usage-verification/verify.ts'
export { getLines, putLines } from '../../src/worker/ground/bucket/bucket.ts'
export { endOverdue } from '../../src/worker/changes/confirmations/end.ts'
export { CONFIRMABLE } from '../../src/worker/changes/confirmations/operations.ts'
export { KINDS } from '../../src/worker/changes/kinds.ts'
export { isConfiguration } from '../../src/worker/changes/reverts/reverter.ts'
export { type Effect, effectText } from '../../src/worker/ground/write/effects.ts'
export { AUDIT_ACTIONS, whyNotRevertible } from '../../src/worker/ground/write/actions.ts'
export { noteAnswer } from '../../src/worker/ground/db/away.ts'
export { isolateCache } from '../../src/worker/ground/db/cache.ts'
export { fromNow, newId, now } from '../../src/worker/ground/db/columns.ts'
export { openDatabase } from '../../src/worker/ground/db/database.ts'
export { prepared } from '../../src/worker/ground/db/prepared.ts'
export { SCHEMA_VERSION } from '../../src/worker/ground/db/schema-version.ts'
export { FIELD_CODES, type FieldCode, saidOf } from '../../src/worker/ground/http/field-codes.ts'
export { must } from '../../src/worker/ground/http/must.ts'
export { CODES, OF_SPENDING } from '../../src/worker/ground/http/codes.ts'
export { forgetEverything, onForget } from '../../src/worker/isolate.ts'
export { decidedBy } from '../../src/worker/ground/http/decided-by.ts'
export {
	ApiError,
	conflict,
	forbidden,
	internalError,
	rateLimited,
	unauthorized,
	unavailable,
	upstreamError,
	conflictSaying,
	errorMessage,
	withoutPermission,
} from '../../src/worker/ground/http/errors.ts'
export { Ok } from '../../src/worker/ground/http/fields.ts'
export { errorName } from '../../src/worker/ground/http/log.ts'
export { masked, PREFIXES } from '../../src/worker/ground/http/masked.ts'
export {
	isAudited,
	changesSomething,
	isTagged,
	operations,
	takesIfMatch,
	takesIfNoneMatch,
} from '../../src/worker/ground/http/operations.ts'
export { REASONS, statusesOf } from '../../src/worker/ground/http/reasons.ts'
export { filled } from '../../src/worker/ground/http/sentences.ts'
export { hashOf, newLongLived, signAccessToken } from '../../src/worker/keys/auth/tokens.ts'
export { RETENTION as INVITATION_RETENTION } from '../../src/worker/people/invitations/state.ts'
export { proveAgain } from '../../src/worker/federation/oidc-connections/prove-again.ts'
export { newTurns } from '../../src/worker/sign-in/passwords/turns.ts'
export { COST } from '../../src/worker/sign-in/passwords/work.ts'
export { forgetOldKeys } from '../../src/worker/people/principals/old-keys.ts'
export { RETENTION as ONE_TIME_TOKEN_RETENTION } from '../../src/worker/sign-in/recovery/one-time-tokens.ts'
export { RETENTION as SERVICE_KEY_RETENTION } from '../../src/worker/keys/service-accounts/keys.ts'
export { RETENTION as SIGN_IN_RETENTION } from '../../src/worker/sign-in/sessions/retention.ts'
export { hashPassword, passwordMatches, toHash } from '../../src/worker/sign-in/passwords/passwords.ts'
export { codeOf, otpauthUri, stepOf, toBase32 } from '../../src/worker/sign-in/totp/codes.ts'
export { fillNames } from '../../src/worker/people/users/fill-names.ts'
export { forgetPeople } from '../../src/worker/federation/scim/forget.ts'
export { eraseNames } from '../../src/worker/people/users/erase.ts'
export { purgeBroadcasts } from '../../src/worker/messages/broadcasts/purge.ts'
export { resumeBroadcasts } from '../../src/worker/messages/broadcasts/resume.ts'
export { mailboxOf } from '../../src/worker/messages/email/mailbox.ts'
export { TEST_MAIL, messageOf } from '../../src/worker/messages/email/message.ts'
export { deliver } from '../../src/worker/messages/email/send.ts'
export { purgeNotifications } from '../../src/worker/messages/notifications/purge.ts'
export {
	clientNetwork,
	formatNetwork,
	networksAround,
	parseAddress,
	parseNetwork,
} from '../../src/worker/ground/networks/cidr.ts'
export { admits, compile } from '../../src/worker/ground/networks/rules.ts'
export { evaluateAlerts } from '../../src/worker/operations/alerts/evaluate.ts'
export { credentialsIn } from '../../src/worker/operations/backups/brought.ts'
export { checkNewest } from '../../src/worker/operations/backups/check-newest.ts'
export { checkAll, keysNeeded, manifestIn } from '../../src/worker/operations/backups/check.ts'
export { deriveAll } from '../../src/worker/operations/backups/derive.ts'
export { restore } from '../../src/worker/operations/backups/restore.ts'
export { backUp, outdated } from '../../src/worker/operations/backups/run.ts'
export { COPIED, quoted } from '../../src/worker/operations/backups/tables.ts'
export { LANGUAGE_SCRIPT, REFERENCE_SCRIPT, STYLE_SHEET, THEME_SCRIPT } from '../../src/worker/operations/docs/built.ts'
export { colorsOf } from '../../src/worker/operations/docs/colors.ts'
export { contentOf, operationsOf, parametersOf } from '../../src/worker/operations/docs/document.ts'
export { errorAt, refusalsOf } from '../../src/worker/operations/docs/errors.ts'
export { openApi } from '../../src/worker/operations/docs/openapi.ts'
export { EXAMPLE } from '../../src/worker/operations/docs/webhook-example.ts'
export { EVENT_TYPES } from '../../src/worker/operations/event-types/all.ts'
export { EXAMPLES as CHANGE_EXAMPLES } from '../../src/worker/operations/guides/change-examples.ts'
export { requestsOf, responseOf } from '../../src/worker/operations/guides/examples.ts'
export { EXAMPLES as CONCEPT_EXAMPLES } from '../../src/worker/operations/guides/concept-examples.ts'
export { EXAMPLES as MODEL_EXAMPLES } from '../../src/worker/operations/guides/models-examples.ts'
export { STEPS as PATH_STEPS } from '../../src/worker/operations/guides/path-steps.ts'
export { EXAMPLES as SPENDING_EXAMPLES } from '../../src/worker/operations/guides/spending-examples.ts'
export { claimDue, endRun, placeOf } from '../../src/worker/operations/jobs/lease.ts'
export { EXPIRING, retention } from '../../src/worker/operations/jobs/retention.ts'
export { JOBS } from '../../src/worker/operations/jobs/run.ts'
export { shareOut } from '../../src/worker/operations/jobs/shares.ts'
export { eraseOrgs } from '../../src/worker/operations/org-deletions/erase.ts'
export { STEPS } from '../../src/worker/operations/org-deletions/steps.ts'
export { exportOrgs } from '../../src/worker/operations/org-exports/run.ts'
export { rowsOf as rowsOfOrg } from '../../src/worker/operations/org-rows/decision.ts'
export { TABLES as ORG_TABLES } from '../../src/worker/operations/org-rows/tables.ts'
export { isPrivateAddress } from '../../src/worker/ground/outbound/addresses.ts'
export { connectTo } from '../../src/worker/ground/outbound/connect.ts'
export { BASE_URL, denialOf } from '../../src/worker/ground/outbound/policy.ts'
export { OutboundError } from '../../src/worker/ground/outbound/request.ts'
export { send } from '../../src/worker/ground/outbound/send.ts'
export { forgetTerms } from '../../src/worker/plans/entitlement-keys/remembered.ts'
export { flagValues, forgetFlags } from '../../src/worker/plans/feature-flags/evaluate.ts'
export { featureFlags } from '../../src/worker/plans/feature-flags/table.ts'
export { plans } from '../../src/worker/plans/plans/table.ts'
export { PERMISSIONS } from '../../src/worker/principal.ts'
export { sealClearEntries } from '../../src/worker/providers/config-entries/seal.ts'
export { apiErrorIn } from '../../src/worker/ground/http/errors.ts'
export { chooseModel, layerOf } from '../../src/worker/providers/llm-providers/choose.ts'
export { forgetModels } from '../../src/worker/providers/llm-providers/resolve.ts'

export { llmKeyPlace } from '../../src/worker/providers/llm-providers/table.ts'
export { matches, problemsOf } from '../../src/worker/providers/llm-providers/when.ts'
export { forgetMcp, listRuntimeMcp } from '../../src/worker/providers/mcp-configs/open.ts'
export { forgetTools, resolveTool } from '../../src/worker/providers/tool-providers/resolve.ts'
export { reseal } from '../../src/worker/ground/secrets/reseal.ts'
export { secrets } from '../../src/worker/ground/secrets/table.ts'
export { at, maskOf, open, seal } from '../../src/worker/ground/secrets/vault.ts'
export { heldOf, raisedOf, STATE, takenBy } from '../../src/worker/spending/budgets/live.ts'
export { CreateBudget } from '../../src/worker/spending/budgets/schema.ts'
export { simulateBudget } from '../../src/worker/spending/budgets/simulate.ts'
export { mailBudgetAlerts } from '../../src/worker/spending/budgets/mail.ts'
export { tellOfRequests } from '../../src/worker/spending/requests/tell.ts'
export { appliesTo, boundedIn, isOn, matchedOf, resetOf, windowOf } from '../../src/worker/spending/budgets/match.ts'
export { RETENTION as BUDGET_RETENTION } from '../../src/worker/spending/budgets/retention.ts'
export { SCOPES, UNITS, WINDOWS } from '../../src/worker/spending/budgets/table.ts'
export { forgetPrincipals } from '../../src/worker/tenancy/principals/remembered.ts'
export {
	COLUMNS as POINT_COLUMNS,
	entryOf,
	pointOf,
	writePoints,
} from '../../src/worker/traffic/access-log/archive/points.ts'
export { archiveOf } from '../../src/worker/traffic/access-log/archive/read.ts'
export { archiveQuery, literal, timeOf } from '../../src/worker/traffic/access-log/archive/sql.ts'
export { flushNow } from '../../src/worker/traffic/access-log/buffer.ts'
export { facetsOf } from '../../src/worker/traffic/access-log/facets.ts'
export { readLog } from '../../src/worker/traffic/access-log/read.ts'
export { LOG_ID, idAfter } from '../../src/worker/traffic/access-log/recent/ids.ts'
export { newPace } from '../../src/worker/traffic/access-log/recent/pace.ts'
export { pack, toRequest, unpack } from '../../src/worker/traffic/access-log/recent/pack.ts'
export { assess } from '../../src/worker/traffic/callers/assess.ts'
export { clientAddress } from '../../src/worker/traffic/callers/client-address.ts'
export { HOSTING_NETWORKS } from '../../src/worker/traffic/callers/hosting-networks.ts'
export { uaTypeOf } from '../../src/worker/traffic/callers/user-agent.ts'
export { DEFAULT_DOCUMENT, compileGateway, forgetGateway } from '../../src/worker/traffic/gateway/current.ts'
export { rehearse } from '../../src/worker/traffic/gateway/rehearse.ts'
export { pausesOf, widestPause } from '../../src/worker/traffic/pauses/applies.ts'
export { forgetPauses } from '../../src/worker/traffic/pauses/current.ts'
export { PAUSE_SCOPES } from '../../src/worker/traffic/pauses/table.ts'
export { bodyOf } from '../../src/worker/webhooks/deliveries/attempt.ts'
export { claim } from '../../src/worker/webhooks/deliveries/claim.ts'
export { signalDueEndpoints } from '../../src/worker/webhooks/deliveries/due.ts'
export { purgeDeliveries } from '../../src/worker/webhooks/deliveries/purge.ts'
export { delayAfter } from '../../src/worker/webhooks/deliveries/schedule.ts'
export { signatureOf } from '../../src/worker/webhooks/endpoints/sign.ts'
export { ProposedRequest } from '../../src/worker/changes/requests/schema.ts'
export { isProposable, PROPOSED_TYPE } from '../../src/worker/ground/write/proposed.ts'
export { DRY_RUN_TYPE, DryRun, emptyResult, offersDryRun } from '../../src/worker/ground/write/dry-run.ts'
export { takesIdempotencyKey } from '../../src/worker/ground/write/idempotency.ts'
export {
	RETENTION as IDEMPOTENCY_RETENTION,
	deleteExpired,
	purgeWhile,
} from '../../src/worker/ground/write/retention.ts'
export { systemContext } from '../../src/worker/ground/write/system.ts'
export { auditStates } from '../../src/worker/ground/write/table.ts'
export { LOCKING } from '../../src/worker/ground/write/waiting.ts'
export { write } from '../../src/worker/ground/write/write.ts'
export { initialGrant } from '../../src/worker/billing/referrals/record.ts'
export { tellIdle } from '../../src/worker/keys/api-keys/connected.ts'
export { insertMember } from '../../src/worker/people/orgs/members.ts'
export { newAccount } from '../../src/worker/sign-in/sessions/accounts.ts'
export { newSession } from '../../src/worker/sign-in/sessions/session.ts'
export { users } from '../../src/worker/tenancy/users/table.ts'
export { tellLeavings } from '../../src/worker/people/leaving/tell.ts'
export { remindOfNarrowed } from '../../src/worker/federation/scim/narrowed.ts'
