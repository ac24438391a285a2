import { sql } from 'drizzle-orm'
import { insertFrom } from '../db/insert-from.ts'
import { prepared } from '../db/prepared.ts'
import { auditDays } from './table.ts'

/**
 * The statement that counts an audit row among those of its org's day. It ends the batch: beyond `limit.audit_rows_per_day` a trigger
 * takes the states away that all before it read.
 */
export const auditDay = prepared(['audit_id'], (db, { audit_id }) =>
	insertFrom(
		db,
		auditDays,
		{ org_id: sql`l.org_id`, day: sql`substr(l.created_at, 1, 10)`, rows: sql`1`, audit_id: sql`l.id` },
		sql`audit_logs l WHERE l.id = ${audit_id} AND l.org_id IS NOT NULL`,
	).onConflictDoUpdate({
		target: auditDays.org_id,
		set: {
			rows: sql`iif(${auditDays.day} = excluded.day, ${auditDays.rows} + 1, 1)`,
			day: sql`excluded.day`,
			audit_id: sql`excluded.audit_id`,
		},
	}),
)
