import * as z from 'zod'
import { isSecret, SECRET_PREFIX } from './sign.ts'
import { id, timestamp, timestampInput } from '../../http/fields.ts'

const MAX_EVENTS = 100

const Url = z.string().meta({ description: 'HTTPS.', example: 'https://hooks.example.com/plinth' })

const EventName = z
	.string()
	.max(128)
	.regex(/^(\*|[a-z0-9_]+(\.[a-z0-9_]+)+)$/, 'Must be a dotted event type, or * for all')

const Events = z
	.array(EventName)
	.min(1)
	.max(MAX_EVENTS)
	.refine((events) => new Set(events).size === events.length, 'Must not name an event type twice')
	.meta({ example: ['run.completed', 'run.failed'] })

const Secret = z.string().max(128).refine(isSecret, `Must be ${SECRET_PREFIX} and the base64 of 24 to 64 bytes`).meta({
	description: 'Signs as `v1` besides our own `v1a`. Never shown.',
	example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
})

export const WebhookEndpoint = z
	.object({
		id: id('whe'),
		org_id: id('org'),
		url: Url,
		events: z.array(z.string()).meta({ example: ['run.completed', 'run.failed'] }),
		enabled: z.boolean(),
		disabled_reason: z.enum(['gone', 'failing']).nullable().meta({
			description: 'Why we disabled it: it answered 410, or nothing but failures for five days.',
			example: null,
		}),
		public_key: z
			.string()
			.meta({ description: 'Verifies `v1a`.', example: 'whpk_EVGIw2wBcDYMqwYJDxNtfQ9HRtHqHjnYpV2mkQ7QDGE=' }),
		previous_public_key: z
			.string()
			.nullable()
			.meta({ description: 'The one before, which signs as well until `previous_key_until`.', example: null }),
		previous_key_until: timestamp().nullable().meta({ example: null }),
		has_secret: z.boolean().meta({ description: 'Whether a secret of yours signs as `v1`.' }),
		success_rate: z
			.number()
			.nullable()
			.meta({ description: 'Of all attempts, 0 to 1; null before the first.', example: 0.98 }),
		last_failure: z
			.object({
				at: timestamp(),
				status_code: z.int().nullable().meta({ example: 500 }),
				error: z.string().meta({ example: 'status.500' }),
			})
			.nullable(),
		created_at: timestamp(),
	})
	.meta({ id: 'WebhookEndpoint' })

export const CreateWebhookEndpoint = z
	.object({ url: Url, events: Events, secret: Secret.nullish() })
	.meta({ id: 'CreateWebhookEndpoint' })

export const UpdateWebhookEndpoint = z
	.object({
		enabled: z.boolean().optional(),
		url: Url.optional(),
		events: Events.optional(),
		secret: Secret.nullable()
			.optional()
			.meta({ description: 'Another secret, or null for none. The one before signs for 24 hours more.' }),
	})
	.meta({ id: 'UpdateWebhookEndpoint' })

export const RecoverDeliveries = z
	.object({ since: timestampInput().meta({ description: 'Deliveries made then or later.' }) })
	.meta({ id: 'RecoverDeliveries' })

export const RecoveredDeliveries = z
	.object({
		recovered: z
			.int()
			.meta({ description: 'Deliveries that were skipped or dead, and are tried again now.', example: 12 }),
		has_more: z.boolean().meta({ description: 'Whether a repeat would recover more.' }),
	})
	.meta({ id: 'RecoveredDeliveries' })
