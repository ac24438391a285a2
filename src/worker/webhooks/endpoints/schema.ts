import * as z from 'zod'
import { doc } from '#doc'
import { id, withoutRepeats, timestamp } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { openValues } from '../../ground/http/unknown.ts'
import type { UrlRules } from '../../ground/outbound/policy.ts'
import { EVENTS } from './event-names.ts'
import { isSecret } from './sign.ts'

/** Where events may be sent. The URL is checked when it's written and again at every attempt. */
export const WEBHOOK_URL: UrlRules = { schemes: ['https:'] }

const MAX_EVENTS = 100

const Url = z.string().meta(doc({ description: 'An HTTPS URL.', example: 'https://hooks.example.com/plinth' }))

// Receivers may subscribe to a type before we emit it.
const EventName = openValues(
	z
		.string()
		.max(128)
		.regex(/^(\*|[a-z0-9_]+(\.[a-z0-9_]+)+)$/, must.event_type),
	['*', ...Object.keys(EVENTS).filter((name) => name !== 'ping')],
)

const Events = z
	.array(EventName)
	.min(1)
	.max(MAX_EVENTS)
	.superRefine(withoutRepeats((event) => event, [], must.repeated_event_type))
	.meta(doc({ example: ['run.completed', 'run.failed'] }))

const Secret = z
	.string()
	.max(128)
	.refine(isSecret, must.webhook_secret)
	.meta(
		doc({
			description: 'Adds a `v1` signature to every message, next to our own `v1a`. Never shown.',
			example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
		}),
	)

export const WebhookEndpoint = z
	.object({
		id: id('whe'),
		org_id: id('org'),
		url: Url,
		events: z.array(z.string()).meta(doc({ example: ['run.completed', 'run.failed'] })),
		enabled: z.boolean(),
		disabled_reason: z.nullable(z.enum(['gone', 'failing'])).meta(
			doc({
				description: 'Why we disabled the endpoint: it responded with 410, or every attempt failed for five days.',
				example: null,
			}),
		),
		public_key: z.string().meta(
			doc({
				description: 'The key that verifies `v1a` signatures.',
				example: 'whpk_EVGIw2wBcDYMqwYJDxNtfQ9HRtHqHjnYpV2mkQ7QDGE=',
			}),
		),
		previous_public_key: z
			.nullable(z.string())
			.meta(doc({ description: 'The previous key. It also signs until `previous_key_until`.', example: null })),
		previous_key_until: z.nullable(timestamp()).meta(doc({ example: null })),
		has_secret: z.boolean().meta(doc({ description: 'Whether your own secret signs as `v1`.' })),
		success_rate: z
			.nullable(z.number())
			.meta(
				doc({ description: 'The share of attempts that succeeded, 0 to 1. Null before the first.', example: 0.98 }),
			),
		last_failure: z
			.object({
				at: timestamp(),
				status_code: z.nullable(z.int()).meta(doc({ example: 500 })),
				error: z.string().meta(doc({ example: 'status.500' })),
			})
			.nullable(),
		created_at: timestamp(),
	})
	.meta(doc({ id: 'WebhookEndpoint' }))

export const CreateWebhookEndpoint = z
	.object({ url: Url, events: Events, secret: Secret.nullish() })
	.meta(doc({ id: 'CreateWebhookEndpoint' }))

export const RotateQuery = z.object({
	purge: z
		.enum(['true', 'false'])
		.default('false')
		.meta(
			doc({
				description:
					'Within 24 hours a second rotation changes nothing. `true` makes it a new one: the key that was replaced before no longer signs.',
				default: 'false',
			}),
		),
})

export const UpdateWebhookEndpoint = z
	.object({
		enabled: z.boolean().optional(),
		url: Url.optional(),
		events: Events.optional(),
		secret: Secret.nullable()
			.optional()
			.meta(doc({ description: 'A new secret, or null to remove it. The previous secret signs for 24 more hours.' })),
	})
	.meta(doc({ id: 'UpdateWebhookEndpoint' }))
