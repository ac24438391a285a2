import { eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { DAY_MS } from '../../db/columns.ts'
import { allOf, exists } from '../../db/state.ts'
import { idOlderThan } from '../../write/retention.ts'
import { write } from '../../write/write.ts'
import { webhookEndpoints } from '../endpoints/table.ts'
import { events } from '../events/table.ts'
import { webhookAttempts, webhookDeliveries } from './table.ts'

const EVENTS_KEPT_MS = 30 * DAY_MS
/** Events, or deliveries, that a batch deletes. */
const CHUNK = 500
/** Batches that a run sends for the events, and for each deleted endpoint: a backlog takes several runs. */
const CHUNKS = 20

/** Deletes events that are 30 days old with their deliveries, and deleted endpoints with theirs. */
export async function purgeDeliveries(c: WorkContext): Promise<void> {
	const { db } = c.var
	const old = sql`SELECT id, org_id FROM events WHERE ${idOlderThan(events.id, 'evt', EVENTS_KEPT_MS)} ORDER BY id LIMIT ${CHUNK}`
	for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
		const keys = sql`SELECT w.id, e.id FROM (${old}) e JOIN webhook_endpoints w ON w.org_id = e.org_id`
		const { purged } = await write(c, {
			...deletionOf(c, keys),
			purged: db.delete(events).where(sql`id IN (SELECT id FROM (${old}))`),
		})
		if (purged.meta.changes < CHUNK) break
	}
	const { id, deleted_at } = webhookEndpoints
	const deleted = await db.select({ id }).from(webhookEndpoints).where(isNotNull(deleted_at)).limit(CHUNKS)
	for (const endpoint of deleted) await purgeEndpoint(c, endpoint.id)
}

async function purgeEndpoint(c: WorkContext, endpoint_id: string) {
	const hasDeliveries = exists(webhookDeliveries, eq(webhookDeliveries.endpoint_id, endpoint_id))
	// A revert may have made the endpoint live again.
	const isDeleted = allOf(eq(webhookEndpoints.id, endpoint_id), isNotNull(webhookEndpoints.deleted_at))
	const keys = sql`SELECT endpoint_id, event_id FROM webhook_deliveries WHERE endpoint_id = ${endpoint_id} AND ${exists(webhookEndpoints, isDeleted)} ORDER BY event_id LIMIT ${CHUNK}`
	const isEmpty = allOf(isDeleted, sql`NOT ${hasDeliveries}`)
	for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
		const { purged } = await write(c, {
			...deletionOf(c, keys),
			purged: c.var.db.delete(webhookEndpoints).where(isEmpty),
		})
		if (purged.meta.changes > 0) return
	}
}

// Attempts first: their deliveries are what finds them.
const deletionOf = ({ var: { db } }: WorkContext, keys: SQL) => ({
	attempts: db.delete(webhookAttempts).where(sql`(endpoint_id, event_id) IN (${keys})`),
	deliveries: db.delete(webhookDeliveries).where(sql`(endpoint_id, event_id) IN (${keys})`),
})
