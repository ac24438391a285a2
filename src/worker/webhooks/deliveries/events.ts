import * as z from 'zod'
import { doc } from '#doc'
import { id, timestamp } from '../../ground/http/fields.ts'
import type { Events } from '../events/event-types.ts'

/** The events of this slice, with the shape of their data. */
export const DELIVERY_EVENTS = {
	'webhook_endpoint.disabled': {
		description: 'We disabled an endpoint: it responded with 410, or every attempt failed for five days.',
		data: z.object({
			endpoint_id: id('whe'),
			org_id: id('org'),
			url: z.string().meta(doc({ example: 'https://hooks.example.com/plinth' })),
			reason: z.enum(['gone', 'failing']),
		}),
	},
	ping: {
		description: 'A test that a member sent to one endpoint.',
		data: z.object({ endpoint_id: id('whe'), org_id: id('org'), sent_at: timestamp() }),
	},
} satisfies Events<'webhook_endpoint.disabled' | 'ping'>
