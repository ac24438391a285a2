import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { literal } from '../../ground/db/state.ts'
import { forgetReplaced, isKept, putBack } from '../../ground/secrets/replaced.ts'
import { secrets } from '../../ground/secrets/table.ts'
import type { ConfiguredTable } from '../../ground/write/configured.ts'
import { auditStates } from '../../ground/write/table.ts'
import { isAmong, keyOf, statesOf, type Touched } from '../../ground/write/undo.ts'
import { unconfirmedChanges } from './table.ts'

// How one table's rows are reverted. Everything happens in SQL: the kept states may contain tokens, so they never leave the
// database, and a change of a hundred thousand rows takes two statements.

const columnsOf = ({ table }: ConfiguredTable) => Object.values(getTableColumns(table) as Record<string, SQLiteColumn>)

const value = (state: SQLiteColumn, { name }: SQLiteColumn) => sql`${state} ->> ${sql.raw(`'$."${name}"'`)}`

/** Whether a state has the column. A long value that the change left alone isn't kept. */
const has = (state: SQLiteColumn, { name }: SQLiteColumn) =>
	sql`json_type(${state}, ${sql.raw(`'$."${name}"'`)}) IS NOT NULL`

const both = (parts: SQL[], between: SQL) => sql.join(parts, between)

/** The rows of the table that the change touched, for the revert's own states. */
export const touchedBy = (audit_id: string, { table, exists }: ConfiguredTable): Touched => ({
	table,
	where: isAmong(table, statesOf(audit_id, table)),
	...(exists && { exists }),
})

const joinOf = (key: SQLiteColumn[]) =>
	both(
		key.map((column, index) => sql`${column} = ${auditStates.row_key} ->> ${literal(index)}`),
		sql` AND `,
	)

/** Whether every row that the change touched is as the change left it. */
export function isUnchanged(audit_id: string, kept: ConfiguredTable): SQL {
	const { table, exists = sql`1`, moving = {}, loose = [] } = kept
	const key = keyOf(table)
	const joined = joinOf(key)
	const [first] = key as [SQLiteColumn]
	const compared = columnsOf(kept).filter(({ name }) => !(name in moving) && !loose.includes(name))
	const differs = both(
		[
			sql`(${auditStates.after} IS NULL) <> (${first} IS NULL)`,
			...compared.map(
				(column) => sql`(${column} IS NOT ${value(auditStates.after, column)} AND ${has(auditStates.after, column)})`,
			),
		],
		sql` OR `,
	)
	return sql`NOT EXISTS (SELECT 1 FROM ${auditStates} LEFT JOIN ${table} ON ${joined} AND ${exists} WHERE ${statesOf(audit_id, table)} AND (${differs}))`
}

/** How many more rows the table has after a revert. */
export function growthOf(audit_id: string, table: SQLiteTable): SQL {
	const { before, after } = auditStates
	return sql`(SELECT coalesce(sum((${after} IS NULL) - (${before} IS NULL)), 0) FROM ${auditStates} WHERE ${statesOf(audit_id, table)})`
}

export function deletion(
	db: Database['reader'],
	audit_id: string,
	{ table, deletes }: ConfiguredTable,
): BatchItem<'sqlite'> {
	const made = sql`${statesOf(audit_id, table)} AND ${auditStates.before} IS NULL AND ${auditStates.after} IS NOT NULL`
	const where = isAmong(table, made)
	return deletes ? deletes(db, where) : db.delete(table).where(where)
}

/** The value to restore: the row's current one where the state doesn't have it. */
const brought = (column: SQLiteColumn) =>
	sql`iif(${has(auditStates.before, column)}, ${value(auditStates.before, column)}, ${column})`

/** The statement that restores the rows that the change altered or deleted. */
export function restoration(db: Database['reader'], audit_id: string, kept: ConfiguredTable): BatchItem<'sqlite'> {
	const { table, moving = {}, loose = [], without = [], renewed = {}, oneTrue } = kept
	const columns = columnsOf(kept)
	const returning = columns.filter(({ name }) => !without.includes(name))
	const values = Object.fromEntries(
		returning.map((column) => [column.name, movedTo(renewed[column.name]) ?? brought(column)]),
	)
	const changed = sql`${statesOf(audit_id, table)} AND ${auditStates.before} IS NOT NULL AND ${auditStates.before} IS NOT ${auditStates.after}`
	const from = sql`${auditStates} LEFT JOIN ${table} ON ${joinOf(keyOf(table))} WHERE ${changed}${oneTrue ? sql` ORDER BY ${value(auditStates.before, oneTrue)}` : sql``}`
	const key = keyOf(table)
	const set = columns
		.filter((column) => !key.includes(column) && !loose.includes(column.name))
		.map(({ name }) => [name, movedTo(moving[name]) ?? sql.raw(`excluded."${name}"`)])
	return insertFrom(db, table, values, from).onConflictDoUpdate({ target: key, set: Object.fromEntries(set) })
}

const movedTo = (to: SQL | (() => string) | undefined) => (typeof to === 'function' ? sql`${to()}` : to)

// Secrets. A state says which secret was in a place. Its sealed text is in `secrets` or in `replaced_secrets`.

const ofSecrets = (audit_id: string) => statesOf(audit_id, secrets)

const secretId = (state: SQLiteColumn) => sql`${state} ->> 'secret_id'`

/** The ids of the secrets that were in their places before the change and no longer are. */
const replacedBy = (audit_id: string) =>
	sql`SELECT ${secretId(auditStates.before)} FROM ${auditStates} WHERE ${ofSecrets(audit_id)} AND ${auditStates.before} IS NOT ${auditStates.after}`

/** The secrets that the change touched, for the revert's own states. */
export const touchedSecrets = (audit_id: string): Touched => {
	const { table_name, row_id, column_name, secret_id } = secrets
	return {
		table: secrets,
		where: isAmong(secrets, ofSecrets(audit_id)),
		columns: { table_name, row_id, column_name, secret_id },
	}
}

/** Whether the secrets that the change touched are still as it left them. */
export function areSecretsUnchanged(audit_id: string): SQL {
	const { table_name, row_id, column_name, secret_id } = secrets
	const { row_key, after } = auditStates
	return sql`NOT EXISTS (SELECT 1 FROM ${auditStates} LEFT JOIN ${secrets} ON ${table_name} = ${row_key} ->> 0 AND ${row_id} = ${row_key} ->> 1 AND ${column_name} = ${row_key} ->> 2 WHERE ${ofSecrets(audit_id)} AND ${secret_id} IS NOT ${secretId(after)})`
}

/** Whether every secret that must come back is still kept, under a key that can open it. */
export const areSecretsKept = (env: Env, audit_id: string): SQL =>
	sql`NOT EXISTS (SELECT 1 FROM ${auditStates} WHERE ${ofSecrets(audit_id)} AND ${auditStates.before} IS NOT NULL AND ${auditStates.before} IS NOT ${auditStates.after} AND NOT ${isKept(env, secretId(auditStates.before))})`

/** The statements that put the secrets back as they were before the change. */
export const restoredSecrets = (db: Database['reader'], audit_id: string): BatchItem<'sqlite'>[] => [
	deletion(db, audit_id, { table: secrets }),
	putBack(db, replacedBy(audit_id)),
	forgetReplaced(db, replacedBy(audit_id)),
]

/** The statement that ends a change's trial, if it's on one: the clock would find rows that moved on, and say that it stays. */
export const endOfTrial = (db: Database['reader'], audit_id: string, reverted_by: string) =>
	db
		.update(unconfirmedChanges)
		.set({ status: 'reverted', reverted_by, ended_at: now() })
		.where(sql`${unconfirmedChanges.status} = 'pending' AND ${unconfirmedChanges.audit_id} = ${audit_id}`)
