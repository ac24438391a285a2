import type * as z from 'zod'

/**
 * Every type of event that Plinth emits (spec 6.1). The slice that emits one declares its data in its `events.ts`, and
 * `operations/event-types/all.ts` collects them.
 */
export type EventType =
	| 'run.completed'
	| 'run.failed'
	| 'run.cancelled'
	| 'subscription.created'
	| 'subscription.updated'
	| 'subscription.cancelled'
	| 'subscription.expired'
	| 'credits.low'
	| 'credits.exhausted'
	| 'redemption_code.redeemed'
	| 'tool_provider.activated'
	| 'webhook_endpoint.disabled'
	| 'ping'

interface EventKind {
	description: string
	/** The shape of the event's `data`. The OpenAPI document shows it under `webhooks`. */
	data: z.ZodType
}

/** What a slice declares of its events. */
export type Events<Type extends EventType> = Record<Type, EventKind>
