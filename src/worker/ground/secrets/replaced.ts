import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { DAY_MS, fromNow } from '../db/columns.ts'
import type { Database } from '../db/database.ts'
import { insertFrom } from '../db/insert-from.ts'
import { allOf } from '../db/state.ts'
import type { Retention } from '../write/retention.ts'
import type { Touched } from '../write/undo.ts'
import { replacedSecrets, secrets } from './table.ts'
import { knownKeyIds, open, REPLACING } from './vault.ts'

// Secrets that were replaced or deleted. They stay sealed for 30 days, and a revert restores them without opening them.

/** A row's secrets as the state of a change has them: which secret is where, but nothing of its text. */
export function secretsOf(table: string, row: string): Touched {
	const { table_name, row_id, column_name, secret_id } = secrets
	const where = allOf(eq(table_name, table), eq(row_id, row))
	return { table: secrets, where, columns: { table_name, row_id, column_name, secret_id } }
}

/** Whether the secret with this id was replaced, is still there, and opens under a known key. `id` may be a column. */
export const isKept = (env: Env, id: SQL): SQL =>
	sql`EXISTS (SELECT 1 FROM ${replacedSecrets} WHERE ${replacedSecrets.id} = ${id} AND ${replacedSecrets.key_id} IN (SELECT value FROM json_each(${JSON.stringify(knownKeyIds(env))})))`

/** The statement that puts replaced secrets back into their places. `ids` is a query that returns their ids. */
export function putBack(db: Database['reader'], ids: SQL) {
	const { table_name, row_id, column_name, key_id, sealed, created_at, id } = replacedSecrets
	const columns = { table_name, row_id, column_name, key_id, sealed, created_at, secret_id: id }
	const values = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, sql`${column}`]))
	const from = sql`${replacedSecrets} WHERE ${id} IN (${ids})`
	return insertFrom(db, secrets, values as Record<keyof typeof columns, SQL>, from).onConflictDoUpdate({
		...REPLACING,
		set: { ...REPLACING.set, fingerprint: null },
	})
}

/** The plaintexts of replaced secrets by their ids, without those that are gone or don't open. One D1 call. */
export async function openReplaced(env: Env, db: Database['reader'], ids: string[]): Promise<Map<string, string>> {
	const isAmong = sql`${replacedSecrets.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
	const rows = await db.select().from(replacedSecrets).where(isAmong)
	const opened = rows.map(async (row) => [row.id, await open(env, row).catch(() => undefined)] as const)
	return new Map((await Promise.all(opened)).filter((one): one is readonly [string, string] => one[1] !== undefined))
}

/** Removes secrets from the replaced ones once they're back in place. `ids` is a query that returns their ids. */
export const forgetReplaced = (db: Database['reader'], ids: SQL) =>
	db
		.delete(replacedSecrets)
		.where(and(sql`${replacedSecrets.id} IN (${ids})`, sql`${replacedSecrets.id} IN (SELECT secret_id FROM secrets)`))

/** Replaced secrets are kept for 30 days. */
export const RETENTION: Retention[] = [
	{ table: replacedSecrets, expired: () => lt(replacedSecrets.replaced_at, fromNow(-30 * DAY_MS)) },
]
