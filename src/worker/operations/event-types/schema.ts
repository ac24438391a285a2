import * as z from 'zod'
import { doc } from '#doc'

export const WebhookEventType = z
	.object({
		type: z.string().meta(doc({ example: 'run.completed' })),
		description: z.string().meta(doc({ example: 'A run completed.' })),
		schema: z.string().meta(
			doc({
				description: 'Where the OpenAPI document describes the body of the message, with an example.',
				example: '/openapi.json#/webhooks/run.completed',
			}),
		),
	})
	.meta(doc({ id: 'WebhookEventType' }))
