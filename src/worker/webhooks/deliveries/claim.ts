import { asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { fromNow, now } from '../../ground/db/columns.ts'
import { allOf, exists } from '../../ground/db/state.ts'
import { secrets } from '../../ground/secrets/table.ts'
import { write } from '../../ground/write/write.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { webhookEndpoints } from '../endpoints/table.ts'
import { events } from '../events/table.ts'
import { LONGEST_MS } from './schedule.ts'
import { webhookDeliveries } from './table.ts'

/** How many attempts to one endpoint may run at the same time. */
const CONCURRENT_ATTEMPTS = 5
/** Longer than an attempt and recording its outcome can take. A holder that keeps a claim for longer has died. */
const CLAIM_MS = 45_000

/** How the token of a claim begins: with when it lapses, so an index finds claims that a clock that ran ahead made too long. */
const claimUntil = (time: string) => `until ${time} `

/** Makes deliveries due whose claims lapse later than any claim may. */
export const releaseStuck = (c: WorkContext) =>
	write(c, {
		released: c.var.db
			.update(webhookDeliveries)
			.set({ next_attempt_at: now() })
			.where(sql`claim > ${claimUntil(fromNow(2 * CLAIM_MS))} AND next_attempt_at > ${fromNow(2 * CLAIM_MS)}`),
	})

/**
 * Claims the deliveries that are due to an endpoint, up to the limit of concurrent attempts, and reads everything that their
 * attempts need. A claim is a conditional update, so no two rounds claim the same delivery. After 45 seconds it lapses, and the
 * delivery is due again. `hasRoom` says that the limit isn't reached, so nothing else was due. One D1 call.
 */
export async function claim(c: WorkContext, endpoint_id: string) {
	const { db } = c.var
	const token = claimUntil(fromNow(CLAIM_MS)) + crypto.randomUUID()
	const at = now()
	const { id, org_id, enabled, deleted_at } = webhookEndpoints
	const isLive = exists(
		webhookEndpoints,
		allOf(eq(id, endpoint_id), eq(enabled, true), isNull(deleted_at), isOrgOpen(org_id)),
	)
	const {
		deliveries,
		endpoints: [endpoint],
		sealed,
		busy: [busy],
	} = await write(c, {
		claimed: db
			.update(webhookDeliveries)
			.set({ claim: token, next_attempt_at: fromNow(CLAIM_MS) })
			.where(sql`endpoint_id = ${endpoint_id} AND event_id IN (${dueTo(endpoint_id, at)}) AND ${isLive}`),
		deliveries: db
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
		endpoints: db.select().from(webhookEndpoints).where(eq(id, endpoint_id)).limit(1),
		sealed: db
			.select()
			.from(secrets)
			.where(sql`table_name = 'webhook_endpoints' AND row_id = ${endpoint_id}`),
		busy: db.select({ attempts: sql<number>`${underWay(endpoint_id, at)}`.as('attempts') }).from(sql`(SELECT 1)`),
	})
	return { token, endpoint, sealed, deliveries, hasRoom: (busy?.attempts ?? 0) < CONCURRENT_ATTEMPTS }
}

export type Claimed = Awaited<ReturnType<typeof claim>>

/** The events that are due to an endpoint, the longest overdue first: as many as the running attempts leave room for. */
function dueTo(endpoint_id: string, at: string) {
	const first = (when: SQL) => sql`SELECT * FROM (SELECT d.event_id, d.next_attempt_at FROM webhook_deliveries d
		WHERE d.endpoint_id = ${endpoint_id} AND ${when} ORDER BY d.next_attempt_at, d.event_id LIMIT ${CONCURRENT_ATTEMPTS})`
	// What lies further ahead than any delay was put there by a clock that ran ahead.
	const each = sql`${first(sql`d.next_attempt_at <= ${at}`)} UNION ALL ${first(sql`d.next_attempt_at > ${fromNow(LONGEST_MS)}`)}`
	return sql`SELECT event_id FROM (
		SELECT event_id, row_number() OVER (ORDER BY next_attempt_at, event_id) AS place FROM (${each})
	) WHERE place <= ${CONCURRENT_ATTEMPTS} - ${underWay(endpoint_id, at)}`
}

/** How many attempts to an endpoint are running, as an expression. */
const underWay = (endpoint_id: string, at: string) =>
	sql`(SELECT count(*) FROM webhook_deliveries f WHERE f.endpoint_id = ${endpoint_id} AND f.next_attempt_at > ${at}
		AND f.next_attempt_at <= ${fromNow(CLAIM_MS)} AND f.claim IS NOT NULL)`
