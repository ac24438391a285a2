import { asc, eq, getTableColumns, lte, type SQL, sql } from 'drizzle-orm'
import { write } from '../../write/write.ts'
import { newId, now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { allOf, jsonObject } from '../../db/state.ts'
import { emitAll } from '../../webhooks/events/emit.ts'
import { subscriptions } from './table.ts'
import type { WorkContext } from '../../context.ts'

// A period that has ended grants nothing and reads as expired from that very moment. Here the row follows, and it is told,
// once: the event and the new status are one batch, and only of rows that are still active in it.

/** Subscriptions a batch ends, and batches a run sends: a backlog goes in several runs. */
const CHUNK = 500
const CHUNKS = 20

// The status is spelt out for the partial indexes, which a bound parameter would not match.
const isDue = () => allOf(sql`${subscriptions.status} = 'active'`, lte(subscriptions.current_period_end, now()))

interface Lapsing {
	/** Which rows. */
	which: SQL
	/** The same after FROM, where an id for the event of each may be found too. */
	from: SQL
	event_id: string | SQL
}

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

/** The statements that end what an org has left of a subscription, so that another may take its place. */
export function lapseOf(db: Database['reader'], org_id: string) {
	const which = eq(subscriptions.org_id, org_id)
	return lapse(db, { which, from: sql`${subscriptions} WHERE ${which}`, event_id: newId('evt') })
}

/** Writes down which subscriptions have expired, and tells of it. */
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
		// CROSS JOIN keeps this order: each row by its id, instead of all ids for each row.
		from: sql`${each} AS lapsing CROSS JOIN ${subscriptions} WHERE ${subscriptions.id} = lapsing.value ->> 'id'`,
		event_id: sql`lapsing.value ->> 'event_id'`,
	}
}
