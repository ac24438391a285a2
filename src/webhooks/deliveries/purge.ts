import { eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { encodeTime } from 'ulid'
import { commit } from '../../write/commit.ts'
import { events } from '../events/table.ts'
import { webhookEndpoints } from '../endpoints/table.ts'
import { webhookAttempts, webhookDeliveries } from './table.ts'
import type { WorkContext } from '../../context.ts'

const KEPT_MS = 30 * 86_400_000
/** Events, or deliveries, a batch deletes, and batches a run sends. */
const CHUNK = 500
const CHUNKS = 20

/** Deletes events that are 30 days old with their deliveries, and what deleted endpoints have left behind. */
export async function purgeDeliveries(c: WorkContext): Promise<void> {
	const { writer } = c.var.database
	const before = `evt_${encodeTime(Date.now() - KEPT_MS, 10)}`
	const old = sql`SELECT id, org_id FROM events WHERE id < ${before} ORDER BY id LIMIT ${CHUNK}`
	for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
		const keys = sql`SELECT w.id, e.id FROM (${old}) e JOIN webhook_endpoints w ON w.org_id = e.org_id`
		const [, , { meta }] = await commit(
			c,
			[...purged(c, keys), writer.delete(events).where(sql`id IN (SELECT id FROM (${old}))`)],
			{},
		)
		if (meta.changes < CHUNK) break
	}
	const { id, deleted_at } = webhookEndpoints
	const deleted = await c.var.db.select({ id }).from(webhookEndpoints).where(isNotNull(deleted_at)).limit(CHUNKS)
	for (const endpoint of deleted) await purgeEndpoint(c, endpoint.id)
}

async function purgeEndpoint(c: WorkContext, endpoint_id: string) {
	const keys = sql`SELECT endpoint_id, event_id FROM webhook_deliveries WHERE endpoint_id = ${endpoint_id} ORDER BY event_id LIMIT ${CHUNK}`
	const isEmpty = sql`NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint_id = ${endpoint_id})`
	const row = c.var.database.writer
		.delete(webhookEndpoints)
		.where(sql`${eq(webhookEndpoints.id, endpoint_id)} AND ${isEmpty}`)
	for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
		const [, , { meta }] = await commit(c, [...purged(c, keys), row], {})
		if (meta.changes > 0) return
	}
}

// Attempts first: they are found by their deliveries.
const purged = ({ var: { database } }: WorkContext, keys: SQL) =>
	[
		database.writer.delete(webhookAttempts).where(sql`(endpoint_id, event_id) IN (${keys})`),
		database.writer.delete(webhookDeliveries).where(sql`(endpoint_id, event_id) IN (${keys})`),
	] as const
