import { eq, lte } from 'drizzle-orm'
import { grantEveryMonth } from '../../billing/credits/monthly-grant.ts'
import { finishOperations } from '../../billing/credits/operations.ts'
import { verifyYesterday } from '../../billing/usage/verify.ts'
import type { WorkContext } from '../../context.ts'
import { fromNow, now } from '../../db/columns.ts'
import { allOf } from '../../db/state.ts'
import { errorName, logError } from '../../http/log.ts'
import { purgeBroadcasts } from '../../messages/broadcasts/purge.ts'
import { resumeBroadcasts } from '../../messages/broadcasts/resume.ts'
import { purgeNotifications } from '../../messages/notifications/purge.ts'
import { expireSubscriptions } from '../../plans/subscriptions/expire.ts'
import { republishToolGroups } from '../../providers/tool-providers/republish.ts'
import { reseal } from '../../secrets/reseal.ts'
import { wakeDueEndpoints } from '../../webhooks/deliveries/deliver.ts'
import { purgeDeliveries } from '../../webhooks/deliveries/purge.ts'
import { systemContext } from '../../write/system.ts'
import { write } from '../../write/write.ts'
import { retention } from './retention.ts'
import { jobs } from './table.ts'

interface Job {
	name: string
	every_ms: number
	/** Must be safe to run twice, and to be cut off anywhere. */
	run: (c: WorkContext) => Promise<void>
}

const MINUTE_MS = 60_000

const JOBS: Job[] = [
	{ name: 'wake-webhooks', every_ms: MINUTE_MS, run: wakeDueEndpoints },
	{ name: 'retention', every_ms: 10 * MINUTE_MS, run: retention },
	{ name: 'reseal', every_ms: MINUTE_MS, run: reseal },
	{ name: 'publish-tool-groups', every_ms: MINUTE_MS, run: republishToolGroups },
	{ name: 'purge-deliveries', every_ms: 10 * MINUTE_MS, run: purgeDeliveries },
	{ name: 'expire-subscriptions', every_ms: MINUTE_MS, run: expireSubscriptions },
	{ name: 'finish-credit-operations', every_ms: MINUTE_MS, run: finishOperations },
	{ name: 'resume-broadcasts', every_ms: MINUTE_MS, run: resumeBroadcasts },
	{ name: 'purge-broadcasts', every_ms: MINUTE_MS, run: purgeBroadcasts },
	{ name: 'purge-notifications', every_ms: 10 * MINUTE_MS, run: purgeNotifications },
	{ name: 'grant-monthly-credits', every_ms: 60 * MINUTE_MS, run: grantEveryMonth },
	{ name: 'verify-usage', every_ms: 24 * 60 * MINUTE_MS, run: verifyYesterday },
]

/** Longer than any tick takes. So a lease that has run out belongs to a tick that was killed. */
const LEASE_MS = 15 * MINUTE_MS

/** Runs every job that is due. Ticks may overlap and repeat, so each job runs under a lease in D1. Cron calls this every minute. */
export async function runJobs(env: Env): Promise<void> {
	const c = systemContext(env)
	const claims = JOBS.map(({ name }) => {
		const claim = { leased_until: fromNow(LEASE_MS), last_started_at: now() }
		return c.var.db
			.insert(jobs)
			.values({ name, next_run_at: now(), ...claim })
			.onConflictDoUpdate({
				target: jobs.name,
				set: claim,
				setWhere: allOf(lte(jobs.leased_until, now()), lte(jobs.next_run_at, now())),
			})
			.returning({ name: jobs.name })
	})
	const { claimed } = await write(c, { claimed: claims })
	const names = claimed.flat().map(({ name }) => name)
	for (const job of JOBS.filter(({ name }) => names.includes(name))) await runOne(c, job)
}

async function runOne(c: WorkContext, { name, every_ms, run }: Job) {
	let last_error: string | null = null
	try {
		await run(c)
	} catch (error) {
		last_error = errorName(error)
		logError({ job: name, trace_id: c.var.trace_id, error: last_error })
	}
	const done = { leased_until: now(), next_run_at: fromNow(every_ms), last_finished_at: now(), last_error }
	await write(c, { finished: c.var.db.update(jobs).set(done).where(eq(jobs.name, name)) })
}
