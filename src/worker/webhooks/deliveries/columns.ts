import { eq, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../ground/db/database.ts'
import { allOf, jsonObject } from '../../ground/db/state.ts'
import { events } from '../events/table.ts'
import { HEADERS } from './attempt.ts'
import type { Delivery } from './schema.ts'
import { webhookDeliveries } from './table.ts'

const { id, endpoint_id: endpointId, event_id: eventId, ...others } = webhookDeliveries

/** Null for attempts from before they were kept. */
const sent = sql`iif(a.signature IS NULL, NULL, json_object('Content-Type', ${HEADERS['Content-Type']}, 'User-Agent', ${HEADERS['User-Agent']}, 'webhook-id', a.event_id,
	'webhook-timestamp', CAST(a.signed_at AS TEXT), 'webhook-signature', a.signature))`

const attempts = sql`(SELECT json_group_array(json_object('attempt', a.attempt, 'status_code', a.status_code, 'error', a.error,
	'latency_ms', a.latency_ms, 'request_headers', ${sent}, 'response', a.response, 'created_at', a.created_at) ORDER BY a.attempt)
	FROM webhook_attempts a WHERE a.endpoint_id = ${endpointId} AND a.event_id = ${eventId})`

const fields = jsonObject({
	id,
	event_id: eventId,
	type: events.type,
	status: others.status,
	attempt_count: others.attempt_count,
	next_attempt_at: others.next_attempt_at,
	created_at: others.created_at,
})

/** A delivery with its attempts as JSON text. A select and a stored response both use it, so they can't differ. */
const asJson = sql<string>`json_set(${fields}, '$.attempts', json(${attempts}))`

const itsEvent = eq(events.id, eventId)

/** The rows of deliveries that match `where`, each with its event's id to page by. `toDelivery` makes the response. */
export const selectDeliveries = (db: Database['reader'], where: SQL | undefined) =>
	db
		.select({ event_id: eventId, endpoint_id: endpointId, json: asJson.as('json') })
		.from(webhookDeliveries)
		.innerJoin(events, itsEvent)
		.where(where)

/** The delivery that matches `where`, with its event. */
export const selectWithEvent = (db: Database['reader'], where: SQL) =>
	db
		.select({
			json: asJson.as('json'),
			event: { type: events.type, created_at: events.created_at, data: events.data },
		})
		.from(webhookDeliveries)
		.innerJoin(events, itsEvent)
		.where(where)
		.limit(1)

export const toDelivery = ({ json }: { json: string }) => JSON.parse(json) as z.infer<typeof Delivery>

/** The delivery that matches `where`, as JSON text. */
export const deliveryJson = (where: SQL) =>
	sql`(SELECT ${asJson} FROM ${webhookDeliveries} JOIN ${events} ON ${itsEvent} WHERE ${where})`

/** Matches one delivery. Its id contains its event's id, by which the primary key finds it. */
export const deliveryUnder = (endpoint_id: string, delivery_id: string) =>
	allOf(deliveryOf(endpoint_id, `evt_${delivery_id.slice(4, 30)}`), eq(id, delivery_id))

/** Matches the deliveries with these ids, a JSON array. An id consists of both columns of the primary key. */
export const deliveriesUnder = (ids: string) =>
	sql`(${endpointId}, ${eventId}) IN (SELECT 'whe_' || substr(value, 32), 'evt_' || substr(value, 5, 26) FROM json_each(${ids}))`

export const deliveryOf = (endpoint_id: string, event_id: string) =>
	allOf(eq(endpointId, endpoint_id), eq(eventId, event_id))
