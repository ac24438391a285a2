import { DAY_MS } from '../../ground/db/columns.ts'
import type { Vitals } from '../vitals/read.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const LATE_MS = 10 * MINUTE_MS
const BACKUP_MS = 26 * HOUR_MS
/** A day's runs wait for a running backup, and take a while. */
const ARCHIVE_MS = 2 * DAY_MS
/** What D1 holds, and nobody can raise. */
const DATABASE_BYTES = 10_000_000_000
const SHARES = [70, 80, 90]
/** This many 5xx responses within five minutes. */
export const MANY_ERRORS = 25

/** How many models an alert names. */
const NAMED = 5

/** What an operator must look at. */
export interface Finding {
	/** The rule, and after a colon its subject. */
	name: string
	/** A sentence, for people. */
	message: string
}

/** The numbers that the rules decide on. */
export interface Numbers extends Omit<Vitals, 'alerts'> {
	/** How many 5xx responses of our own the recent log has of the last five minutes, as far as we counted; undefined if it doesn't say. */
	server_errors: number | undefined
}

const minutes = (ms: number) => `${Math.floor(ms / MINUTE_MS).toLocaleString('en')} minutes`

const sinceThen = (time: string | null) => (time === null ? 0 : Date.now() - Date.parse(time))

/** The verifications: an error of theirs says that numbers differ, or that a backup is damaged. */
const VERIFIES = /^(?:verify|check)-/

/** What people call the alerts of a rule. */
const TITLES: Record<string, string> = {
	job_late: 'a job is late',
	verification_failed: 'a check found something wrong',
	backup_old: 'the newest backup is old',
	reports_rejected: "run reports couldn't be written",
	runs_unpriced: 'runs cost nothing because their model has no price',
	database_full: 'the database is filling up',
	webhooks_late: 'webhooks are late',
	archive_behind: 'the run archive is behind',
	secrets_unreadable: "stored secrets can't be decrypted",
	server_errors: 'there are many server errors',
}

export const titleOf = (name: string) => TITLES[name.replace(/:.*/, '')] ?? name

type Rule = (numbers: Numbers) => Finding[]

const RULES: Rule[] = [
	({ jobs }) =>
		jobs.flatMap(({ name, lag_ms }) =>
			lag_ms !== null && lag_ms >= LATE_MS
				? [{ name: `job_late:${name}`, message: `The job ${name} is ${minutes(lag_ms)} late.` }]
				: [],
		),
	({ jobs }) =>
		jobs.flatMap(({ name, last_error }) =>
			last_error !== null && VERIFIES.test(name)
				? [{ name: `verification_failed:${name}`, message: `The job ${name} ended with ${last_error}.` }]
				: [],
		),
	({ backed_up_at }) =>
		when(sinceThen(backed_up_at) >= BACKUP_MS, {
			name: 'backup_old',
			message: `The newest backup is ${minutes(sinceThen(backed_up_at))} old.`,
		}),
	({ rejected_reports: count }) =>
		when(count > 0, {
			name: 'reports_rejected',
			message: `Run reports that couldn't be written in the last 24 hours: ${count}.`,
		}),
	({ unpriced: { run_count: count, models } }) =>
		when(count > 0, {
			name: 'runs_unpriced',
			message: `Runs of the last hour on models of the platform that have no price: ${count}. Models: ${models.slice(0, NAMED).join(', ')}.`,
		}),
	({ database_bytes: bytes }) =>
		SHARES.flatMap((share) =>
			when(bytes * 100 > DATABASE_BYTES * share, {
				name: `database_full:${share}`,
				message: `The database has more than ${share} % of the 10 GB that D1 holds.`,
			}),
		),
	({ oldest_due_at, due_deliveries }) =>
		when(sinceThen(oldest_due_at) >= LATE_MS, {
			name: 'webhooks_late',
			message: `The oldest due webhook has waited for ${minutes(sinceThen(oldest_due_at))}. Due: ${due_deliveries}.`,
		}),
	({ archive_backlog_ms: backlog }) =>
		when(backlog >= ARCHIVE_MS, {
			name: 'archive_behind',
			message: `Runs that should be in the bucket are still in the database. Days behind: ${Math.floor(backlog / DAY_MS)}.`,
		}),
	({ unknown_secrets: count }) =>
		when(count > 0, {
			name: 'secrets_unreadable',
			message: `SECRETS_KEYS lacks the key of stored secrets. Secrets: ${count}.`,
		}),
	({ server_errors: count }) =>
		when(count !== undefined && count >= MANY_ERRORS, {
			name: 'server_errors',
			message: `At least ${MANY_ERRORS} responses of the last five minutes were a 5xx.`,
		}),
]

const when = (isSo: boolean, finding: Finding): Finding[] => (isSo ? [finding] : [])

/** Everything that is out of order. */
export const findingsOf = (numbers: Numbers): Finding[] => RULES.flatMap((rule) => rule(numbers))

/** Whether the numbers say something about an alert. Without them it stays as it is. */
export const isDecided = ({ server_errors }: Numbers, name: string) =>
	name !== 'server_errors' || server_errors !== undefined
