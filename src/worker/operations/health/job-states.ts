import type { Database } from '../../ground/db/database.ts'
import { JOBS } from '../jobs/run.ts'
import { jobs } from '../jobs/table.ts'
import { lagOf } from '../vitals/job-lag.ts'

const NEVER_RAN = { last_started_at: null, last_finished_at: null, last_error: null, behind_since: null }

export function selectJobs(db: Database['reader']) {
	const { name, last_started_at, last_finished_at, last_error, behind_since } = jobs
	return db.select({ name, last_started_at, last_finished_at, last_error, behind_since }).from(jobs)
}

/** Every job of this build with its last run, by name. Jobs of older builds are left out. */
export function jobStates(rows: Awaited<ReturnType<typeof selectJobs>>) {
	const ran = new Map(rows.map((row) => [row.name, row]))
	return JOBS.map((job) => {
		const { last_started_at: started, ...last } = ran.get(job.name) ?? NEVER_RAN
		return {
			...last,
			name: job.name,
			every_ms: job.every_ms,
			last_started_at: started,
			lag_ms: lagOf(job.every_ms, started),
		}
	}).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
