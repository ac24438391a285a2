import * as z from 'zod'
import { doc } from '#doc'
import { id } from '../../ground/http/fields.ts'
import type { Events } from '../../webhooks/events/event-types.ts'

const Credits = z.object({
	org_id: id('org'),
	balance: z.int().meta(doc({ example: 80 })),
	run_id: z
		.string()
		.meta(doc({ description: 'The run that used the credits.', example: 'run_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
})

/** The events of this slice, with the shape of their data. */
export const CREDIT_EVENTS = {
	'credits.low': {
		description: 'A run brought the balance down to `credits.low_threshold` or below.',
		data: Credits.extend({ threshold: z.int().meta(doc({ example: 100 })) }),
	},
	'credits.exhausted': { description: 'A run used the last credit.', data: Credits },
} satisfies Events<'credits.low' | 'credits.exhausted'>
