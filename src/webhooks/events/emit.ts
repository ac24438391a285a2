import { SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { newId, now } from '../../db/columns.ts'
import type { EventType } from './catalogue.ts'
import { events } from './table.ts'
import { withDeliveries } from '../endpoints/wake.ts'

interface Event {
	org_id: string | SQL
	type: EventType
	/** What is told of it; as SQL, JSON text that only the database knows. */
	data: Record<string, unknown> | SQL
	/** Nothing is told unless it holds. */
	when?: SQL
}

/** The statement that tells of a change; it belongs into the batch of that change. Its deliveries are made by a trigger. */
export function emit(db: Database['reader'], { org_id, type, data, when }: Event) {
	const json = data instanceof SQL ? data : JSON.stringify(data)
	const at = now()
	const row = sql`SELECT ${newId('evt')}, ${org_id}, ${type}, ${json}, ${at} WHERE ${when ?? sql`1`}`
	return withDeliveries(db.insert(events).select(row), at)
}

interface Events {
	/** One for each row of `from`, as are the others. */
	id: string | SQL
	org_id: SQL
	type: EventType | SQL
	data: SQL
	/** What stands behind FROM: tables, with their WHERE. */
	from: SQL
}

/** The same for many changes of one kind: an event for each row of `from`. */
export function emitAll(db: Database['reader'], { id, org_id, type, data, from }: Events) {
	const at = now()
	return withDeliveries(
		db.insert(events).select(sql`SELECT ${id}, ${org_id}, ${type}, ${data}, ${at} FROM ${from}`),
		at,
	)
}
