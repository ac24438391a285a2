import { and, desc, eq, type SQL } from 'drizzle-orm'
import * as z from 'zod'
import { dear, requires, signedIn } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { notFound } from '../../ground/http/errors.ts'
import { taggedJson } from '../../ground/http/etag.ts'
import { openPage } from '../../ground/http/page.ts'
import { idsWithin } from '../../ground/http/period.ts'
import type { VerbOf } from '../../ground/write/actions.ts'
import { ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { endpointOf } from '../endpoints/columns.ts'
import { webhookEndpoints } from '../endpoints/table.ts'
import { bodyOf } from './attempt.ts'
import { deliveryJson, deliveryOf, deliveryUnder, selectDeliveries, selectWithEvent, toDelivery } from './columns.ts'
import { Delivery, DeliveryQuery, DeliveryWithBody, RecoverDeliveries, RecoveredDeliveries } from './schema.ts'
import { auditOfMany, type Endpoint, ensureEnabled, ping, recoveryOf, redelivery, refusal } from './send-again.ts'
import { webhookDeliveries } from './table.ts'

export const deliveryRoutes = routes()

deliveryRoutes.get(
	'/:endpoint_id/deliveries',
	signedIn(),
	query(DeliveryQuery),
	returns(200, z.array(Delivery), 'List the deliveries to an endpoint with every attempt'),
	async (c) => {
		const endpoint_id = c.req.param('endpoint_id')
		const { status, from, to, ...paging } = c.req.valid('query')
		const page = openPage(c, paging)
		const { db, principal } = c.var
		const { endpoint_id: receiver, event_id, status: itsStatus, created_at } = webhookDeliveries
		const ofStatus = status === undefined ? undefined : eq(itsStatus, status)
		const ofPeriod = idsWithin({ ids: event_id, prefix: 'evt', time: created_at }, { from, to }, page)
		const where = and(eq(receiver, endpoint_id), ofStatus, ofPeriod, page.before(event_id))
		const isOwn = endpointOf(principal.org_id, endpoint_id)
		const [[endpoint], rows] = await db.batch([
			db.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(isOwn).limit(1),
			selectDeliveries(db, where).orderBy(desc(event_id)).limit(page.limit),
		])
		if (!endpoint) throw notFound('Webhook endpoint')
		return c.json(page.close(rows, (row) => row.event_id).map(toDelivery))
	},
)

deliveryRoutes.get(
	'/:endpoint_id/deliveries/:delivery_id',
	signedIn(),
	returns(200, DeliveryWithBody, 'Read a delivery with every attempt and the body that the attempts post'),
	async (c) => {
		const { endpoint_id, delivery_id } = c.req.param()
		const { db, principal } = c.var
		const isOwn = endpointOf(principal.org_id, endpoint_id)
		const [[endpoint], [delivery]] = await db.batch([
			db.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(isOwn).limit(1),
			selectWithEvent(db, deliveryUnder(endpoint_id, delivery_id)),
		])
		if (!endpoint) throw notFound('Webhook endpoint')
		if (!delivery) throw notFound('Delivery')
		const mayRead = principal.permissions.has('org.settings')
		return taggedJson(c, { ...toDelivery(delivery), body: mayRead ? JSON.parse(bodyOf(delivery.event)) : null })
	},
)

deliveryRoutes.post(
	'/:endpoint_id/deliveries/:delivery_id/redeliver',
	requires('org.settings'),
	returns(202, Delivery, 'Send a delivery again'),
	refuses('webhook_endpoints.disabled'),
	async (c) => {
		const { endpoint_id, delivery_id } = c.req.param()
		const endpoint = { org_id: c.var.principal.org_id, endpoint_id }
		const where = deliveryUnder(endpoint_id, delivery_id)
		const parts = {
			enabled: ensureEnabled(c, endpoint),
			exists: ensureExists(c, webhookDeliveries, where),
			redelivery: redelivery(c, where),
			rows: selectDeliveries(c.var.db, where).limit(1),
		}
		const { rows } = await write(c, parts, {
			audit: auditOf('redeliver', endpoint, where),
			response: { status: 202, body: deliveryJson(where) },
			otherwise: () => refusal(c, endpoint, 'Delivery'),
		})
		return c.json(rows.map(toDelivery)[0], 202)
	},
)

deliveryRoutes.post(
	'/:endpoint_id/test',
	requires('org.settings'),
	returns(202, Delivery, 'Send a ping to an endpoint'),
	refuses('webhook_endpoints.disabled'),
	async (c) => {
		const endpoint = { org_id: c.var.principal.org_id, endpoint_id: c.req.param('endpoint_id') }
		const { event_id, event, delivery } = ping(c, endpoint)
		const where = deliveryOf(endpoint.endpoint_id, event_id)
		const rows = selectDeliveries(c.var.db, where).limit(1)
		const parts = { enabled: ensureEnabled(c, endpoint), event, delivery, rows }
		const results = await write(c, parts, {
			audit: auditOf('test', endpoint, where),
			response: { status: 202, body: deliveryJson(where) },
			otherwise: () => refusal(c, endpoint, 'Webhook endpoint'),
		})
		return c.json(results.rows.map(toDelivery)[0], 202)
	},
)

deliveryRoutes.post(
	'/:endpoint_id/recover',
	requires('org.settings'),
	dear('org'),
	body(RecoverDeliveries),
	returns(200, RecoveredDeliveries, 'Send skipped and dead deliveries again'),
	refuses('webhook_endpoints.disabled'),
	async (c) => {
		const endpoint = { org_id: c.var.principal.org_id, endpoint_id: c.req.param('endpoint_id') }
		const { since } = c.req.valid('json')
		const { recovery, counts, response } = recoveryOf(c, endpoint.endpoint_id, since)
		const parts = { enabled: ensureEnabled(c, endpoint), recovery, counts }
		const results = await write(c, parts, {
			audit: auditOfMany('recover', endpoint, { since }),
			response: { status: 200, body: response },
			otherwise: () => refusal(c, endpoint, 'Webhook endpoint'),
		})
		const [counted] = results.counts
		return c.json({ recovered: counted?.recovered ?? 0, has_more: counted?.has_more === 1 })
	},
)

const auditOf = (verb: VerbOf<'webhook_deliveries'>, { org_id, endpoint_id }: Endpoint, where: SQL) => ({
	action: `webhook_deliveries.${verb}` as const,
	target: webhookDeliveries,
	target_id: endpoint_id,
	where,
	org_id,
})
