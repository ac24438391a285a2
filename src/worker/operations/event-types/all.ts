import { CREDIT_EVENTS } from '../../billing/credits/events.ts'
import { REDEMPTION_EVENTS } from '../../billing/redemption-codes/events.ts'
import { RUN_EVENTS } from '../../billing/runs/events.ts'
import { SUBSCRIPTION_EVENTS } from '../../billing/subscriptions/events.ts'
import { TOOL_EVENTS } from '../../providers/tool-providers/events.ts'
import { BUDGET_EVENTS } from '../../spending/budgets/events.ts'
import { PAUSE_EVENTS } from '../../spending/pauses/events.ts'
import { REQUEST_EVENTS } from '../../spending/requests/events.ts'
import { DELIVERY_EVENTS } from '../../webhooks/deliveries/events.ts'
import type { Events, EventType } from '../../webhooks/events/event-types.ts'
import { ALERT_EVENTS } from '../alerts/events.ts'

/** All event types, in the order that the documents list them. It doesn't compile if no slice declares one of them. */
export const EVENT_TYPES = {
	...RUN_EVENTS,
	...SUBSCRIPTION_EVENTS,
	...CREDIT_EVENTS,
	...BUDGET_EVENTS,
	...REDEMPTION_EVENTS,
	...TOOL_EVENTS,
	...PAUSE_EVENTS,
	...REQUEST_EVENTS,
	...DELIVERY_EVENTS,
	...ALERT_EVENTS,
} satisfies Events<EventType>
