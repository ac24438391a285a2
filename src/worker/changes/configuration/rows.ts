import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { packed } from '../../ground/db/packed.ts'
import { secrets } from '../../ground/secrets/table.ts'
import type { Place, SealedRow } from '../../ground/secrets/vault.ts'
import type { Statement } from '../../ground/write/after-commit.ts'
import type { ConfiguredTable } from '../../ground/write/configured.ts'
import type { Row } from '../../ground/write/entry.ts'
import { keyOf, type Touched } from '../../ground/write/undo.ts'

// Writes many rows in few statements. D1 takes at most 100 parameters per statement and 2 MB per value, so rows travel as JSON.

/** In UTF-16 units. Each takes at most three bytes, so a parameter stays below 2 MB. */
const MAX_PARAMETER = 600_000

/** Values as JSON arrays that fit into parameters. */
export const parametersOf = (values: unknown[]) =>
	packed(
		values.map((value) => JSON.stringify(value)),
		(text) => text.length + 1,
		MAX_PARAMETER,
	).map((list) => `[${list.join()}]`)

/** A row to write, and the stored one that it changes. */
export interface Put {
	row: Row
	before?: Row | undefined
}

/** The statements that insert rows, or update those whose key exists: only the columns in which any row differs. */
export function upserts(db: Database['reader'], written: ConfiguredTable, puts: Put[]): Statement[] {
	const { table, computed, loose = [], oneTrue } = written
	// The unique index never allows two true values, so the rows that become false come first.
	const flag = ({ row }: Put) => Number(row[oneTrue?.name ?? ''])
	const ordered = oneTrue ? puts.toSorted((a, b) => flag(a) - flag(b)) : puts
	const key = keyOf(table)
	const columns = columnsOf(table).filter(([name, column]) => !key.includes(column) && !loose.includes(name))
	const isChanged = ([name, column]: [string, SQLiteColumn]) =>
		puts.some(({ row, before }) => before && valueOf(column, row[name]) !== valueOf(column, before[name]))
	const changes = columns.filter(isChanged).map(([name]): [string, SQL] => [name, sql.raw(`excluded."${name}"`)])
	const set = { ...Object.fromEntries(changes), ...computed }
	const values = ordered.map(({ row }) => row)
	return parametersOf(compact(table, values)).map((json) => {
		const inserted = insertOf(db, table, json)
		return Object.keys(set).length > 0
			? inserted.onConflictDoUpdate({ target: key, set })
			: inserted.onConflictDoNothing({ target: key })
	})
}

const columnsOf = (table: SQLiteTable) =>
	Object.entries<SQLiteColumn>(getTableColumns(table)).filter(([, column]) => !column.generated)

const valueOf = (column: SQLiteColumn, value: unknown) => (value == null ? null : column.mapToDriverValue(value))

function compact(table: SQLiteTable, rows: Row[]): unknown[][] {
	const columns = columnsOf(table)
	return rows.map((row) => columns.map(([name, column]) => valueOf(column, row[name])))
}

/** `WHERE 1` keeps SQLite from parsing what follows as a join. */
const insertOf = (db: Database['reader'], table: SQLiteTable, json: string) => {
	const values = columnsOf(table).map(([name], index) => [name, sql.raw(`value ->> ${index}`)])
	return insertFrom(db, table, Object.fromEntries(values), sql`json_each(${json}) WHERE 1`)
}

/** Whether a row's primary key is in a JSON list of keys. */
export function isListed(key: SQLiteColumn[], json: string): SQL {
	const columns = sql.join(key, sql`, `)
	const values = sql.raw(key.map((_, index) => `value ->> ${index}`).join(', '))
	return sql`(${columns}) IN (SELECT ${values} FROM json_each(${json}))`
}

/** The secrets of the rows in a JSON list of tables and row ids, as a revert keeps them: without the sealed text. */
export function secretsOfRows(json: string): Touched {
	const { table_name, row_id, column_name, secret_id } = secrets
	return {
		table: secrets,
		where: isListed([table_name, row_id], json),
		columns: { table_name, row_id, column_name, secret_id },
	}
}

/** The statements that store sealed secrets, each in its place. A new secret replaces the current one. */
export const putSecrets = (db: Database['reader'], rows: SealedRow[]) =>
	upserts(
		db,
		{ table: secrets },
		rows.map((row) => ({ row, before: {} })),
	)

export const deleteSecrets = (db: Database['reader'], places: Place[]) =>
	parametersOf(places.map(({ table, row, column }) => [table, row, column])).map((json) =>
		db.delete(secrets).where(isListed([secrets.table_name, secrets.row_id, secrets.column_name], json)),
	)

export const deleteSecretsOfRows = (db: Database['reader'], rows: Pick<Place, 'table' | 'row'>[]) =>
	parametersOf(rows.map(({ table, row }) => [table, row])).map((json) =>
		db.delete(secrets).where(isListed([secrets.table_name, secrets.row_id], json)),
	)
