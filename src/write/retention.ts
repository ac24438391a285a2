import { inArray, lt, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { encodeTime } from 'ulid'
import type { WorkContext } from '../context.ts'
import { DAY_MS, fromNow } from '../db/columns.ts'
import { auditLogs, idempotencyKeys } from './table.ts'
import { write } from './write.ts'

/** How long the rows of a table are kept. A slice states it next to its table; the retention job carries it out. */
export interface Retention {
	table: SQLiteTable
	key: SQLiteColumn
	/** The condition of rows that have been kept for long enough. */
	expired: () => SQL
}

/** The rows whose ids were made more than `ms` milliseconds ago. Ids sort by time, so the primary key finds them. */
export const idOlderThan = (column: SQLiteColumn, prefix: string, ms: number) =>
	lt(column, `${prefix}_${encodeTime(Date.now() - ms, 10)}`)

/** Idempotency keys are kept for a day, the audit log for 400 days. */
export const RETENTION: Retention[] = [
	{ table: idempotencyKeys, key: idempotencyKeys.id, expired: () => lt(idempotencyKeys.created_at, fromNow(-DAY_MS)) },
	{ table: auditLogs, key: auditLogs.id, expired: () => idOlderThan(auditLogs.id, 'aud', 400 * DAY_MS) },
]

/** Rows that a statement deletes, and statements that a run sends for each table: a backlog takes several runs. */
const CHUNK = 1_000
const CHUNKS = 10

/** Deletes what has expired in one table. */
export async function deleteExpired(c: WorkContext, { table, key, expired }: Retention): Promise<void> {
	for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
		const old = c.var.db.select({ key }).from(table).where(expired()).limit(CHUNK)
		const { deleted } = await write(c, { deleted: c.var.db.delete(table).where(inArray(key, old)) })
		if (deleted.meta.changes < CHUNK) return
	}
}
