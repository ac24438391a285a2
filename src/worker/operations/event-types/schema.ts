import * as z from 'zod'
import { doc } from '#doc'
import { named } from '../../ground/http/fields.ts'

export const WebhookEventType = named('WebhookEventType', {
	type: z.string().meta(doc({ example: 'run.completed' })),
	description: z.string().meta(doc({ example: 'A run completed.' })),
	schema: z.string().meta(
		doc({
			description: 'Where the OpenAPI document describes the body of the message, with an example.',
			example: '/openapi.json#/webhooks/run.completed',
		}),
	),
})
