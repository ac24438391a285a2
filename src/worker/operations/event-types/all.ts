import * as z from 'zod'
import { doc } from '#doc'
import { EndedRun } from '../../billing/runs/schema.ts'
import { Subscription } from '../../billing/subscriptions/schema.ts'
import { id, timestamp } from '../../ground/http/fields.ts'
import { SCOPES, UNITS } from '../../spending/budgets/table.ts'
import { Pause } from '../../spending/pauses/schema.ts'
import { REQUEST } from '../../spending/requests/schema.ts'
import { EVENTS, type EventType } from '../../webhooks/endpoints/event-names.ts'

const Credits = z.object({
	org_id: id('org'),
	balance: z.int().meta(doc({ example: 80 })),
	run_id: z
		.string()
		.meta(doc({ description: 'The run that used the credits.', example: 'run_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
})

const Budget = z.object({
	budget_id: id('bud'),
	name: z.string().meta(doc({ example: 'Each agent' })),
	org_id: id('org'),
	scope: z.enum(SCOPES).meta(doc({ example: 'agent' })),
	subject: z
		.string()
		.meta(doc({ description: 'Whom it bounds; the run for a budget of runs.', example: 'researcher' })),
	unit: z.enum(UNITS),
	limit: z.int().meta(doc({ example: 5000 })),
	used: z.int().meta(doc({ description: 'What ended runs took.', example: 4100 })),
	held: z.int().meta(doc({ description: 'What live runs count for.', example: 150 })),
	percent: z
		.nullable(z.int())
		.meta(doc({ description: 'The threshold, or what is taken of the limit. Null if that is 0.', example: 80 })),
	window_start: z.nullable(timestamp()).meta(doc({ description: 'Null for a total.' })),
	resets_at: timestamp().nullable(),
})

const Request = z.object({ request_id: id('req'), ...REQUEST })

/** The shape of each event's `data`. The OpenAPI document shows it under `webhooks`. */
const DATA: Record<EventType, z.ZodType> = {
	'run.completed': EndedRun,
	'run.failed': EndedRun,
	'run.cancelled': EndedRun,
	'subscription.created': Subscription,
	'subscription.updated': Subscription,
	'subscription.cancelled': Subscription,
	'subscription.expired': Subscription,
	'credits.low': Credits.extend({ threshold: z.int().meta(doc({ example: 100 })) }),
	'credits.exhausted': Credits,
	'budget.threshold': Budget,
	'budget.exceeded': Budget,
	'redemption_code.redeemed': z.object({
		redemption_code_id: id('rcd'),
		type: z.string().meta(doc({ example: 'credits' })),
		value: z.string().meta(doc({ example: '500' })),
		org_id: id('org'),
		user_id: id('usr'),
	}),
	'tool_provider.activated': z.object({
		org_id: id('org'),
		group_name: z.string().meta(doc({ example: 'web_search' })),
		provider_name: z.string().meta(doc({ example: 'web_search.keyed' })),
	}),
	'pause.set': Pause,
	'pause.lifted': Pause,
	'request.opened': Request,
	'request.decided': Request,
	'webhook_endpoint.disabled': z.object({
		endpoint_id: id('whe'),
		org_id: id('org'),
		url: z.string().meta(doc({ example: 'https://hooks.example.com/plinth' })),
		reason: z.enum(['gone', 'failing']),
	}),
	ping: z.object({ endpoint_id: id('whe'), org_id: id('org'), sent_at: timestamp() }),
	'platform.alert': z.object({
		alert_id: id('alt'),
		name: z
			.string()
			.meta(doc({ description: 'The rule, and after a colon its subject.', example: 'job_late:back-up' })),
		status: z.enum(['open', 'ended']),
		message: z.string().meta(doc({ example: 'The job back-up is 14 minutes late.' })),
		opened_at: timestamp(),
		ended_at: timestamp().nullable(),
	}),
}

/** All event types, in the order that the documents list them. */
export const EVENT_TYPES = Object.fromEntries(
	Object.entries(EVENTS).map(([type, description]) => [type, { description, data: DATA[type as EventType] }]),
) as Record<EventType, { description: string; data: z.ZodType }>
