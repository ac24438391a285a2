import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import { insertFrom } from '../../db/insert-from.ts'
import { secrets } from '../../secrets/table.ts'
import type { Place, SealedRow } from '../../secrets/vault.ts'
import type { ConfiguredTable } from '../../write/configured.ts'
import type { Row, Statement } from '../../write/entry.ts'
import { keyOf, type Touched } from '../../write/undo.ts'

// Many rows in few statements. D1 takes at most 100 parameters for a statement and 2 MB for a value, so rows travel as JSON.

/** In UTF-16 units. Each takes three bytes at most, so a parameter stays below 2 MB. */
const MAX_PARAMETER = 600_000

/** The texts of a list in JSON arrays, none of which is larger than a parameter may be. */
function packed(texts: string[]): string[] {
	const found: string[][] = [[]]
	let size = 0
	for (const text of texts) {
		if (size + text.length > MAX_PARAMETER) {
			found.push([])
			size = 0
		}
		found.at(-1)?.push(text)
		size += text.length + 1
	}
	return found.filter((list) => list.length > 0).map((list) => `[${list.join()}]`)
}

/** Values as JSON arrays that fit into parameters. */
export const parametersOf = (values: unknown[]) => packed(values.map((value) => JSON.stringify(value)))

/** A row to write, and the stored one that it changes. */
export interface Put {
	row: Row
	before?: Row | undefined
}

/** The statements that insert rows, and change those whose key exists: only the columns in which any of them differs. */
export function upserts(db: Database['reader'], written: ConfiguredTable, puts: Put[]): Statement[] {
	const { table, computed, loose = [], oneTrue } = written
	// The index allows no moment with two true values. So rows that give one up come first.
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

/** The rows as lists of values, in the order of the columns. */
function compact(table: SQLiteTable, rows: Row[]): unknown[][] {
	const columns = columnsOf(table)
	return rows.map((row) => columns.map(([name, column]) => valueOf(column, row[name])))
}

/** `WHERE 1` tells SQLite that what follows is no join. */
const insertOf = (db: Database['reader'], table: SQLiteTable, json: string) => {
	const values = columnsOf(table).map(([name], index) => [name, sql.raw(`value ->> ${index}`)])
	return insertFrom(db, table, Object.fromEntries(values), sql`json_each(${json}) WHERE 1`)
}

/** Whether the primary key of a row is in a JSON list of keys. */
export function isListed(key: SQLiteColumn[], json: string): SQL {
	const columns = sql.join(
		key.map((column) => sql`${column}`),
		sql`, `,
	)
	const values = sql.raw(key.map((_, index) => `value ->> ${index}`).join(', '))
	return sql`(${columns}) IN (SELECT ${values} FROM json_each(${json}))`
}

/** The secrets of the rows in a JSON list of tables and row ids, as a revert keeps them: without what is sealed. */
export function secretsOfRows(json: string): Touched {
	const { table_name, row_id, column_name, secret_id } = secrets
	return {
		table: secrets,
		where: isListed([table_name, row_id], json),
		columns: { table_name, row_id, column_name, secret_id },
	}
}

/** The statements that store sealed secrets, each in its place. A new secret replaces the one that is there. */
export const putSecrets = (db: Database['reader'], rows: SealedRow[]) =>
	upserts(
		db,
		{ table: secrets },
		rows.map((row) => ({ row, before: {} })),
	)

/** The statements that delete the secrets of places. */
export const deleteSecrets = (db: Database['reader'], places: Place[]) =>
	parametersOf(places.map(({ table, row, column }) => [table, row, column])).map((json) =>
		db.delete(secrets).where(isListed([secrets.table_name, secrets.row_id, secrets.column_name], json)),
	)

/** The statements that delete every secret of rows. */
export const deleteSecretsOfRows = (db: Database['reader'], rows: Pick<Place, 'table' | 'row'>[]) =>
	parametersOf(rows.map(({ table, row }) => [table, row])).map((json) =>
		db.delete(secrets).where(isListed([secrets.table_name, secrets.row_id], json)),
	)
