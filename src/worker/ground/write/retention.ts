import { getTableName, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { encodeTime } from 'ulid'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, fromNow } from '../db/columns.ts'
import { eachOf } from './each.ts'
import { hasStatementBudget } from './system.ts'
import { auditLogs, auditStates, idempotencyKeys } from './table.ts'
import { keyOf } from './undo.ts'
import { write } from './write.ts'

/** Which rows of a table have expired. A slice declares it, and the retention job deletes them. */
export interface Retention {
	table: SQLiteTable
	/** A column whose rows are deleted together. By default, each row goes by its primary key. */
	key?: SQLiteColumn
	/** The condition of the rows to delete. */
	expired: () => SQL
}

/** The condition of rows whose ids are older than `ms` milliseconds. Ids sort by time, so the primary key finds the rows. */
export const idOlderThan = (column: SQLiteColumn, prefix: string, ms: number) =>
	lt(column, `${prefix}_${encodeTime(Date.now() - ms, 10)}`)

/** Idempotency keys are kept for a day, the rows of a change for 30 days, the audit log for 400 days. */
export const RETENTION: Retention[] = [
	{ table: idempotencyKeys, expired: () => lt(idempotencyKeys.created_at, fromNow(-DAY_MS)) },
	{
		table: auditStates,
		key: auditStates.audit_id,
		expired: () => idOlderThan(auditStates.audit_id, 'aud', 30 * DAY_MS),
	},
	{ table: auditLogs, expired: () => idOlderThan(auditLogs.id, 'aud', 400 * DAY_MS) },
]

/** How long one run of a purge takes at most. What's left waits for the next tick. */
const PURGE_MS = 5 * 60_000
/** How many rows one statement deletes. D1 serves no other query meanwhile. */
const CHUNK = 1_000

/**
 * Calls `chunk`, which deletes some rows and returns whether more are left. Stops when no rows are left, when the run takes
 * too long, or when the tick has sent enough statements. Returns whether rows are left.
 */
export async function purgeWhile(c: WorkContext, chunk: () => Promise<boolean>): Promise<boolean> {
	const until = Date.now() + PURGE_MS
	while (await chunk()) if (Date.now() >= until || !hasStatementBudget(c)) return true
	return false
}

/**
 * Calls `chunk` for each item in turn, with what it returned for it, until it returns nothing: so neither a backlog nor a failure of one
 * blocks the others. Each has one turn at least. Returns whether any has more.
 */
export async function purgeEach<T>(
	c: WorkContext,
	items: T[],
	key: keyof T,
	chunk: (item: T) => Promise<T | undefined>,
): Promise<boolean> {
	const until = Date.now() + PURGE_MS
	const queue = [...items]
	let turns = 0
	let isBehind = false
	await eachOf(c, queue, key, async (item) => {
		turns += 1
		const isOver = turns > items.length && (Date.now() >= until || !hasStatementBudget(c))
		const left = isOver ? undefined : await chunk(item)
		isBehind ||= isOver
		if (left !== undefined) queue.push(left)
	})
	return isBehind
}

/** Deletes the expired rows of each kind. Returns whether rows are left. */
export function deleteExpired(c: WorkContext, kinds: Retention[]): Promise<boolean> {
	const named = kinds.map((kind) => ({ ...kind, name: getTableName(kind.table) }))
	return purgeEach(c, named, 'name', async (kind) => ((await deleteChunk(c, kind)) ? kind : undefined))
}

async function deleteChunk(c: WorkContext, { table, key, expired }: Retention): Promise<boolean> {
	const columns = key ? [key] : keyOf(table)
	const keys = sql.join(columns, sql`, `)
	const old = sql`(SELECT ${keys} FROM ${table} WHERE ${expired()} LIMIT ${CHUNK})`
	const { deleted } = await write(c, { deleted: c.var.db.delete(table).where(sql`(${keys}) IN ${old}`) })
	// All rows of a key are deleted together, so a chunk may exceed its limit.
	return deleted.meta.changes >= CHUNK
}
