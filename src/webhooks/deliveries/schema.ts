import * as z from 'zod'
import { id, timestamp } from '../../http/fields.ts'
import { PageQuery } from '../../http/page.ts'
import { DELIVERY_STATUSES } from './table.ts'

const Attempt = z.object({
	attempt: z.int().meta({ example: 1 }),
	status_code: z.int().nullable().meta({ description: "The answer's; null when there was none.", example: 500 }),
	error: z.string().nullable().meta({ description: 'Null for a 2xx.', example: 'status.500' }),
	latency_ms: z.int().meta({ example: 84 }),
	response: z
		.string()
		.meta({ description: "The first 1,024 characters of the answer's body.", example: 'Internal Server Error' }),
	created_at: timestamp(),
})

export const Delivery = z
	.object({
		id: z.string().meta({ example: 'dlv_01JD6Z5W3T9V7K2M4N8P0Q1R2S_01JD6Z5W3T9V7K2M4N8P0Q1R2T' }),
		event_id: id('evt').meta({ description: 'What `webhook-id` says, on every attempt.' }),
		type: z.string().meta({ example: 'run.completed' }),
		status: z.enum(DELIVERY_STATUSES),
		attempt_count: z.int().meta({ example: 1 }),
		next_attempt_at: timestamp().nullable().meta({ description: 'Null when none will follow.' }),
		created_at: timestamp(),
		attempts: z.array(Attempt),
	})
	.meta({ id: 'Delivery' })

export const DeliveryQuery = PageQuery.extend({ status: z.enum(DELIVERY_STATUSES).optional() })
