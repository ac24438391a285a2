import { createRoute } from '@tanstack/react-router'
import { at } from '../root.ts'
import { choiceIn, listSearch, textIn } from '../search.ts'
import { screen } from '../ui/loading.ts'

const STATUSES = ['pending', 'delivered', 'failed', 'dead', 'skipped'] as const

interface DeliverySearch {
	cursor?: string | undefined
	status?: (typeof STATUSES)[number] | undefined
	from?: string | undefined
	to?: string | undefined
}

const webhookEndpoints = createRoute({
	...at('/webhook-endpoints'),
	validateSearch: listSearch,
	component: screen(() => import('../webhook-endpoints/webhook-endpoints.tsx'), 'WebhookEndpoints'),
})

const webhookEndpoint = createRoute({
	...at('/webhook-endpoints/$endpoint_id'),
	validateSearch: (raw): DeliverySearch => ({
		cursor: textIn(raw, 'cursor'),
		status: choiceIn(raw, 'status', STATUSES),
		from: textIn(raw, 'from'),
		to: textIn(raw, 'to'),
	}),
	component: screen(() => import('../webhook-endpoints/webhook-endpoint.tsx'), 'WebhookEndpoint'),
})

const delivery = createRoute({
	...at('/webhook-endpoints/$endpoint_id/deliveries/$delivery_id'),
	component: screen(() => import('../webhook-endpoints/delivery.tsx'), 'Delivery'),
})

/** Webhook endpoints and what is sent to them. */
export const webhooks = [webhookEndpoints, webhookEndpoint, delivery] as const
