import { CREDIT_EVENTS } from '../../billing/credits/events.ts'
import { REDEMPTION_EVENTS } from '../../billing/redemption-codes/events.ts'
import { RUN_EVENTS } from '../../billing/runs/events.ts'
import { SUBSCRIPTION_EVENTS } from '../../billing/subscriptions/events.ts'
import { TOOL_EVENTS } from '../../providers/tool-providers/events.ts'
import { DELIVERY_EVENTS } from '../../webhooks/deliveries/events.ts'
import type { Events, EventType } from '../../webhooks/events/event-types.ts'

/** Every type of event, in the order in which the documents list them. A type that no slice declares does not compile. */
export const EVENT_TYPES = {
	...RUN_EVENTS,
	...SUBSCRIPTION_EVENTS,
	...CREDIT_EVENTS,
	...REDEMPTION_EVENTS,
	...TOOL_EVENTS,
	...DELIVERY_EVENTS,
} satisfies Events<EventType>
