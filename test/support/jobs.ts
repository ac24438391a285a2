import { env } from 'cloudflare:workers'
import worker, { JOBS } from './program.ts'

/** For one run of a job that nobody continues. */
export const NO_PLACE = { at: null, move: () => undefined }

/** Lets cron tick while only this job is due. Returns its row: where its walk is, and the class of the error that ended it. */
export async function runJob(name: string, more: Partial<Env> = {}) {
	const at = Date.now()
	await env.DB.batch(
		JOBS.map((job) =>
			env.DB.prepare(
				"INSERT INTO jobs (name, leased_until, next_run_at) VALUES (?1, '', ?2) ON CONFLICT (name) DO UPDATE SET leased_until = '', next_run_at = ?2",
			).bind(job.name, job.name === name ? '' : new Date(at + job.every_ms).toISOString()),
		),
	)
	await worker.scheduled({} as ScheduledController, { ...env, ...more })
	return env.DB.prepare('SELECT place, last_error, last_started_at FROM jobs WHERE name = ?')
		.bind(name)
		.first<{ place: string | null; last_error: string | null; last_started_at: string | null }>()
}
