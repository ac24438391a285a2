import * as z from 'zod'
import { timestamp } from '../../ground/http/fields.ts'
import { type EventType } from '../../webhooks/endpoints/event-names.ts'
import { EVENT_TYPES } from '../event-types/all.ts'
import { content, type Json, refTo } from './json-schema.ts'
import { RETRIES } from './retries.ts'
import { EXAMPLE } from './webhook-example.ts'

// The OpenAPI document's `webhooks`: what we send, generated from the list of event types. Runs at build time only.

const header = (name: string, description: string, example: string) => ({
	name,
	in: 'header',
	required: true,
	description,
	schema: { type: 'string' },
	example,
})

/** The headers that every message has, for the document's components. */
export const MESSAGE_HEADERS = {
	'webhook-id': header(
		'webhook-id',
		"The event's id. It's the same on every attempt, so ignore an event you've already received.",
		EXAMPLE.id,
	),
	'webhook-timestamp': header(
		'webhook-timestamp',
		'When this attempt was made, in Unix seconds. Refuse messages that are more than five minutes off.',
		String(EXAMPLE.timestamp),
	),
	'webhook-signature': header(
		'webhook-signature',
		"Signatures, separated by spaces: `v1a` with the endpoint's key, and `v1` with your secret if you set one.",
		EXAMPLE.v1a,
	),
}

// Values for events whose fields' examples don't fit together.
const FITTING: Partial<Record<EventType, Json>> = {
	'run.failed': { status: 'failed' },
	'run.cancelled': { status: 'cancelled' },
	'subscription.cancelled': { status: 'cancelled', cancelled_at: '2026-11-21T07:00:00.000Z' },
	'subscription.expired': {
		status: 'expired',
		current_period_start: '2026-10-21T07:00:00.000Z',
		current_period_end: '2026-11-21T07:00:00.000Z',
	},
	'credits.exhausted': { balance: 0 },
}

/** Each event type's request. Adds named schemas to `schemas`. */
export const webhooks = (schemas: Json): Json =>
	Object.fromEntries((Object.keys(EVENT_TYPES) as EventType[]).map((type) => [type, { post: describe(type, schemas) }]))

function describe(type: EventType, schemas: Json): Json {
	const { description, data } = EVENT_TYPES[type]
	const body = z.object({
		type: z.literal(type),
		timestamp: timestamp(),
		data,
	})
	return {
		operationId: `webhook_${type.replaceAll('.', '_')}`,
		summary: description,
		description:
			type === 'ping'
				? 'Sent to one endpoint, whatever its `events` are.'
				: `Sent to the org's endpoints whose \`events\` include \`${type}\` or \`*\`.`,
		tags: ['Webhooks'],
		security: [],
		parameters: Object.keys(MESSAGE_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
		requestBody: { required: true, content: fitted(type, content(refTo(body, 'output', schemas), schemas)) },
		responses: {
			'2XX': { description: 'The event is delivered. Respond within 15 seconds. We ignore the body.' },
			410: { description: 'We disable the endpoint and send it nothing more.' },
			default: {
				description: `A failure, like a redirect or no response at all. We try again after ${RETRIES}, but not before \`Retry-After\`. Then we give up.`,
			},
		},
	}
}

/** An event's content, with an example that could really happen. */
function fitted(type: EventType, { 'application/json': json }: Json): Json {
	const { schema, example } = json as { schema: Json; example: Json }
	return {
		'application/json': { schema, example: { ...example, data: { ...(example.data as Json), ...FITTING[type] } } },
	}
}
