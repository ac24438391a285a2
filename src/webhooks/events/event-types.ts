import * as z from 'zod'
import { doc } from '#doc'
import { Run } from '../../billing/runs/schema.ts'
import { Subscription } from '../../billing/subscriptions/schema.ts'
import { id, timestamp } from '../../http/fields.ts'

interface EventKind {
	description: string
	/** The shape of the event's `data`. The OpenAPI document shows it under `webhooks`. */
	data: z.ZodType
}

const Credits = z.object({
	org_id: id('org'),
	balance: z.int().meta(doc({ example: 80 })),
	run_id: z
		.string()
		.meta(doc({ description: 'The run that used the credits.', example: 'run_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
})

/** Every type of event that Plinth emits (spec 6.1). */
export const EVENT_TYPES = {
	'run.completed': { description: 'A run has completed.', data: Run },
	'run.failed': { description: 'A run has failed.', data: Run },
	'run.cancelled': { description: 'A run was cancelled.', data: Run },
	'subscription.created': { description: 'The org has subscribed to a plan.', data: Subscription },
	'subscription.cancelled': { description: 'A subscription was cancelled and has ended.', data: Subscription },
	'subscription.expired': { description: 'The period of a subscription has ended.', data: Subscription },
	'credits.low': {
		description: 'A run has brought the balance down to `credits.low_threshold` or below.',
		data: Credits.extend({ threshold: z.int().meta(doc({ example: 100 })) }),
	},
	'credits.exhausted': { description: 'A run has used the last credit.', data: Credits },
	'redemption_code.redeemed': {
		description: 'A member has redeemed a code for the org.',
		data: z.object({
			redemption_code_id: id('rcd'),
			type: z.string().meta(doc({ example: 'credits' })),
			value: z.string().meta(doc({ example: '500' })),
			org_id: id('org'),
			user_id: id('usr'),
		}),
	},
	'tool_provider.activated': {
		description: 'The org has activated a tool provider.',
		data: z.object({
			org_id: id('org'),
			group_name: z.string().meta(doc({ example: 'web_search' })),
			provider_name: z.string().meta(doc({ example: 'web_search.keyed' })),
		}),
	},
	'webhook_endpoint.disabled': {
		description: 'We disabled an endpoint: it answered 410, or every attempt of five days failed.',
		data: z.object({
			endpoint_id: id('whe'),
			org_id: id('org'),
			url: z.string().meta(doc({ example: 'https://hooks.example.com/plinth' })),
			reason: z.enum(['gone', 'failing']),
		}),
	},
	ping: {
		description: 'A test that a member sent to one endpoint.',
		data: z.object({ endpoint_id: id('whe'), org_id: id('org'), sent_at: timestamp() }),
	},
} satisfies Record<string, EventKind>

export type EventType = keyof typeof EVENT_TYPES
