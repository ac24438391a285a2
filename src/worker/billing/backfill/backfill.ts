import { asc, type SQL, sql } from 'drizzle-orm'
import { decodeTime } from 'ulid'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { idAt } from '../../ground/http/period.ts'
import type { Endpoint } from '../../webhooks/deliveries/send-again.ts'
import { webhookDeliveries } from '../../webhooks/deliveries/table.ts'
import { withDeliveries } from '../../webhooks/endpoints/signal.ts'
import { events } from '../../webhooks/events/table.ts'
import { endEventId, runJson, typeOfEnd } from '../runs/end-event.ts'
import { runs } from '../runs/table.ts'
import type { BackfillDeliveries } from './schema.ts'

// A run only emits events if an endpoint of its org subscribes. An endpoint that subscribes later asks for the events of the
// runs in the database. Their IDs follow from the runs, so existing events are reused, and asking again duplicates nothing.

/** How many runs one call looks at. */
const RUNS_AT_ONCE = 1_000
/** Events are kept for 30 days, and a delivery's attempts take up to two of them. */
const REPORTED_WITHIN_MS = 28 * DAY_MS

/**
 * The statements that create the deliveries of up to 1,000 runs to one endpoint, oldest first, and count them. `response` is the
 * response as JSON text. Reading the runs takes one D1 call.
 */
export async function backfillOf(
	{ var: { db } }: WorkContext,
	endpoint: Endpoint,
	period: z.infer<typeof BackfillDeliveries>,
) {
	const { endpoint_id } = endpoint
	const found = await selectRuns(db, endpoint, period)
	const page = found.slice(0, RUNS_AT_ONCE)
	const place = { has_more: found.length > RUNS_AT_ONCE, last_run_id: page.at(-1)?.run_id ?? null }
	const oldest = idAt('rep', Date.now() - REPORTED_WITHIN_MS)
	const ended = JSON.stringify(
		page.flatMap(({ run_id, settled_by }) =>
			settled_by && settled_by >= oldest
				? [{ run_id, event_id: endEventId(settled_by, run_id), created_at: timeOf(settled_by) }]
				: [],
		),
	)
	// Marks what this call creates, to count it. An attempt replaces the mark with its own claim.
	const mark = crypto.randomUUID()
	const at = now()
	const event = insertFrom(
		db,
		events,
		{
			id: sql`value ->> 'event_id'`,
			org_id: sql`r.org_id`,
			type: typeOfEnd,
			data: runJson,
			backfilled_to: endpoint_id,
			created_at: sql`value ->> 'created_at'`,
		},
		sql`json_each(${ended}) JOIN runs r ON r.run_id = value ->> 'run_id' WHERE ${subscribes(endpoint_id, typeOfEnd)}`,
	).onConflictDoNothing()
	const delivery = insertFrom(
		db,
		webhookDeliveries,
		{
			endpoint_id,
			event_id: sql`e.id`,
			status: 'pending',
			next_attempt_at: at,
			claim: mark,
			created_at: sql`e.created_at`,
		},
		sql`json_each(${ended}) JOIN events e ON e.id = value ->> 'event_id' WHERE ${subscribes(endpoint_id, sql`e.type`)}`,
	).onConflictDoNothing()
	const backfilled = sql<number>`(SELECT count(*) FROM webhook_deliveries WHERE claim = ${mark})`
	return {
		event,
		delivery: withDeliveries(delivery, at),
		counts: db.select({ backfilled: backfilled.as('backfilled') }).from(sql`(SELECT 1)`),
		place,
		response: sql`(SELECT json_set(${JSON.stringify(place)}, '$.backfilled', ${backfilled}))`,
	}
}

// The event has the time of the report that ended its run, as if it had been emitted then.
const timeOf = (settled_by: string) => new Date(decodeTime(settled_by.slice(4))).toISOString()

const subscribes = (endpoint_id: string, types: SQL) =>
	sql`EXISTS (SELECT 1 FROM webhook_endpoints w, json_each(w.events) AS subscribed WHERE w.id = ${endpoint_id} AND subscribed.value IN (${types}, '*'))`

const ENDS = sql`'run.completed', 'run.failed', 'run.cancelled'`

/** The runs that a call looks at, and one more, in the order of the org's list but oldest first. */
function selectRuns(
	db: Database['reader'],
	{ org_id, endpoint_id }: Endpoint,
	{ from, to, after }: z.infer<typeof BackfillDeliveries>,
) {
	const { run_id, settled_by, created_at } = runs
	// Both are one lower bound, because SQLite only starts reading an index at one.
	const start = sql`(SELECT created_at, run_id FROM runs WHERE run_id = ${after ?? ''} AND org_id = ${org_id} AND created_at >= ${from}
		UNION ALL SELECT ${from}, '' LIMIT 1)`
	const before = to ? sql`AND created_at < ${to}` : sql``
	return db
		.select({ run_id, settled_by })
		.from(runs)
		.where(sql`org_id = ${org_id} AND (created_at, run_id) > ${start} ${before} AND ${subscribes(endpoint_id, ENDS)}`)
		.orderBy(asc(created_at), asc(run_id))
		.limit(RUNS_AT_ONCE + 1)
}
