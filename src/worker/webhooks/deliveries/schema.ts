import * as z from 'zod'
import { doc } from '#doc'
import { id, JsonValue, named, timestamp, timestampInput } from '../../ground/http/fields.ts'
import { PageQuery } from '../../ground/http/page.ts'
import { PERIOD } from '../../ground/http/period.ts'
import { DELIVERY_STATUSES } from './table.ts'

const Attempt = z.object({
	attempt: z.int().meta(doc({ example: 1 })),
	status_code: z
		.nullable(z.int())
		.meta(doc({ description: "The response's status. Null if there was no response.", example: 500 })),
	error: z.nullable(z.string()).meta(doc({ description: 'Null for a 2xx.', example: 'status.500' })),
	latency_ms: z.int().meta(doc({ example: 84 })),
	request_headers: z.nullable(z.record(z.string(), z.string())).meta(
		doc({
			description:
				'The headers that were sent. Null if the attempt could not be signed, or is from before Plinth kept them.',
			example: {
				'Content-Type': 'application/json',
				'User-Agent': 'Plinth-Webhooks/1',
				'webhook-id': 'evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S',
				'webhook-timestamp': '1764547200',
				'webhook-signature': 'v1a,8M2dSyUoVGTbBnCcoGc2S6cvBT3rVm7NcVdl6oE0pZk=',
			},
		}),
	),
	response: z
		.string()
		.meta(doc({ description: 'The first 1,024 characters of the response body.', example: 'Internal Server Error' })),
	created_at: timestamp(),
})

export const Delivery = named('Delivery', {
	id: z.string().meta(doc({ example: 'dlv_01JD6Z5W3T9V7K2M4N8P0Q1R2S_01JD6Z5W3T9V7K2M4N8P0Q1R2T' })),
	event_id: id('evt').meta(doc({ description: 'The value of `webhook-id`, the same on every attempt.' })),
	type: z.string().meta(doc({ example: 'run.completed' })),
	status: z.enum(DELIVERY_STATUSES),
	attempt_count: z.int().meta(doc({ example: 1 })),
	next_attempt_at: z.nullable(timestamp()).meta(doc({ description: 'Null if no attempt follows.' })),
	created_at: timestamp(),
	attempts: z.array(Attempt),
})

/** A delivery with the body that its receiver gets. */
export const DeliveryWithBody = Delivery.extend({
	body: z
		.object({
			type: z.string().meta(doc({ example: 'run.completed' })),
			timestamp: timestamp(),
			data: z.record(z.string(), JsonValue).meta(doc({ example: { run_id: 'run_01JD6Z5W3T9V7K2M4N8P0Q1R2S' } })),
		})
		.nullable()
		.meta(doc({ description: 'The JSON that every attempt posts. Null for callers without `org.settings`.' })),
}).meta(doc({ id: 'DeliveryWithBody' }))

export const DeliveryQuery = PageQuery.extend({ status: z.enum(DELIVERY_STATUSES).optional(), ...PERIOD })

export const RecoverDeliveries = named('RecoverDeliveries', {
	since: timestampInput().meta(doc({ description: 'Recover deliveries created at this time or later.' })),
})

export const RecoveredDeliveries = named('RecoveredDeliveries', {
	recovered: z.int().meta(doc({ description: 'How many skipped or dead deliveries are sent again.', example: 12 })),
	has_more: z.boolean().meta(doc({ description: 'Whether another call would recover more.' })),
})
