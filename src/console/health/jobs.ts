import type { Schema } from '../api.ts'

type Ready = Schema<'Ready'>

export type Job = NonNullable<Ready['jobs']>[number]

export type State = 'ok' | 'running' | 'late' | 'failed' | 'never'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How often a job runs. The API does not say it. A job that is not here runs each minute. */
const EVERY_MS: Record<string, number> = {
	retention: 10 * MINUTE_MS,
	'purge-deliveries': 10 * MINUTE_MS,
	'purge-notifications': 10 * MINUTE_MS,
	'grant-monthly-credits': HOUR_MS,
	'archive-runs': 10 * MINUTE_MS,
	'fold-ledger': HOUR_MS,
	'verify-ledgers': 6 * HOUR_MS,
	'verify-usage': 24 * HOUR_MS,
}

/** Cron comes once a minute, and a killed job runs again within two. */
const GRACE_MS = 2 * MINUTE_MS

export const everyOf = ({ name }: Job) => EVERY_MS[name] ?? MINUTE_MS

/** How long ago a job should have started; 0 when it is on time. */
export function lagOf(job: Job, now: number): number {
	if (job.last_started_at === null) return 0
	const due = Date.parse(job.last_started_at) + everyOf(job) + GRACE_MS
	return Math.max(0, now - due)
}

/** How long the last run took; undefined while it goes on. */
export function durationOf({ last_started_at, last_finished_at }: Job): number | undefined {
	if (last_started_at === null || last_finished_at === null || last_finished_at < last_started_at) return undefined
	return Date.parse(last_finished_at) - Date.parse(last_started_at)
}

export function stateOf(job: Job, now: number): State {
	if (job.last_started_at === null) return 'never'
	if (lagOf(job, now) > 0) return 'late'
	if (durationOf(job) === undefined) return 'running'
	return job.last_error === null ? 'ok' : 'failed'
}

/** What stands still comes first. */
const ORDER: State[] = ['late', 'failed', 'never', 'running', 'ok']

export const worstFirst = (jobs: Job[], now: number) =>
	jobs.toSorted((a, b) => ORDER.indexOf(stateOf(a, now)) - ORDER.indexOf(stateOf(b, now)))
