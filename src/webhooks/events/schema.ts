import * as z from 'zod'

export const WebhookEventType = z
	.object({
		type: z.string().meta({ example: 'run.completed' }),
		description: z.string().meta({ example: 'A run has completed.' }),
		schema: z.string().meta({
			description: 'Where the OpenAPI document describes the body of the message, with an example.',
			example: '/openapi.json#/webhooks/run.completed',
		}),
	})
	.meta({ id: 'WebhookEventType' })
