import { and, asc, eq, getTableColumns, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { allOf, jsonObject } from '../../ground/db/state.ts'
import { write } from '../../ground/write/write.ts'
import { subscriptions } from '../../plans/plans/table.ts'
import { emitAll, idOfEach } from '../../webhooks/events/emit.ts'

// From the moment its period ends, a subscription grants nothing and reads as expired. The row follows later: a job writes the
// new status and its event in one batch, which only covers rows that are still active. So each expiry is one event.

type Status = (typeof subscriptions.$inferSelect)['status']
type Starts = 'later' | 'now'

/** The condition for a subscription that's active now. */
export const isLive = () => allOf(eq(subscriptions.status, 'active'), gt(subscriptions.current_period_end, now()))

const statusNow = () =>
	sql<Status>`CASE WHEN ${subscriptions.status} = 'active' AND NOT (${isLive()}) THEN 'expired' ELSE ${subscriptions.status} END`

const startsNow = () => sql<Starts>`iif(${subscriptions.current_period_start} > ${now()}, 'later', 'now')`

/** The columns of a subscription with its current status, even if its row hasn't followed yet, and whether its period lies ahead. */
export const asOfNow = () => ({
	...getTableColumns(subscriptions),
	status: statusNow().as('status'),
	starts: startsNow().as('starts'),
})

/** The same as JSON text, for events. */
export const jsonAsOfNow = () =>
	sql`json_set(${jsonObject(getTableColumns(subscriptions))}, '$.status', ${statusNow()}, '$.starts', ${startsNow()})`

/** The condition for a current status. Most subscriptions are active or expired, so only the cancelled ones have an index. */
export const hasStatus = (status: Status) =>
	status === 'cancelled' ? sql`${subscriptions.status} = 'cancelled'` : sql`${statusNow()} = ${status}`

/** The condition for periods that start later, or have started. Few start later, so these are found by their index first. */
export function isStarting(starts: Starts) {
	const { id, current_period_start } = subscriptions
	const later = gt(current_period_start, now())
	return starts === 'later' ? sql`${id} IN (SELECT ${id} FROM ${subscriptions} WHERE ${later})` : sql`NOT ${later}`
}

/** Subscriptions in one batch, and batches in one run of the job. A backlog takes several runs. */
const CHUNK = 500
const CHUNKS = 20

// The status is in the query's text, because SQLite wouldn't use the partial indexes for a bound parameter.
const isDue = () => allOf(sql`${subscriptions.status} = 'active'`, lte(subscriptions.current_period_end, now()))

interface Lapsing {
	/** The condition for the rows. */
	which: SQL
	/** The same rows as a FROM clause with its WHERE. It may also provide an event ID for each row. */
	from: SQL
	event_id: string | SQL
}

/** The statements that end subscriptions, with an event for each. */
function lapse(db: Database['reader'], { which, from, event_id }: Lapsing) {
	const due = isDue()
	const event = emitAll(db, {
		id: event_id,
		org_id: sql`${subscriptions.org_id}`,
		type: 'subscription.expired',
		data: jsonAsOfNow(),
		from: sql`${from} AND ${due}`,
	})
	return [event, db.update(subscriptions).set({ status: 'expired' }).where(allOf(which, due))] as const
}

/** How many subscriptions of an org can end before the job sees them. The rest waits for the job. */
const OF_ORG = 20

/** The statements that end an org's subscriptions whose period is over, so they aren't in the way of another one. */
export function lapseOf(db: Database['reader'], org_id: string) {
	const { id } = subscriptions
	const due = sql`SELECT ${id} FROM ${subscriptions} WHERE ${and(eq(subscriptions.org_id, org_id), isDue())} ORDER BY ${id} LIMIT ${OF_ORG}`
	const which = sql`${id} IN (${due})`
	return lapse(db, { which, from: sql`${subscriptions} WHERE ${which}`, event_id: idOfEach(OF_ORG, sql`${id}`) })
}

/** The job: marks expired subscriptions and emits their events, at most 10,000 each time. */
export async function expireSubscriptions(c: WorkContext, chunk_size = CHUNK): Promise<void> {
	const { db } = c.var
	for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
		const due = await db
			.select({ id: subscriptions.id })
			.from(subscriptions)
			.where(isDue())
			.orderBy(asc(subscriptions.current_period_end))
			.limit(chunk_size)
		if (due.length > 0) await write(c, { lapsed: lapse(db, lapsing(due)) })
		if (due.length < chunk_size) return
	}
}

function lapsing(due: { id: string }[]): Lapsing {
	const each = sql`json_each(${JSON.stringify(due.map(({ id }) => ({ id, event_id: newId('evt') })))})`
	return {
		which: sql`${subscriptions.id} IN (SELECT value ->> 'id' FROM ${each})`,
		// CROSS JOIN keeps the order of the tables, so SQLite finds each row by its ID instead of trying all IDs for each row.
		from: sql`${each} AS lapsing CROSS JOIN ${subscriptions} WHERE ${subscriptions.id} = lapsing.value ->> 'id'`,
		event_id: sql`lapsing.value ->> 'event_id'`,
	}
}
