import type { Schema } from '../api.ts'

type Ready = Schema<'Ready'>

export type Job = NonNullable<Ready['jobs']>[number]

export type State = 'ok' | 'running' | 'late' | 'failed' | 'never'

/** How long the last run took; undefined while it's running. */
export function durationOf({ last_started_at, last_finished_at }: Job): number | undefined {
	if (last_started_at === null || last_finished_at === null || last_finished_at < last_started_at) return undefined
	return Date.parse(last_finished_at) - Date.parse(last_started_at)
}

export function stateOf(job: Job): State {
	if (job.lag_ms === null) return 'never'
	if (job.lag_ms > 0) return 'late'
	if (durationOf(job) === undefined) return 'running'
	return job.last_error === null ? 'ok' : 'failed'
}

/** Stuck jobs come first. */
const ORDER: State[] = ['late', 'failed', 'never', 'running', 'ok']

export const worstFirst = (jobs: Job[]) =>
	jobs.toSorted((a, b) => ORDER.indexOf(stateOf(a)) - ORDER.indexOf(stateOf(b)))
