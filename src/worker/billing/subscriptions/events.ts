import type { Events } from '../../webhooks/events/event-types.ts'
import { Subscription } from './schema.ts'

/** The events of this slice, with the shape of their data. */
export const SUBSCRIPTION_EVENTS = {
	'subscription.created': { description: 'The org subscribed to a plan.', data: Subscription },
	'subscription.updated': {
		description: "A subscription's plan or the end of its period was changed.",
		data: Subscription,
	},
	'subscription.cancelled': { description: 'A subscription was cancelled and ended.', data: Subscription },
	'subscription.expired': { description: "A subscription's period ended.", data: Subscription },
} satisfies Events<'subscription.created' | 'subscription.updated' | 'subscription.cancelled' | 'subscription.expired'>
