import * as z from 'zod'
import { doc } from '#doc'
import { id, named, timestamp } from '../../ground/http/fields.ts'

export const Alive = named('Alive', { status: z.literal('ok') })

const Job = z.object({
	name: z.string().meta(doc({ example: 'retention' })),
	every_ms: z.int().meta(doc({ description: 'How often cron starts it, in milliseconds.', example: 600_000 })),
	lag_ms: z.nullable(z.int()).meta(
		doc({
			description:
				'How overdue the job is. 0 for the first two minutes: cron runs once a minute, and a killed job runs again within two. A last start in the future counts by how far ahead it lies, because a clock was wrong. Null before the first run.',
			example: 0,
		}),
	),
	last_started_at: z
		.nullable(z.string())
		.meta(doc({ description: 'RFC 3339, UTC.', example: '2026-11-21T07:00:00.000Z' })),
	last_finished_at: z.nullable(z.string()).meta(
		doc({
			description: 'Earlier than `last_started_at` while the job runs, or after it was killed.',
			example: '2026-11-21T07:00:00.120Z',
		}),
	),
	last_error: z
		.nullable(z.string())
		.meta(doc({ description: 'The class of the error that ended the last run.', example: null })),
	behind_since: z.nullable(z.string()).meta(
		doc({
			description:
				'Since when every run of a purge has left expired rows, because more expire than it deletes. Null if none are left.',
			example: null,
		}),
	),
})

export const Ready = named('Ready', {
	status: z.literal('ok'),
	schema_version: z.string().meta(doc({ example: '0000_foundation' })),
	bucket: z
		.object({
			is_bound: z.boolean(),
			message: z.nullable(z.string()).meta(doc({ description: "What doesn't happen without it.", example: null })),
		})
		.optional()
		.meta(doc({ description: 'The bucket for backups and the archive. Only with `?verbose`, like `jobs`.' })),
	secrets: z
		.object({
			unknown_key_count: z.int().meta(
				doc({
					description:
						"How many secrets in use were encrypted under a key that `SECRETS_KEYS` doesn't have, at most 10,000 for each key.",
					example: 0,
				}),
			),
		})
		.optional()
		.meta(doc({ description: "The secrets that can't be decrypted. Only with `?verbose`, like `jobs`." })),
	database_bytes: z
		.int()
		.nullable()
		.optional()
		.meta(
			doc({
				description: 'The size of the database, of which D1 allows 10 GB. Only with `?verbose`, like `jobs`.',
				example: 214_302_720,
			}),
		),
	alerts: z
		.array(
			z.object({
				id: id('alt'),
				name: z
					.string()
					.meta(doc({ description: 'The rule, and after a colon its subject.', example: 'job_late:back-up' })),
				message: z.string().meta(doc({ example: 'The job back-up is 14 minutes late.' })),
				values: z
					.nullable(z.record(z.string(), z.unknown()))
					.meta(doc({ description: 'Those of the message.', example: { job: 'back-up', minutes: 14 } })),
				opened_at: timestamp(),
			}),
		)
		.optional()
		.meta(doc({ description: 'The open alerts, the oldest first. Only with `?verbose`, like `jobs`.' })),
	clear_secrets: z
		.object({
			entry_count: z.int().meta(doc({ description: 'Configuration entries.', example: 0 })),
			change_count: z.int().meta(doc({ description: 'Changes in the audit log.', example: 0 })),
		})
		.optional()
		.meta(
			doc({
				description:
					'What an old version stored in clear, and the job `seal-config-entries` has yet to seal or mask. Nothing shows it meanwhile. Only with `?verbose`.',
			}),
		),
	jobs: z.optional(z.array(Job)).meta(
		doc({
			description: 'Each job with its last run, by name. Only with `?verbose`, and only for platform admins.',
		}),
	),
})

/** Accepts any value, or several: a probe must never be refused. */
export const ReadyQuery = z.object({
	verbose: z.optional(z.union([z.string(), z.array(z.string())])).meta(
		doc({
			description: 'With any value or none, platform admins get `bucket`, `secrets`, `alerts` and `jobs` as well.',
		}),
	),
})

export const NotReady = named('NotReady', {
	status: z.literal('unavailable'),
	reason: z.string().meta(doc({ example: "The database isn't answering" })),
})
