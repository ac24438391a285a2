import { sql } from 'drizzle-orm'
import { insertFrom } from '../db/insert-from.ts'
import { prepared } from '../db/prepared.ts'
import { literal } from '../db/state.ts'
import { auditDays } from './table.ts'

/** So many bytes of a row's states count like another row: a few settings of 32 KB would otherwise fill the database within the budget. */
const COUNTED_BYTES = literal(4_096)

/**
 * The statement that counts an audit row among those of its org's day. It ends the batch: beyond `limit.audit_rows_per_day` a trigger
 * takes the states away that all before it read.
 */
export const auditDay = prepared(['audit_id'], (db, { audit_id }) =>
	insertFrom(
		db,
		auditDays,
		{
			org_id: sql`l.org_id`,
			day: sql`substr(l.created_at, 1, 10)`,
			rows: sql`1 + (coalesce(octet_length(l.before), 0) + coalesce(octet_length(l.after), 0)) / ${COUNTED_BYTES}`,
			audit_id: sql`l.id`,
		},
		sql`audit_logs l WHERE l.id = ${audit_id} AND l.org_id IS NOT NULL`,
	).onConflictDoUpdate({
		target: auditDays.org_id,
		set: {
			rows: sql`iif(${auditDays.day} = excluded.day, ${auditDays.rows}, 0) + excluded.rows`,
			day: sql`excluded.day`,
			audit_id: sql`excluded.audit_id`,
		},
	}),
)
