import * as z from 'zod'

export const WebhookEventType = z
	.object({
		type: z.string().meta({ example: 'run.completed' }),
		description: z.string().meta({ example: 'A run has ended well.' }),
		schema: z.string().meta({
			description: 'Where the OpenAPI document describes its body, with an example.',
			example: '/openapi.json#/webhooks/run.completed',
		}),
	})
	.meta({ id: 'WebhookEventType' })
