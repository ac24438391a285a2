import { eq, getTableColumns, getTableName, inArray, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { forgettable } from '../../isolate.ts'
import type { Database } from '../db/database.ts'
import { insertFrom } from '../db/insert-from.ts'
import { allOf, literal } from '../db/state.ts'
import type { Statement } from './after-commit.ts'
import { auditLogs, auditStates } from './table.ts'

// What a revert needs: the rows of a change, before and after. The database reads them inside the batch, like the states of
// the audit row, and they never leave it.

/** Rows that a change touches. */
export interface Touched {
	table: SQLiteTable
	/** Finds the rows, before or after the change. */
	where: SQL
	/** The columns to keep; all if absent. */
	columns?: Record<string, SQLiteColumn>
	/** A row that doesn't meet this condition counts as deleted. */
	exists?: SQL
}

/** On D1, `json_object` takes 16 columns and `json_set` 15. */
const AT_ONCE = 15

/** The stored values of a row as one JSON text. JSON columns stay text, so each value comes back exactly as it was. */
function rawRow(table: SQLiteTable, columns: Record<string, SQLiteColumn>): SQL {
	const name = getTableName(table)
	const values = Object.values(columns).map((column) => `"${name}"."${column.name}"`)
	const names = Object.values(columns).map((column) => column.name)
	let text = "'{}'"
	for (let first = 0; first < names.length; first += AT_ONCE) {
		const pairs = names.slice(first, first + AT_ONCE).map((key, index) => `'$.${key}', ${values[first + index]}`)
		text = `json_set(${text}, ${pairs.join(', ')})`
	}
	return sql.raw(text)
}

/** In characters. No URL is longer. */
const LONG = 2_048

/** A state without the long values that the row's other state has too: a revert doesn't need to restore them. */
const withoutEqual = (state: SQL, other: SQL) =>
	sql`iif(length(${state}) > ${literal(LONG)} AND ${other} IS NOT NULL, (SELECT json_group_object(v.key, v.value) FROM json_each(${state}) v WHERE length(v.value) <= ${literal(LONG)} OR v.value IS NULL OR v.value IS NOT (${other} ->> v.key)), ${state})`

const keys = forgettable(new Map<SQLiteTable, SQLiteColumn[]>())

/** The columns of a table's primary key. */
export function keyOf(table: SQLiteTable): SQLiteColumn[] {
	const known = keys.get(table)
	if (known) return known
	const single = Object.values(getTableColumns(table)).filter(({ primary }) => primary)
	const key = single.length > 0 ? single : (getTableConfig(table).primaryKeys[0]?.columns ?? [])
	keys.set(table, key)
	return key
}

const listed = (parts: SQL[]) => sql.join(parts, sql`, `)

/** The rows that `audit_states` keeps of one table for an audit row. */
export const statesOf = (audit_id: string | SQL, table: SQLiteTable) =>
	allOf(eq(auditStates.audit_id, audit_id), eq(auditStates.table_name, getTableName(table)))

/** Whether a row of `table` is one of those that match `states`, a condition on `audit_states`. It uses the primary key. */
export function isAmong(table: SQLiteTable, states: SQL): SQL {
	const key = keyOf(table)
	const kept = listed(key.map((_, index) => sql`${auditStates.row_key} ->> ${literal(index)}`))
	return sql`(${listed(key.map((column) => sql`${column}`))}) IN (SELECT ${kept} FROM ${auditStates} WHERE ${states})`
}

/** What identifies a kept row of `table`: the values of its primary key. */
const stateKey = (audit_id: string, table: SQLiteTable) => ({
	audit_id,
	table_name: getTableName(table),
	row_key: sql`json_array(${listed(keyOf(table).map((column) => sql`${column}`))})`,
})

/** The statements after a change that keep the rows it created. */
export const newRows = (db: Database['reader'], audit_id: string, touched: Touched[]) =>
	touched.map(({ table, where, columns = getTableColumns(table), exists = sql`1` }) => {
		const state = { ...stateKey(audit_id, table), after: rawRow(table, columns) }
		return insertFrom(db, auditStates, state, sql`${table} WHERE (${where}) AND ${exists}`)
	})

/** The statements around a change that keep the rows it touches: `before` precedes it, `after` follows it. */
export function keptRows(db: Database['reader'], audit_id: string, touched: Touched[]) {
	const statements = touched.map(({ table, where, columns = getTableColumns(table), exists = sql`1` }) => {
		const key = keyOf(table)
		const state = stateKey(audit_id, table)
		const row = rawRow(table, columns)
		// A change may move a row out of `where`. By then its key is known.
		const found = sql`(${listed(key.map((column) => sql`${column}`))}) IN (SELECT ${listed(key.map((column) => sql`${column}`))} FROM ${table} WHERE ${where})`
		const known = sql`${table} WHERE (${found} OR ${isAmong(table, statesOf(audit_id, table))}) AND ${exists}`
		return {
			before: insertFrom(db, auditStates, { ...state, before: row }, sql`${table} WHERE (${where}) AND ${exists}`),
			after: insertFrom(db, auditStates, { ...state, after: row }, known).onConflictDoUpdate({
				target: [auditStates.audit_id, auditStates.table_name, auditStates.row_key],
				set: {
					before: withoutEqual(sql`${auditStates.before}`, sql`excluded.after`),
					after: withoutEqual(sql`excluded.after`, sql`${auditStates.before}`),
				},
			}),
		}
	})
	return {
		before: statements.map(({ before }) => before as Statement),
		after: statements.map(({ after }) => after as Statement),
	}
}

/** The statement that forgets the kept rows of all changes of a target, except those that wait for their confirmation. */
export function forgetStates(db: Database['reader'], target: { target_type: string; target_id: string | SQL }) {
	const { id, target_type, target_id } = auditLogs
	const isOfTarget = allOf(eq(target_id, target.target_id), eq(target_type, target.target_type))
	const isWaiting = sql`${id} IN (SELECT u.audit_id FROM unconfirmed_changes u WHERE u.status = 'pending')`
	const changes = db
		.select({ id })
		.from(auditLogs)
		.where(allOf(isOfTarget, sql`NOT ${isWaiting}`))
	return db.delete(auditStates).where(inArray(auditStates.audit_id, changes))
}
