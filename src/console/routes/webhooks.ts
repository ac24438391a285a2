import { screen } from '../root.ts'
import { choice, LIST, texts } from '../search.ts'

/** Webhook endpoints and what is sent to them. */
export const webhooks = [
	screen('/webhook-endpoints', () => import('../webhook-endpoints/webhook-endpoints.tsx'), 'WebhookEndpoints', LIST),
	screen(
		'/webhook-endpoints/$endpoint_id',
		() => import('../webhook-endpoints/webhook-endpoint.tsx'),
		'WebhookEndpoint',
		{
			status: choice('pending', 'delivered', 'failed', 'dead', 'skipped'),
			...texts('from', 'to', 'cursor'),
		},
	),
	screen(
		'/webhook-endpoints/$endpoint_id/deliveries/$delivery_id',
		() => import('../webhook-endpoints/delivery.tsx'),
		'Delivery',
	),
] as const
