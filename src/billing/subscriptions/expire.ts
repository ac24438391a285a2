import { asc, eq, getTableColumns, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { newId, now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { allOf, jsonObject } from '../../db/state.ts'
import { subscriptions } from '../../plans/plans/table.ts'
import { emitAll } from '../../webhooks/events/emit.ts'
import { write } from '../../write/write.ts'

// From the moment its period ends, a subscription grants nothing and reads as expired. The row follows later: a job writes the
// new status and its event in one batch, which only covers rows that are still active. So each expiry is one event.

type Status = (typeof subscriptions.$inferSelect)['status']

/** The condition for a subscription that's active now. */
export const isLive = () => allOf(eq(subscriptions.status, 'active'), gt(subscriptions.current_period_end, now()))

/** The columns of a subscription with its current status, even if its row hasn't followed yet. */
export const asOfNow = () => ({
	...getTableColumns(subscriptions),
	status:
		sql<Status>`CASE WHEN ${subscriptions.status} = 'active' AND NOT (${isLive()}) THEN 'expired' ELSE ${subscriptions.status} END`.as(
			'status',
		),
})

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
		data: sql`json_set(${jsonObject(getTableColumns(subscriptions))}, '$.status', 'expired')`,
		from: sql`${from} AND ${due}`,
	})
	return [event, db.update(subscriptions).set({ status: 'expired' }).where(allOf(which, due))] as const
}

/** The statements that end an org's subscription if its period is over, so it can get another one. */
export function lapseOf(db: Database['reader'], org_id: string) {
	const which = eq(subscriptions.org_id, org_id)
	return lapse(db, { which, from: sql`${subscriptions} WHERE ${which}`, event_id: newId('evt') })
}

/** The job: marks expired subscriptions and emits their events, at most 10,000 each time. */
export async function expireSubscriptions(c: WorkContext): Promise<void> {
	const { db } = c.var
	for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
		const due = await db
			.select({ id: subscriptions.id })
			.from(subscriptions)
			.where(isDue())
			.orderBy(asc(subscriptions.current_period_end))
			.limit(CHUNK)
		if (due.length > 0) await write(c, { lapsed: lapse(db, lapsing(due)) })
		if (due.length < CHUNK) return
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
