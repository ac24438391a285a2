import { eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { DAY_MS } from '../../ground/db/columns.ts'
import { allOf, exists } from '../../ground/db/state.ts'
import { eachPart } from '../../ground/write/each.ts'
import { idOlderThan, purgeWhile } from '../../ground/write/retention.ts'
import { write } from '../../ground/write/write.ts'
import { webhookEndpoints } from '../endpoints/table.ts'
import { events } from '../events/table.ts'
import { webhookAttempts, webhookDeliveries } from './table.ts'

const EVENTS_KEPT_MS = 30 * DAY_MS
/** How many events, or deliveries, a batch deletes. */
const CHUNK = 500
/**
 * Deletes events that are 30 days old and deleted endpoints, both with their deliveries, `chunk` at a time. Returns whether rows are
 * left.
 */
export const purgeDeliveries = (c: WorkContext, chunk = CHUNK): Promise<boolean> =>
	eachPart(c, {
		events: () => purgeWhile(c, () => purgeEvents(c, chunk)),
		endpoints: () => purgeWhile(c, () => purgeEndpoint(c, chunk)),
	})

async function purgeEvents(c: WorkContext, chunk: number): Promise<boolean> {
	const { db } = c.var
	const old = sql`SELECT id, org_id FROM events WHERE ${idOlderThan(events.id, 'evt', EVENTS_KEPT_MS)} ORDER BY id LIMIT ${chunk}`
	const keys = sql`SELECT w.id, e.id FROM (${old}) e JOIN webhook_endpoints w ON w.org_id = e.org_id`
	const { purged } = await write(c, {
		...deletionOf(c, keys),
		purged: db.delete(events).where(sql`id IN (SELECT id FROM (${old}))`),
	})
	return purged.meta.changes >= chunk
}

/** Deletes some deliveries of the first deleted endpoint, and the endpoint with the last of them. */
async function purgeEndpoint(c: WorkContext, chunk: number): Promise<boolean> {
	const { db } = c.var
	const { id, deleted_at } = webhookEndpoints
	const [endpoint] = await db.select({ id }).from(webhookEndpoints).where(isNotNull(deleted_at)).limit(1)
	if (!endpoint) return false
	const hasDeliveries = exists(webhookDeliveries, eq(webhookDeliveries.endpoint_id, endpoint.id))
	// A revert may have brought the endpoint back.
	const isDeleted = allOf(eq(id, endpoint.id), isNotNull(deleted_at))
	const keys = sql`SELECT endpoint_id, event_id FROM webhook_deliveries WHERE endpoint_id = ${endpoint.id} AND ${exists(webhookEndpoints, isDeleted)} ORDER BY event_id LIMIT ${chunk}`
	const isEmpty = allOf(isDeleted, sql`NOT ${hasDeliveries}`)
	await write(c, { ...deletionOf(c, keys), purged: db.delete(webhookEndpoints).where(isEmpty) })
	return true
}

// Attempts first: we find them through their deliveries.
const deletionOf = ({ var: { db } }: WorkContext, keys: SQL) => ({
	attempts: db.delete(webhookAttempts).where(sql`(endpoint_id, event_id) IN (${keys})`),
	deliveries: db.delete(webhookDeliveries).where(sql`(endpoint_id, event_id) IN (${keys})`),
})
