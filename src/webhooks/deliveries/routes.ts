import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import { commit } from '../../write/commit.ts'
import { newId, now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { events } from '../events/table.ts'
import type { App, WorkContext } from '../../context.ts'
import { body, query, returns } from '../../http/contract.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { openPage } from '../../http/page.ts'
import { endpointOf } from '../endpoints/live.ts'
import { RecoverDeliveries, RecoveredDeliveries } from '../endpoints/schema.ts'
import { webhookEndpoints } from '../endpoints/table.ts'
import { Delivery, DeliveryQuery } from './schema.ts'
import { webhookDeliveries } from './table.ts'
import { requires, signedIn } from '../../http/access.ts'
import { ensure } from '../../write/guards.ts'
import { withDeliveries } from '../endpoints/wake.ts'

/** Deliveries one call brings back at most. */
const RECOVERED_AT_ONCE = 1_000

const { id, endpoint_id: endpointId, event_id: eventId } = webhookDeliveries

// An attempt names no columns of its own that a delivery has, so that the answer needs no aliases.
const attempts = sql<string>`(SELECT json_group_array(json_object('attempt', a.attempt, 'status_code', a.status_code, 'error', a.error,
	'latency_ms', a.latency_ms, 'response', a.response, 'created_at', a.created_at) ORDER BY a.attempt)
	FROM webhook_attempts a WHERE a.endpoint_id = webhook_deliveries.endpoint_id AND a.event_id = webhook_deliveries.event_id)`

const shown = {
	id,
	event_id: eventId,
	type: sql<string>`${events.type}`.as('event_type'),
	status: webhookDeliveries.status,
	attempt_count: webhookDeliveries.attempt_count,
	next_attempt_at: webhookDeliveries.next_attempt_at,
	created_at: sql<string>`${webhookDeliveries.created_at}`.as('delivery_created_at'),
	attempts: attempts.as('attempts'),
}

const selectDeliveries = (db: Database['reader'], where: SQL | undefined) =>
	db.select(shown).from(webhookDeliveries).innerJoin(events, eq(events.id, eventId)).where(where)

type Row = Awaited<ReturnType<typeof selectDeliveries>>[number]

const delivery = (row: Row) => ({ ...row, attempts: JSON.parse(row.attempts) as z.infer<typeof Delivery>['attempts'] })

const deliveryJson = (where: SQL) =>
	sql`(SELECT json_object('id', webhook_deliveries.id, 'event_id', event_id, 'type', events.type, 'status', status, 'attempt_count', attempt_count,
		'next_attempt_at', next_attempt_at, 'created_at', webhook_deliveries.created_at, 'attempts', json(${attempts}))
		FROM webhook_deliveries JOIN events ON events.id = event_id WHERE ${where})`

export const deliveryRoutes = new Hono<App>()

deliveryRoutes.get(
	'/:endpoint_id/deliveries',
	signedIn(),
	query(DeliveryQuery),
	returns(200, z.array(Delivery), 'List what was sent to an endpoint, with every attempt'),
	async (c) => {
		const endpoint_id = c.req.param('endpoint_id')
		const { status, ...paging } = c.req.valid('query')
		const page = openPage(c, paging)
		const where = and(
			eq(endpointId, endpoint_id),
			status === undefined ? undefined : eq(webhookDeliveries.status, status),
			page.before(eventId),
		)
		const [[endpoint], rows] = await c.var.db.batch([
			c.var.db
				.select({ id: webhookEndpoints.id })
				.from(webhookEndpoints)
				.where(endpointOf(c.var.principal.org_id, endpoint_id))
				.limit(1),
			selectDeliveries(c.var.db, where).orderBy(desc(eventId)).limit(page.limit),
		])
		if (!endpoint) throw notFound('Webhook endpoint')
		return c.json(page.close(rows, (row) => row.event_id).map(delivery))
	},
)

deliveryRoutes.post(
	'/:endpoint_id/deliveries/:delivery_id/redeliver',
	requires('org.settings'),
	returns(202, Delivery, 'Send a delivery once more'),
	async (c) => {
		const { endpoint_id, delivery_id } = c.req.param()
		// The id tells the event, by which the delivery is found.
		const where = and(
			eq(endpointId, endpoint_id),
			eq(eventId, `evt_${delivery_id.slice(4, 30)}`),
			eq(id, delivery_id),
		) as SQL
		const { org_id } = c.var.principal
		const at = now()
		const again = c.var.db
			.update(webhookDeliveries)
			.set(sendAgain(at))
			// One that is under way is on its way already.
			.where(sql`${where} AND (claim IS NULL OR next_attempt_at <= ${at})`)
		const exists = ensure(c, sql`EXISTS (SELECT 1 FROM webhook_deliveries WHERE ${where})`)
		const results = await commit(
			c,
			[
				isEnabled(c, org_id, endpoint_id),
				exists,
				withDeliveries(again, at),
				selectDeliveries(c.var.db, where).limit(1),
			],
			{
				audit: auditOf('redeliver', org_id, endpoint_id, where),
				answer: { status: 202, body: deliveryJson(where) },
				otherwise: () => whyNot(c.var.db, org_id, endpoint_id, 'Delivery'),
			},
		)
		return c.json(delivery(results[3][0] as Row), 202)
	},
)

deliveryRoutes.post(
	'/:endpoint_id/test',
	requires('org.settings'),
	returns(202, Delivery, 'Send a ping to an endpoint'),
	async (c) => {
		const endpoint_id = c.req.param('endpoint_id')
		const { org_id } = c.var.principal
		const event_id = newId('evt')
		const created_at = now()
		const where = and(eq(endpointId, endpoint_id), eq(eventId, event_id)) as SQL
		const data = { endpoint_id, org_id, sent_at: created_at }
		const results = await commit(
			c,
			[
				isEnabled(c, org_id, endpoint_id),
				c.var.db.insert(events).values({ id: event_id, org_id, type: 'ping', data, created_at }),
				withDeliveries(
					c.var.db
						.insert(webhookDeliveries)
						.values({ endpoint_id, event_id, status: 'pending', next_attempt_at: created_at, created_at }),
					created_at,
				),
				selectDeliveries(c.var.db, where).limit(1),
			],
			{
				audit: auditOf('test', org_id, endpoint_id, where),
				answer: { status: 202, body: deliveryJson(where) },
				otherwise: () => whyNot(c.var.db, org_id, endpoint_id, 'Webhook endpoint'),
			},
		)
		return c.json(delivery(results[3][0] as Row), 202)
	},
)

deliveryRoutes.post(
	'/:endpoint_id/recover',
	requires('org.settings'),
	body(RecoverDeliveries),
	returns(200, RecoveredDeliveries, 'Send again what was skipped or given up'),
	async (c) => {
		const endpoint_id = c.req.param('endpoint_id')
		const { since } = c.req.valid('json')
		const { org_id } = c.var.principal
		const mark = crypto.randomUUID()
		const at = now()
		const lost = sql`SELECT event_id FROM webhook_deliveries WHERE endpoint_id = ${endpoint_id} AND status IN ('skipped', 'dead') AND created_at >= ${since}`
		const again = c.var.db
			.update(webhookDeliveries)
			// Marked, so that they can be counted; whoever attempts one puts its own mark over it.
			.set({ ...sendAgain(at), claim: mark })
			.where(sql`endpoint_id = ${endpoint_id} AND event_id IN (${lost} ORDER BY event_id LIMIT ${RECOVERED_AT_ONCE})`)
		const recovered = sql<number>`(SELECT count(*) FROM webhook_deliveries WHERE claim = ${mark})`
		const has_more = sql<number>`EXISTS (${lost})`
		const results = await commit(
			c,
			[
				isEnabled(c, org_id, endpoint_id),
				withDeliveries(again, at),
				c.var.db
					.select({ recovered: recovered.as('recovered'), has_more: has_more.as('has_more') })
					.from(sql`(SELECT 1)`),
			],
			{
				audit: {
					action: 'webhook_endpoints.recover',
					target: webhookEndpoints,
					target_id: endpoint_id,
					state: sql`(SELECT json_object('url', url, 'since', ${since}) FROM ${webhookEndpoints} WHERE ${endpointOf(org_id, endpoint_id)})`,
					org_id,
				},
				answer: {
					status: 200,
					body: sql`(SELECT json_object('recovered', ${recovered}, 'has_more', json(iif(${has_more}, 'true', 'false'))))`,
				},
				otherwise: () => whyNot(c.var.db, org_id, endpoint_id, 'Webhook endpoint'),
			},
		)
		const [counted] = results[2]
		return c.json({ recovered: counted?.recovered ?? 0, has_more: counted?.has_more === 1 })
	},
)

// The schedule begins anew, whatever came of it before.
const sendAgain = (at: string) => ({
	status: 'pending' as const,
	next_attempt_at: at,
	claim: null,
	retries_from: sql`attempt_count`,
})

const isEnabled = (c: WorkContext, org_id: string, endpoint_id: string) =>
	ensure(c, sql`EXISTS (SELECT 1 FROM ${webhookEndpoints} WHERE ${endpointOf(org_id, endpoint_id)} AND enabled = 1)`)

async function whyNot(db: Database['reader'], org_id: string, endpoint_id: string, what: string) {
	const { enabled } = webhookEndpoints
	const [endpoint] = await db.select({ enabled }).from(webhookEndpoints).where(endpointOf(org_id, endpoint_id)).limit(1)
	if (!endpoint) return notFound('Webhook endpoint')
	if (!endpoint.enabled) return conflict('The endpoint is disabled', { reason: 'webhook_endpoints.disabled' })
	return notFound(what)
}

const auditOf = (verb: string, org_id: string, endpoint_id: string, where: SQL) => ({
	action: `webhook_deliveries.${verb}`,
	target: webhookDeliveries,
	target_id: endpoint_id,
	where,
	org_id,
})
