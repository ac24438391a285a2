import { and, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { encodeTime } from 'ulid'
import { auditLogs } from '../../identity/audit-logs/table.ts'
import { commit, type WriteContext } from '../../write/commit.ts'
import { fromNow } from '../../db/columns.ts'
import { idempotencyKeys } from '../../write/table.ts'
import { FAILURE_WINDOW_MS } from '../../identity/sign-in/failures.ts'
import { loginFailures, refreshTokens, sessions } from '../../identity/sign-in/table.ts'

const DAY_MS = 86_400_000
/** Rows a statement deletes, and statements a run sends for each table: a backlog goes in several runs. */
const CHUNK = 1_000
const CHUNKS = 10

interface Kept {
	table: SQLiteTable
	key: SQLiteColumn
	expired: () => SQL
}

// Ids made before a moment sort before an id that begins with that moment, so the primary key finds old rows.
const idOlderThan = (column: SQLiteColumn, prefix: string, ms: number) =>
	lt(column, `${prefix}_${encodeTime(Date.now() - ms, 10)}`)

const expiredSessions = () => lt(sessions.expires_at, fromNow(0))

// Children first: no foreign key may be left without its row.
const KEPT: Kept[] = [
	{ table: idempotencyKeys, key: idempotencyKeys.id, expired: () => lt(idempotencyKeys.created_at, fromNow(-DAY_MS)) },
	{
		table: loginFailures,
		key: loginFailures.id,
		expired: () => idOlderThan(loginFailures.id, 'lfl', FAILURE_WINDOW_MS),
	},
	{
		table: refreshTokens,
		key: refreshTokens.token_hash,
		expired: () =>
			sql`${refreshTokens.session_id} IN (SELECT ${sessions.id} FROM ${sessions} WHERE ${expiredSessions()})`,
	},
	{
		table: sessions,
		key: sessions.id,
		expired: () =>
			and(
				expiredSessions(),
				sql`NOT EXISTS (SELECT 1 FROM ${refreshTokens} WHERE ${refreshTokens.session_id} = ${sessions.id})`,
			) as SQL,
	},
	{ table: auditLogs, key: auditLogs.id, expired: () => idOlderThan(auditLogs.id, 'aud', 400 * DAY_MS) },
]

/** Deletes what has been kept for long enough: idempotency keys a day, audit logs 400 days, logins until they expire. */
export async function retention(c: WriteContext): Promise<void> {
	const { writer } = c.var.database
	for (const { table, key, expired } of KEPT) {
		for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
			const old = writer.select({ key }).from(table).where(expired()).limit(CHUNK)
			const [{ meta }] = await commit(c, [writer.delete(table).where(inArray(key, old))], {})
			if (meta.changes < CHUNK) break
		}
	}
}
