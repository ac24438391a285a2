import type { JobVitals, Vitals } from '../vitals/read.ts'
import { family } from './text.ts'

const secondsSince = (time: string | null) => (time === null ? 0 : Math.max(0, Date.now() - Date.parse(time)) / 1_000)

const gauge = (name: string, help: string, value: number) => family('gauge', name, help, [[{}, value]])

const ofJobs = (name: string, help: string, jobs: JobVitals[], valueOf: (job: JobVitals) => number) =>
	family(
		'gauge',
		name,
		help,
		jobs.map((job) => [{ job: job.name }, valueOf(job)]),
	)

const lag = ({ lag_ms }: JobVitals) => (lag_ms === null ? Infinity : lag_ms / 1_000)

/** The numbers of the database, as text. Without them, only that it's away. */
export function gaugesText(vitals: Vitals | undefined): string {
	const up = gauge('plinth_database_up', 'Whether D1 answered the last read of the numbers below.', vitals ? 1 : 0)
	if (!vitals) return up
	const { jobs, backed_up_at, oldest_due_at } = vitals
	return [
		up,
		gauge('plinth_database_bytes', 'The size of the database.', vitals.database_bytes),
		ofJobs('plinth_job_lag_seconds', 'How overdue a job is. +Inf before its first run.', jobs, lag),
		ofJobs('plinth_job_failed', 'Whether the last run of a job ended with an error.', jobs, ({ last_error }) =>
			last_error === null ? 0 : 1,
		),
		ofJobs(
			'plinth_job_behind_seconds',
			'For how long every run of a job has left work that was due.',
			jobs,
			({ behind_since }) => secondsSince(behind_since),
		),
		gauge('plinth_webhook_due_deliveries', 'Deliveries that are due, 10000 at most.', vitals.due_deliveries),
		gauge(
			'plinth_webhook_oldest_due_age_seconds',
			'For how long the oldest due delivery has waited that nobody attempts.',
			secondsSince(oldest_due_at),
		),
		gauge(
			'plinth_archive_backlog_seconds',
			'How long before the hot days the oldest run in the database ended.',
			vitals.archive_backlog_ms / 1_000,
		),
		backed_up_at === null
			? ''
			: gauge('plinth_backup_age_seconds', 'The age of the newest backup.', secondsSince(backed_up_at)),
		gauge(
			'plinth_run_reports_rejected_last_day',
			'Run reports accepted in the last 24 hours that could not be written.',
			vitals.rejected_reports,
		),
		gauge('plinth_secrets_unknown_key', 'Secrets in use whose key is not in SECRETS_KEYS.', vitals.unknown_secrets),
		family(
			'gauge',
			'plinth_alert_open',
			'The open alerts, each with 1.',
			vitals.alerts.map(({ name }) => [{ alert: name }, 1]),
		),
	].join('')
}
