import * as z from 'zod'
import { timestamp } from '../../http/fields.ts'
import { type EventType } from '../../webhooks/events/event-types.ts'
import { EVENT_TYPES } from '../event-types/all.ts'
import { content, type Json, refTo } from './json-schema.ts'
import { RETRIES } from './retries.ts'
import { EXAMPLE } from './webhook-example.ts'

// The `webhooks` of the OpenAPI document: what we send, from the list of event types. Runs at build time only.

const header = (name: string, description: string, example: string) => ({
	name,
	in: 'header',
	required: true,
	description,
	schema: { type: 'string' },
	example,
})

/** The headers of every message, for the components of the document. */
export const MESSAGE_HEADERS = {
	'webhook-id': header(
		'webhook-id',
		'The id of the event. It is the same on every attempt, so drop an event that you have had.',
		EXAMPLE.id,
	),
	'webhook-timestamp': header(
		'webhook-timestamp',
		'When this attempt was made, in Unix seconds. Refuse a message that is more than five minutes off.',
		String(EXAMPLE.timestamp),
	),
	'webhook-signature': header(
		'webhook-signature',
		'Signatures, separated by spaces: `v1a` by the key of the endpoint, `v1` by your secret if there is one.',
		EXAMPLE.v1a,
	),
}

// Values for the examples of events where the examples of the fields do not fit together.
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

/** The request of each type of event. Adds named schemas to `schemas`. */
export const webhooks = (schemas: Json): Json =>
	Object.fromEntries((Object.keys(EVENT_TYPES) as EventType[]).map((type) => [type, { post: describe(type, schemas) }]))

function describe(type: EventType, schemas: Json): Json {
	const { description, data } = EVENT_TYPES[type]
	const body = z.object({
		type: z.literal(type),
		timestamp: timestamp().meta({ description: 'When it happened.' }),
		data,
	})
	return {
		operationId: `webhook_${type.replaceAll('.', '_')}`,
		summary: description,
		description:
			type === 'ping'
				? 'Sent to one endpoint, whatever its `events` say.'
				: `Sent to the endpoints of the org whose \`events\` hold \`${type}\` or \`*\`.`,
		tags: ['Webhooks'],
		security: [],
		parameters: Object.keys(MESSAGE_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
		requestBody: { required: true, content: fitted(type, content(refTo(body, 'output', schemas), schemas)) },
		responses: {
			'2XX': { description: 'The event is delivered. Respond within 15 seconds. We ignore the body.' },
			410: { description: 'We disable the endpoint and send it nothing more.' },
			default: {
				description: `A failure, as are a redirect and a missing answer. We try again after ${RETRIES}, but not before \`Retry-After\`. Then we give up.`,
			},
		},
	}
}

/** The content of an event, with an example of an event that could have happened. */
function fitted(type: EventType, { 'application/json': json }: Json): Json {
	const { schema, example } = json as { schema: Json; example: Json }
	return {
		'application/json': { schema, example: { ...example, data: { ...(example.data as Json), ...FITTING[type] } } },
	}
}
