// What the alerts of the platform say, by their rules: in notices, mails, events and on the page about health.

type Late = { minutes: number }
type Count = { count: number }

const long = (minutes: number) => `${minutes.toLocaleString('en')} minutes`

export const ALERTS = {
	job_late: {
		title: 'a job is late',
		message: ({ job, minutes }: Late & { job: string }) => `The job ${job} is ${long(minutes)} late.`,
	},
	verification_failed: {
		title: 'a check found something wrong',
		message: ({ job, error }: Record<'job' | 'error', string>) => `The job ${job} ended with ${error}.`,
	},
	backup_old: {
		title: 'the newest backup is old',
		message: ({ minutes }: Late) => `The newest backup is ${long(minutes)} old.`,
	},
	reports_rejected: {
		title: "run reports couldn't be written",
		message: ({ count }: Count) => `Run reports that couldn't be written in the last 24 hours: ${count}.`,
	},
	runs_unpriced: {
		title: 'runs cost nothing because their model has no price',
		message: ({ count, models }: Count & { models: string[] }) =>
			`Runs of the last hour on models of the platform that have no price: ${count}. Models: ${models.join(', ')}.`,
	},
	database_full: {
		title: 'the database is filling up',
		message: ({ percent }: { percent: number }) =>
			`The database has more than ${percent} % of the 10 GB that D1 holds.`,
	},
	webhooks_late: {
		title: 'webhooks are late',
		message: ({ minutes, count }: Late & Count) =>
			`The oldest due webhook has waited for ${long(minutes)}. Due: ${count}.`,
	},
	archive_behind: {
		title: 'the run archive is behind',
		message: ({ days }: { days: number }) =>
			`Runs that should be in the bucket are still in the database. Days behind: ${days}.`,
	},
	secrets_unreadable: {
		title: "stored secrets can't be decrypted",
		message: ({ count }: Count) => `SECRETS_KEYS lacks the key of stored secrets. Secrets: ${count}.`,
	},
	server_errors: {
		title: 'there are many server errors',
		message: ({ count }: Count) => `At least ${count} responses of the last five minutes were a 5xx.`,
	},
} as const

type Name = keyof typeof ALERTS

export type ValuesOf<Rule extends Name> = Parameters<(typeof ALERTS)[Rule]['message']>[0]

/** The rule of an alert's name, which has its subject after a colon. */
const ruleOf = (name: string) => name.replace(/:.*/, '')

/** What people call an alert. */
export const titleOf = (name: string): string => ALERTS[ruleOf(name) as Name]?.title ?? name
