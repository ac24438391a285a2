import * as z from 'zod'

export const Alive = z.object({ status: z.literal('ok') }).meta({ id: 'Alive' })

const Job = z.object({
	name: z.string().meta({ example: 'retention' }),
	last_started_at: z.string().nullable().meta({ example: '2026-11-21T07:00:00.000Z' }),
	last_finished_at: z.string().nullable().meta({ example: '2026-11-21T07:00:00.120Z' }),
	last_error: z.string().nullable().meta({ example: null }),
})

export const Ready = z
	.object({
		status: z.literal('ok'),
		schema_version: z.string().meta({ example: '0000_foundation' }),
		jobs: z.array(Job).optional().meta({ description: 'With `?verbose`, for a platform admin.' }),
	})
	.meta({ id: 'Ready' })

export const NotReady = z
	.object({ status: z.literal('unavailable'), reason: z.string().meta({ example: 'The database does not answer' }) })
	.meta({ id: 'NotReady' })
