import * as z from 'zod'
import { id, timestamp } from '../../http/fields.ts'
import { Run } from '../../billing/runs/schema.ts'
import { Subscription } from '../../plans/subscriptions/schema.ts'

interface Kind {
	description: string
	/** What `data` of the event is; the OpenAPI document shows it under `webhooks`. */
	data: z.ZodType
}

const Credits = z.object({
	org_id: id('org'),
	balance: z.int().meta({ example: 80 }),
	run_id: z
		.string()
		.meta({ description: 'The run that took the last of it.', example: 'run_01JD6Z5W3T9V7K2M4N8P0Q1R2S' }),
})

/** Every event that is told, by its type (spec 6.1). */
export const CATALOGUE = {
	'run.completed': { description: 'A run has ended well.', data: Run },
	'run.failed': { description: 'A run has failed.', data: Run },
	'run.cancelled': { description: 'A run was cancelled.', data: Run },
	'subscription.created': { description: 'The org has subscribed to a plan.', data: Subscription },
	'subscription.cancelled': { description: 'A subscription was cancelled, with effect at once.', data: Subscription },
	'subscription.expired': { description: 'The period of a subscription has ended.', data: Subscription },
	'credits.low': {
		description: 'A run has taken the balance down to `credits.low_threshold` or below it.',
		data: Credits.extend({ threshold: z.int().meta({ example: 100 }) }),
	},
	'credits.exhausted': { description: 'A run has taken the last credit.', data: Credits },
	'redemption_code.redeemed': {
		description: 'A member has redeemed a code for the org.',
		data: z.object({
			redemption_code_id: id('rcd'),
			type: z.string().meta({ example: 'credits' }),
			value: z.string().meta({ example: '500' }),
			org_id: id('org'),
			user_id: id('usr'),
		}),
	},
	'tool_provider.activated': {
		description: 'The org has activated a tool provider.',
		data: z.object({
			org_id: id('org'),
			group_name: z.string().meta({ example: 'web_search' }),
			provider_name: z.string().meta({ example: 'web_search.keyed' }),
		}),
	},
	'webhook_endpoint.disabled': {
		description: 'An endpoint answered 410, or nothing but failures for five days, and gets nothing any more.',
		data: z.object({
			endpoint_id: id('whe'),
			org_id: id('org'),
			url: z.string().meta({ example: 'https://hooks.example.com/plinth' }),
			reason: z.enum(['gone', 'failing']),
		}),
	},
	ping: {
		description: 'A test, sent to one endpoint when it is asked for.',
		data: z.object({ endpoint_id: id('whe'), org_id: id('org'), sent_at: timestamp() }),
	},
} satisfies Record<string, Kind>

export type EventType = keyof typeof CATALOGUE
