import { inArray, lt, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { encodeTime } from 'ulid'
import type { WorkContext } from '../context.ts'
import { DAY_MS, fromNow } from '../db/columns.ts'
import { auditLogs, auditStates, idempotencyKeys } from './table.ts'
import { write } from './write.ts'

/** Which rows of a table are kept no longer. A slice declares it, and the retention job deletes them. */
export interface Retention {
	table: SQLiteTable
	key: SQLiteColumn
	/** The condition of the rows to delete. */
	expired: () => SQL
}

/** The condition of rows whose ids are older than `ms` milliseconds. Ids sort by time, so the primary key finds them. */
export const idOlderThan = (column: SQLiteColumn, prefix: string, ms: number) =>
	lt(column, `${prefix}_${encodeTime(Date.now() - ms, 10)}`)

/** Idempotency keys are kept for a day, the rows of a change for 30 days, the audit log for 400 days. */
export const RETENTION: Retention[] = [
	{ table: idempotencyKeys, key: idempotencyKeys.id, expired: () => lt(idempotencyKeys.created_at, fromNow(-DAY_MS)) },
	{
		table: auditStates,
		key: auditStates.audit_id,
		expired: () => idOlderThan(auditStates.audit_id, 'aud', 30 * DAY_MS),
	},
	{ table: auditLogs, key: auditLogs.id, expired: () => idOlderThan(auditLogs.id, 'aud', 400 * DAY_MS) },
]

/** How many rows a statement deletes, and how many statements a run sends for a table. A backlog takes several runs. */
const CHUNK = 1_000
const CHUNKS = 10

/** Deletes the expired rows of one table, 10,000 at most. */
export async function deleteExpired(c: WorkContext, { table, key, expired }: Retention): Promise<void> {
	for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
		const old = c.var.db.select({ key }).from(table).where(expired()).limit(CHUNK)
		const { deleted } = await write(c, { deleted: c.var.db.delete(table).where(inArray(key, old)) })
		if (deleted.meta.changes < CHUNK) return
	}
}
