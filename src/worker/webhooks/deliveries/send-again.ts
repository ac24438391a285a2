import { eq, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { conflict, notFound } from '../../ground/http/errors.ts'
import { maskedUrlOf } from '../../ground/outbound/masked.ts'
import type { VerbOf } from '../../ground/write/actions.ts'
import { ensureExists } from '../../ground/write/guards.ts'
import { endpointOf } from '../endpoints/columns.ts'
import { withDeliveries } from '../endpoints/signal.ts'
import { webhookEndpoints } from '../endpoints/table.ts'
import { events } from '../events/table.ts'
import { webhookDeliveries } from './table.ts'

// What an org can ask for: one delivery again, everything that an endpoint missed, or a test. Each needs an enabled endpoint,
// because a disabled one would leave the delivery waiting.

/** The maximum number of deliveries that one call recovers. */
const RECOVERED_AT_ONCE = 1_000

export interface Endpoint {
	org_id: string
	endpoint_id: string
}

/** Refuses the batch unless the org has this endpoint and it is enabled. */
export const ensureEnabled = (c: WorkContext, { org_id, endpoint_id }: Endpoint) =>
	ensureExists(c, webhookEndpoints, allOf(endpointOf(org_id, endpoint_id), eq(webhookEndpoints.enabled, true)))

/** Why the batch was refused. `what` is the noun in the 404 if the endpoint itself exists and is enabled. */
export async function refusal(c: WorkContext, { org_id, endpoint_id }: Endpoint, what: string) {
	const { enabled } = webhookEndpoints
	const [endpoint] = await c.var.db
		.select({ enabled })
		.from(webhookEndpoints)
		.where(endpointOf(org_id, endpoint_id))
		.limit(1)
	if (!endpoint) return notFound('Webhook endpoint')
	if (endpoint.enabled) return notFound(what)
	return conflict('webhook_endpoints.disabled')
}

// The delivery gets a new schedule, as if it had never been attempted.
const dueAgain = (at: string, claim: string | null = null) => ({
	status: 'pending' as const,
	next_attempt_at: at,
	claim,
	retries_from: sql`attempt_count`,
})

/** The statement that makes the delivery that matches `where` due again, unless an attempt is running. */
export function redelivery({ var: { db } }: WorkContext, where: SQL) {
	const at = now()
	const update = db
		.update(webhookDeliveries)
		.set(dueAgain(at))
		.where(sql`${where} AND (claim IS NULL OR next_attempt_at <= ${at})`)
	return withDeliveries(update, at)
}

/** The statements that send a `ping` to one endpoint. The trigger that creates deliveries skips pings. */
export function ping({ var: { db } }: WorkContext, { org_id, endpoint_id }: Endpoint) {
	const event_id = newId('evt')
	const created_at = now()
	const data = { endpoint_id, org_id, sent_at: created_at }
	const delivery = { endpoint_id, event_id, status: 'pending' as const, next_attempt_at: created_at, created_at }
	return {
		event_id,
		event: db.insert(events).values({ id: event_id, org_id, type: 'ping', data, trace_id: db.trace_id, created_at }),
		delivery: withDeliveries(db.insert(webhookDeliveries).values(delivery), created_at),
	}
}

/**
 * The statements that make up to 1,000 skipped or dead deliveries created at `since` (RFC 3339) or later due again, oldest first,
 * and count them. `response` is the count as JSON text.
 */
export function recoveryOf({ var: { db } }: WorkContext, endpoint_id: string, since: string) {
	// Marks what this call recovers, to count it. An attempt replaces the mark with its own claim.
	const mark = crypto.randomUUID()
	const at = now()
	const lost = sql`SELECT event_id FROM webhook_deliveries WHERE endpoint_id = ${endpoint_id} AND status IN ('skipped', 'dead') AND created_at >= ${since}`
	const update = db
		.update(webhookDeliveries)
		.set(dueAgain(at, mark))
		.where(sql`endpoint_id = ${endpoint_id} AND event_id IN (${lost} ORDER BY event_id LIMIT ${RECOVERED_AT_ONCE})`)
	const recovered = sql<number>`(SELECT count(*) FROM webhook_deliveries WHERE claim = ${mark})`
	const has_more = sql<number>`EXISTS (${lost})`
	const counts = { recovered: recovered.as('recovered'), has_more: has_more.as('has_more') }
	return {
		recovery: withDeliveries(update, at),
		counts: db.select(counts).from(sql`(SELECT 1)`),
		response: sql`(SELECT json_object('recovered', ${recovered}, 'has_more', json(iif(${has_more}, 'true', 'false'))))`,
	}
}

/** The audit of sending many deliveries at once: the endpoint, and `asked`. */
export const auditOfMany = (verb: VerbOf<'webhook_endpoints'>, { org_id, endpoint_id }: Endpoint, asked: object) => ({
	action: `webhook_endpoints.${verb}` as const,
	target: webhookEndpoints,
	target_id: endpoint_id,
	state: sql`(SELECT json_set(${JSON.stringify(asked)}, '$.url', ${maskedUrlOf(webhookEndpoints.url)}) FROM ${webhookEndpoints} WHERE ${endpointOf(org_id, endpoint_id)})`,
	org_id,
})
