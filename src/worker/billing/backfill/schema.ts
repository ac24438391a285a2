import * as z from 'zod'
import { doc } from '#doc'
import { named, timestampInput } from '../../ground/http/fields.ts'

export const BackfillDeliveries = named('BackfillDeliveries', {
	from: timestampInput().meta(doc({ description: 'Look at runs that began at this time or later.' })),
	to: timestampInput()
		.nullish()
		.meta(doc({ description: 'Look at runs that began before this time. Without it, there is no upper limit.' })),
	after: z
		.nullish(z.string().max(128))
		.meta(doc({ description: 'The `last_run_id` of the previous call, to continue from there.', example: null })),
})

export const BackfilledDeliveries = named('BackfilledDeliveries', {
	backfilled: z.int().meta(doc({ description: 'How many deliveries were created.', example: 240 })),
	has_more: z.boolean().meta(doc({ description: 'Whether the period has more runs.' })),
	last_run_id: z
		.nullable(z.string())
		.meta(doc({ description: 'The last run that the call looked at.', example: 'run_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
})
