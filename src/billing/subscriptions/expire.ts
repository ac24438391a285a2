import { asc, eq, getTableColumns, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { newId, now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { allOf, jsonObject } from '../../db/state.ts'
import { subscriptions } from '../../plans/plans/table.ts'
import { emitAll } from '../../webhooks/events/emit.ts'
import { write } from '../../write/write.ts'

// A subscription whose period has ended grants nothing and reads as expired from that moment. The row follows later: a job
// writes the new status and its event in one batch, and only for rows that are still active in it. So each expiry is one event.

type Status = (typeof subscriptions.$inferSelect)['status']

/** The condition of a subscription that is active now. */
export const isLive = () => allOf(eq(subscriptions.status, 'active'), gt(subscriptions.current_period_end, now()))

/** The columns of a subscription with the status that it has now, whether or not its row has followed yet. */
export const asOfNow = () => ({
	...getTableColumns(subscriptions),
	status:
		sql<Status>`CASE WHEN ${subscriptions.status} = 'active' AND NOT (${isLive()}) THEN 'expired' ELSE ${subscriptions.status} END`.as(
			'status',
		),
})

/** Subscriptions that a batch ends, and batches that a run sends: a backlog takes several runs. */
const CHUNK = 500
const CHUNKS = 20

// The status is in the text of the query, because a bound parameter would not match the partial indexes.
const isDue = () => allOf(sql`${subscriptions.status} = 'active'`, lte(subscriptions.current_period_end, now()))

interface Lapsing {
	/** The condition of the rows. */
	which: SQL
	/** The same rows as a FROM clause with its WHERE, which may bring an event id for each row. */
	from: SQL
	event_id: string | SQL
}

/** The statements that end the subscriptions, with an event for each. */
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

/** The statements that end an org's subscription if its period has ended, which makes room for another. */
export function lapseOf(db: Database['reader'], org_id: string) {
	const which = eq(subscriptions.org_id, org_id)
	return lapse(db, { which, from: sql`${subscriptions} WHERE ${which}`, event_id: newId('evt') })
}

/** Marks the subscriptions that have expired, and emits their events. At most 10,000 in a run. */
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
		// CROSS JOIN keeps the order of the tables: SQLite finds each row by its id instead of trying all ids for each row.
		from: sql`${each} AS lapsing CROSS JOIN ${subscriptions} WHERE ${subscriptions.id} = lapsing.value ->> 'id'`,
		event_id: sql`lapsing.value ->> 'event_id'`,
	}
}
