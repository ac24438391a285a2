import { asc, eq, sql } from 'drizzle-orm'
import { events } from '../events/table.ts'
import { commit } from '../../write/commit.ts'
import { fromNow, now } from '../../db/columns.ts'
import { secrets } from '../../secrets/table.ts'
import { webhookEndpoints } from '../endpoints/table.ts'
import { webhookDeliveries } from './table.ts'
import type { WorkContext } from '../../context.ts'

/** Attempts that are under way to one endpoint at the same time, so that a slow receiver holds up nobody else. */
const CONCURRENT_ATTEMPTS = 5
/** Longer than an attempt and the writing of its outcome may take: whoever holds a claim for longer has died. */
const CLAIM_MS = 45_000

/**
 * Claims what is due of an endpoint, as much as may be under way at once, and reads all that its attempts need. A claim is
 * a conditional update, so no two claim the same. It lapses by itself, and the delivery is due again.
 */
export async function claim(c: WorkContext, endpoint_id: string) {
	const { writer } = c.var.database
	const token = crypto.randomUUID()
	const at = now()
	const due = sql`SELECT event_id FROM (
		SELECT d.event_id, row_number() OVER (ORDER BY d.next_attempt_at, d.event_id) AS place FROM webhook_deliveries d
		WHERE d.endpoint_id = ${endpoint_id} AND d.next_attempt_at <= ${at} ORDER BY d.next_attempt_at, d.event_id LIMIT ${CONCURRENT_ATTEMPTS}
	) WHERE place <= ${CONCURRENT_ATTEMPTS} - (
		SELECT count(*) FROM webhook_deliveries f WHERE f.endpoint_id = ${endpoint_id} AND f.next_attempt_at > ${at}
		AND f.next_attempt_at <= ${fromNow(CLAIM_MS)} AND f.claim IS NOT NULL
	)`
	const isLive = sql`EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.id = ${endpoint_id} AND w.enabled = 1 AND w.deleted_at IS NULL)`
	const [, deliveries, [endpoint], sealed] = await commit(
		c,
		[
			writer
				.update(webhookDeliveries)
				.set({ claim: token, next_attempt_at: fromNow(CLAIM_MS) })
				.where(sql`endpoint_id = ${endpoint_id} AND event_id IN (${due}) AND ${isLive}`),
			writer
				.select({
					event_id: events.id,
					type: events.type,
					data: events.data,
					created_at: events.created_at,
					attempt_count: webhookDeliveries.attempt_count,
					retries_from: webhookDeliveries.retries_from,
				})
				.from(webhookDeliveries)
				.innerJoin(events, eq(events.id, webhookDeliveries.event_id))
				.where(eq(webhookDeliveries.claim, token))
				.orderBy(asc(webhookDeliveries.event_id)),
			writer.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpoint_id)).limit(1),
			writer
				.select()
				.from(secrets)
				.where(sql`table_name = 'webhook_endpoints' AND row_id = ${endpoint_id}`),
		],
		{},
	)
	return { token, endpoint, sealed, deliveries }
}

export type Claimed = Awaited<ReturnType<typeof claim>>
