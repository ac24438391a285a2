import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { literal } from '../../ground/db/state.ts'
import { write } from '../../ground/write/write.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { subscribesTo } from '../endpoints/columns.ts'
import { type Backlog, startFanOut, withDeliveries } from '../endpoints/signal.ts'
import { waitingEvents } from '../events/table.ts'
import { webhookDeliveries } from './table.ts'

// In an org with many endpoints an event waits for its deliveries (`events_wait` in `triggers.sql`).

/** How many deliveries a batch creates at most. D1 serves nobody meanwhile. */
const DELIVERIES_AT_ONCE = literal(500)
/** How long D1 serves others between two batches of an org. */
const REST_S = 1
/** How many orgs cron starts in a minute. */
const ORGS_AT_ONCE = 1_000

const { org_id: owner, event_id } = waitingEvents

/** Creates the deliveries of an org's first waiting events, and continues after a rest until none waits or cron has taken over. */
export async function fanOut(c: WorkContext, { org_id, until_ms }: Backlog): Promise<void> {
	const { db } = c.var
	const at = now()
	const waiting = and(eq(owner, org_id), isOrgOpen(owner))
	const endpoints = sql`(SELECT count(*) FROM webhook_endpoints w WHERE w.org_id = ${org_id} AND w.deleted_at IS NULL)`
	const first = sql`SELECT event_id FROM waiting_events WHERE ${waiting} ORDER BY event_id LIMIT max(1, ${DELIVERIES_AT_ONCE} / max(1, ${endpoints}))`
	const delivery = {
		endpoint_id: sql`w.id`,
		event_id: sql`e.id`,
		status: sql`iif(w.enabled, 'pending', 'skipped')`,
		next_attempt_at: sql`iif(w.enabled, ${at}, NULL)`,
		created_at: sql`e.created_at`,
	}
	// An endpoint that is newer than the event doesn't get it. A backfill may have been faster.
	const subscribed = sql`events e JOIN webhook_endpoints w ON w.org_id = e.org_id AND w.created_at <= e.created_at
		AND ${subscribesTo(sql`e.type`)} WHERE e.id IN (${first})`
	const { left } = await write(c, {
		deliveries: withDeliveries(insertFrom(db, webhookDeliveries, delivery, subscribed).onConflictDoNothing(), at),
		done: db.delete(waitingEvents).where(and(eq(owner, org_id), sql`${event_id} IN (${first})`)),
		left: db.select({ event_id }).from(waitingEvents).where(waiting).limit(1),
	})
	if (left.length > 0 && Date.now() < until_ms) await startFanOut(c.env, [org_id], { until_ms, delaySeconds: REST_S })
}

const orgAfter = (org_id: SQL) => sql`(SELECT min(org_id) FROM waiting_events WHERE org_id > ${org_id})`

/** Starts the fan-out of each org with waiting events again. What an earlier tick or a commit started ends within a minute. */
export async function fanOutWaiting(c: WorkContext): Promise<void> {
	const orgs = await c.var.db
		.select({ org_id: sql<string>`org_id` })
		.from(
			sql`(WITH RECURSIVE each_org (org_id) AS (SELECT ${orgAfter(sql`''`)} UNION ALL
				SELECT ${orgAfter(sql`each_org.org_id`)} FROM each_org WHERE each_org.org_id IS NOT NULL)
				SELECT org_id FROM each_org WHERE org_id IS NOT NULL AND ${isOrgOpen(sql`each_org.org_id`)})`,
		)
		.limit(ORGS_AT_ONCE)
	await startFanOut(
		c.env,
		orgs.map(({ org_id }) => org_id),
	)
}
