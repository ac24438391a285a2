import { sql } from 'drizzle-orm'
import { insertFrom } from '../db/insert-from.ts'
import { prepared } from '../db/prepared.ts'
import { undoSizes } from './table.ts'

/** What a row takes besides its values, roughly, in bytes. */
const OVERHEAD = 100

const owner = sql`coalesce(l.org_id, 'platform')`

const endOfNewest = sql`(SELECT s.start + s.size FROM undo_sizes s WHERE s.owner = ${owner} ORDER BY s.start DESC LIMIT 1)`

const sizeOfRows = sql.raw(
	`(SELECT sum(coalesce(octet_length(a.before), 0) + coalesce(octet_length(a.after), 0) + octet_length(a.row_key) + ${OVERHEAD}) FROM audit_states a WHERE a.audit_id = l.id)`,
)

/** The statement that counts the kept rows of a change. A trigger then deletes what exceeds its owner's limit. */
export const undoSize = prepared(['audit_id'], (db, { audit_id }) =>
	insertFrom(
		db,
		undoSizes,
		{ audit_id: sql`l.id`, owner, start: sql`coalesce(${endOfNewest}, 0)`, size: sizeOfRows },
		sql`audit_logs l WHERE l.id = ${audit_id} AND EXISTS (SELECT 1 FROM audit_states a WHERE a.audit_id = l.id)`,
	),
)
