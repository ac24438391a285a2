import * as z from 'zod'

export const Alive = z.object({ status: z.literal('ok') }).meta({ id: 'Alive' })

const Job = z.object({
	name: z.string().meta({ example: 'retention' }),
	last_started_at: z.string().nullable().meta({ description: 'RFC 3339, UTC.', example: '2026-11-21T07:00:00.000Z' }),
	last_finished_at: z.string().nullable().meta({
		description: 'Earlier than `last_started_at` while the job runs, or after it was killed.',
		example: '2026-11-21T07:00:00.120Z',
	}),
	last_error: z
		.string()
		.nullable()
		.meta({ description: 'The class of the error that ended the last run.', example: null }),
	behind_since: z.string().nullable().meta({
		description:
			'Since when each run of a purge has left expired rows: more expire than it deletes. Null when none are left.',
		example: null,
	}),
})

export const Ready = z
	.object({
		status: z.literal('ok'),
		schema_version: z.string().meta({ example: '0000_foundation' }),
		bucket: z
			.object({
				is_bound: z.boolean(),
				message: z.string().nullable().meta({ description: 'What does not happen without it.', example: null }),
			})
			.optional()
			.meta({ description: 'The bucket of backups and of the archive. Only with `?verbose`, as `jobs`.' }),
		jobs: z
			.array(Job)
			.optional()
			.meta({ description: 'The last run of each job. Only with `?verbose`, and only for platform admins.' }),
	})
	.meta({ id: 'Ready' })

export const NotReady = z
	.object({ status: z.literal('unavailable'), reason: z.string().meta({ example: 'The database does not answer' }) })
	.meta({ id: 'NotReady' })
