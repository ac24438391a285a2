import { purgeAgentDays } from '../../billing/agents/purge.ts'
import { compactLedger } from '../../billing/credits/compact.ts'
import { grantEveryMonth } from '../../billing/credits/monthly-grant.ts'
import { finishOperations } from '../../billing/credits/operations.ts'
import { verifyLedgers } from '../../billing/credits/verify.ts'
import { archiveRuns } from '../../billing/run-archive/move.ts'
import { expireSubscriptions } from '../../billing/subscriptions/expire.ts'
import { verifyYesterday } from '../../billing/usage-verification/verify.ts'
import { endOverdue } from '../../changes/confirmations/end.ts'
import type { WorkContext } from '../../context.ts'
import { remindOfNarrowed } from '../../federation/scim/narrowed.ts'
import { now } from '../../ground/db/columns.ts'
import { errorName, logError } from '../../ground/http/log.ts'
import { reseal } from '../../ground/secrets/reseal.ts'
import { eachPart } from '../../ground/write/each.ts'
import type { Place } from '../../ground/write/place.ts'
import { systemContext } from '../../ground/write/system.ts'
import { tellIdle } from '../../keys/api-keys/connected.ts'
import { purgeBroadcasts } from '../../messages/broadcasts/purge.ts'
import { resumeBroadcasts } from '../../messages/broadcasts/resume.ts'
import { purgeNotifications } from '../../messages/notifications/purge.ts'
import { tellLeavings } from '../../people/leaving/tell.ts'
import { eraseNames } from '../../people/users/erase.ts'
import { sealClearEntries } from '../../providers/config-entries/seal.ts'
import { republishToolGroups } from '../../providers/tool-providers/republish.ts'
import { mailBudgetAlerts } from '../../spending/budgets/mail.ts'
import { tellOfRequests } from '../../spending/requests/tell.ts'
import { signalDueEndpoints } from '../../webhooks/deliveries/due.ts'
import { purgeDeliveries } from '../../webhooks/deliveries/purge.ts'
import { evaluateAlerts } from '../alerts/evaluate.ts'
import { checkNewest } from '../backups/check-newest.ts'
import { backUp } from '../backups/run.ts'
import { claimDue, type Due, endRun, keepLeases, type Outcome, placeOf } from './lease.ts'
import { retention } from './retention.ts'
import { shareOut } from './shares.ts'

interface Job extends Due {
	/** Must be safe to run twice and to cut off anywhere. Returns whether it left work. */
	run: (c: WorkContext, place: Place) => Promise<boolean | void>
}

const MINUTE_MS = 60_000

export const JOBS: Job[] = [
	{ name: 'wake-webhooks', every_ms: MINUTE_MS, run: signalDueEndpoints },
	{ name: 'retention', every_ms: 10 * MINUTE_MS, run: retention },
	{ name: 'reseal', every_ms: MINUTE_MS, run: reseal },
	{ name: 'seal-config-entries', every_ms: 60 * MINUTE_MS, run: sealClearEntries },
	{ name: 'publish-tool-groups', every_ms: MINUTE_MS, run: republishToolGroups },
	{ name: 'revert-unconfirmed', every_ms: MINUTE_MS, run: endOverdue },
	{ name: 'purge-deliveries', every_ms: 10 * MINUTE_MS, run: (c) => purgeDeliveries(c) },
	{ name: 'expire-subscriptions', every_ms: MINUTE_MS, run: (c) => expireSubscriptions(c) },
	{ name: 'finish-credit-operations', every_ms: MINUTE_MS, run: finishOperations },
	{ name: 'resume-broadcasts', every_ms: MINUTE_MS, run: resumeBroadcasts },
	{ name: 'purge-broadcasts', every_ms: MINUTE_MS, run: purgeBroadcasts },
	{
		name: 'forget-people',
		every_ms: 24 * 60 * MINUTE_MS,
		run: async (c, place) => (await import('../../federation/scim/forget.ts')).forgetPeople(c, place),
	},
	{ name: 'erase-names', every_ms: 10 * MINUTE_MS, run: eraseNames },
	{
		name: 'fill-names',
		every_ms: 24 * 60 * MINUTE_MS,
		run: async (c, place) => (await import('../../people/users/fill-names.ts')).fillNames(c, place),
	},
	{ name: 'purge-notifications', every_ms: 10 * MINUTE_MS, run: purgeNotifications },
	{ name: 'purge-agent-days', every_ms: 24 * 60 * MINUTE_MS, run: (c, place) => purgeAgentDays(c, place) },
	{ name: 'grant-monthly-credits', every_ms: 60 * MINUTE_MS, run: grantEveryMonth },
	{ name: 'mail-budget-alerts', every_ms: MINUTE_MS, run: mailBudgetAlerts },
	{ name: 'tell-of-requests', every_ms: MINUTE_MS, run: tellOfRequests },
	{
		name: 'prove-domains',
		every_ms: 60 * MINUTE_MS,
		run: async (c, place) => (await import('../../federation/oidc-connections/prove-again.ts')).proveAgain(c, place),
	},
	{
		name: 'tell-leavings',
		every_ms: MINUTE_MS,
		run: (c, place) => eachPart(c, { leavings: () => tellLeavings(c), tokens: () => remindOfNarrowed(c, place) }),
	},
	{ name: 'tell-idle-keys', every_ms: 60 * MINUTE_MS, run: tellIdle },
	{ name: 'back-up', every_ms: MINUTE_MS, run: (c) => backUp(c) },
	{
		name: 'export-orgs',
		every_ms: MINUTE_MS,
		run: async (c, place) => (await import('../org-exports/run.ts')).exportOrgs(c, place),
	},
	{
		name: 'erase-orgs',
		every_ms: 10 * MINUTE_MS,
		run: async (c, place) => (await import('../org-deletions/erase.ts')).eraseOrgs(c, place),
	},
	{ name: 'check-backup', every_ms: 7 * 24 * 60 * MINUTE_MS, run: checkNewest },
	{ name: 'archive-runs', every_ms: 10 * MINUTE_MS, run: archiveRuns },
	{ name: 'fold-ledger', every_ms: 60 * MINUTE_MS, run: compactLedger },
	{ name: 'verify-ledgers', every_ms: 6 * 60 * MINUTE_MS, run: verifyLedgers },
	{ name: 'verify-usage', every_ms: 24 * 60 * MINUTE_MS, run: verifyYesterday },
	{ name: 'alerts', every_ms: MINUTE_MS, run: (c) => evaluateAlerts(c, JOBS) },
]

/** An every-minute job can hang this long and still run again within two minutes. Cloudflare ends cron after 15. */
const limitOf = ({ every_ms }: Job) => Math.min(every_ms + 40_000, 10 * MINUTE_MS)

/**
 * Runs every due job concurrently: no job waits for another. Ticks may overlap and repeat, so each job runs under a lease in D1.
 * Cron calls this every minute.
 */
export async function runJobs(env: Env): Promise<void> {
	const c = systemContext(env)
	const started_at = now()
	const places = await claimDue(c, JOBS, started_at)
	const running = new Set(places.keys())
	const due = JOBS.filter(({ name }) => running.has(name))
	const { share, end } = shareOut(running)
	const stopRenewing = keepLeases(c, running, started_at)
	const ends = await Promise.allSettled(
		due.map(async (job) => {
			const own = systemContext(env, undefined, { share })
			const place = placeOf(own, job.name, places.get(job.name) ?? null, started_at)
			const outcome = await outcomeOf(own, job, place)
			running.delete(job.name)
			end(own.var.database.sent())
			await endRun(c, job, started_at, outcome)
		}),
	)
	stopRenewing()
	const failed = ends.find(({ status }) => status === 'rejected')
	if (failed?.status === 'rejected') throw failed.reason
}

/** Runs a job and returns the class of the error that ended it. After its time limit the tick stops waiting for it. */
async function outcomeOf(c: WorkContext, job: Job, place: Place): Promise<Outcome> {
	let timer: ReturnType<typeof setTimeout> | undefined
	const limit = new Promise<never>((_, reject) => {
		const error = Object.assign(new Error('The job takes too long'), { name: 'job.timed_out' })
		timer = setTimeout(() => reject(error), limitOf(job))
	})
	try {
		const isBehind = await Promise.race([job.run(c, place), limit])
		return { last_error: null, isBehind: isBehind === true }
	} catch (error) {
		logError({ job: job.name, trace_id: c.var.trace_id, error: errorName(error) })
		return { last_error: errorName(error), isBehind: undefined }
	} finally {
		clearTimeout(timer)
	}
}
