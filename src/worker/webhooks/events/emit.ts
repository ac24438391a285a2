import { type SQL, sql } from 'drizzle-orm'
import { newId, now } from '../../ground/db/columns.ts'
import type { Builder, Database } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { literal } from '../../ground/db/state.ts'
import { subscribesTo } from '../endpoints/columns.ts'
import type { EventType } from '../endpoints/event-names.ts'
import { withDeliveries } from '../endpoints/signal.ts'
import { events } from './table.ts'

interface Event {
	org_id: string | SQL
	type: EventType
	/** What happened, in the shape that the slice declares for the type. As SQL, JSON text that only the database knows. */
	data: Record<string, unknown> | SQL
	/** The condition under which the event is emitted. Without one it's always emitted. */
	when?: SQL
}

/**
 * The statement that emits an event. Put it into the batch of the change, and the event exists if and only if the change does. A
 * trigger creates its deliveries, and `write()` signals their endpoints after the commit.
 */
export function emit(db: Database['reader'], { when = sql`1`, ...event }: Event) {
	const created_at = now()
	const row = { id: newId('evt'), ...event, trace_id: db.trace_id, created_at }
	return withDeliveries(insertFrom(db, events, row, sql`(SELECT 1) WHERE ${when}`), created_at)
}

interface Events {
	/** The id of each event. Like the other values, it's an expression over a row of `from`. */
	id: string | SQL
	org_id: SQL
	type: EventType | SQL
	data: SQL
	/** What follows FROM: tables with their WHERE. */
	from: SQL
}

/** The statement that emits an event for each row of `from`, for many changes of one kind. */
export const emitAll = (db: Database['reader'], wanted: Events) => withDeliveries(insertEvents(db, wanted), now())

/** An id for each row of `from`, which has at most `count`, in their order by an expression. */
export const idOfEach = (count: number, order: SQL): SQL =>
	sql`${JSON.stringify(Array.from({ length: count }, () => newId('evt')))} ->> (row_number() OVER (ORDER BY ${order}) - 1)`

/** The statement of `emitAll`, for code that prepares it. Wrap each use in `withDeliveries`. */
export function insertEvents(db: Builder, { from, type, ...event }: Events) {
	const row = { ...event, type: typeof type === 'string' ? literal(type) : type }
	return insertFrom(db, events, { ...row, trace_id: db.trace_id, created_at: db.now() }, from)
}

/** Whether an endpoint of the org subscribes to the type. */
export const isSubscribed = (org_id: SQL, type: SQL): SQL =>
	sql`EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.org_id = ${org_id} AND ${subscribesTo(type)})`
