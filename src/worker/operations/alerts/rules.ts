import { DAY_MS } from '../../ground/db/columns.ts'
import type { Vitals } from '../vitals/read.ts'
import { ALERTS, type ValuesOf } from './texts.ts'

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

const NAMED = 5

export interface Finding {
	/** The rule, and after a colon its subject. */
	name: string
	/** A sentence, for people. */
	message: string
	/** Those of the sentence. */
	values: Record<string, unknown>
}

export interface Numbers extends Omit<Vitals, 'alerts'> {
	/** How many 5xx responses of our own the recent log has of the last five minutes, as far as we counted; undefined if it doesn't say. */
	server_errors: number | undefined
}

const minutes = (ms: number) => Math.floor(ms / MINUTE_MS)

const sinceThen = (time: string | null) => (time === null ? 0 : Date.now() - Date.parse(time))

/** The verifications: an error of theirs says that numbers differ, or that a backup is damaged. */
const VERIFIES = /^(?:verify|check)-/

function finding<Rule extends keyof typeof ALERTS>(
	isSo: boolean,
	rule: Rule,
	values: ValuesOf<Rule>,
	subject?: string | number,
): Finding[] {
	const name = subject === undefined ? rule : `${rule}:${subject}`
	return isSo ? [{ name, message: ALERTS[rule].message(values as never), values }] : []
}

type Rule = (numbers: Numbers) => Finding[]

const RULES: Rule[] = [
	({ jobs }) =>
		jobs.flatMap(({ name: job, lag_ms }) =>
			finding((lag_ms ?? 0) >= LATE_MS, 'job_late', { job, minutes: minutes(lag_ms ?? 0) }, job),
		),
	({ jobs }) =>
		jobs.flatMap(({ name: job, last_error: error }) =>
			error === null ? [] : finding(VERIFIES.test(job), 'verification_failed', { job, error }, job),
		),
	({ backed_up_at }) => {
		const ms = sinceThen(backed_up_at)
		return finding(ms >= BACKUP_MS, 'backup_old', { minutes: minutes(ms) })
	},
	({ rejected_reports: count }) => finding(count > 0, 'reports_rejected', { count }),
	({ unpriced: { run_count: count, models } }) =>
		finding(count > 0, 'runs_unpriced', { count, models: models.slice(0, NAMED) }),
	({ database_bytes: bytes }) =>
		SHARES.flatMap((percent) => finding(bytes * 100 > DATABASE_BYTES * percent, 'database_full', { percent }, percent)),
	({ oldest_due_at, due_deliveries: count }) => {
		const ms = sinceThen(oldest_due_at)
		return finding(ms >= LATE_MS, 'webhooks_late', { minutes: minutes(ms), count })
	},
	({ archive_backlog_ms: ms }) => finding(ms >= ARCHIVE_MS, 'archive_behind', { days: Math.floor(ms / DAY_MS) }),
	({ unknown_secrets: count }) => finding(count > 0, 'secrets_unreadable', { count }),
	({ server_errors = 0 }) => finding(server_errors >= MANY_ERRORS, 'server_errors', { count: MANY_ERRORS }),
]

export const findingsOf = (numbers: Numbers): Finding[] => RULES.flatMap((rule) => rule(numbers))

/** Whether the numbers say something about an alert. Without them it stays as it is. */
export const isDecided = ({ server_errors }: Numbers, name: string) =>
	name !== 'server_errors' || server_errors !== undefined
