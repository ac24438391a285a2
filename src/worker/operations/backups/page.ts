import { type SQL, sql } from 'drizzle-orm'
import { type Column, quoted } from './tables.ts'

// How a whole table is read, a page at a time.

/** A read takes this much, and at most this many rows. D1 serves nobody else meanwhile. */
const READ_BYTES = 1_000_000
const READ_ROWS = 4_000
/** A character of JSON stands for at most this many bytes of a row. */
const BYTES_PER_CHAR = 4

export type Key = (string | number)[]

/** A column, or an expression over the row under a name. */
export type Read = Pick<Column, 'name' | 'pk'> & { value?: SQL }

const inKey = (columns: Read[]) => columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)

/** The key of a row that `pageOf` returned. */
export const keyOf = (columns: Read[], row: (string | number | null)[]) =>
	inKey(columns).map((column) => row[columns.indexOf(column)] as string | number)

/** Whether rows may follow a page of so many rows with so many characters. A page that's full of neither is the last one. */
export const mayHaveMore = (rows: number, chars: number) => rows === READ_ROWS || chars * BYTES_PER_CHAR >= READ_BYTES

const valueOf = ({ name, value }: Read) => value ?? sql.raw(quoted(name))

const list = (columns: Read[]) => sql.raw(columns.map(({ name }) => quoted(name)).join(', '))

const selected = (column: Read) => sql`${valueOf(column)} AS ${sql.raw(quoted(column.name))}`

/**
 * The query of the next rows in the order of their key: those that begin within the first megabyte, so that small rows come by
 * thousands and large ones alone. `of` limits it to some rows.
 */
export function pageOf(table: string, columns: Read[], after: Key | null, of?: SQL): SQL {
	const key = list(inKey(columns))
	const conditions = [...(of ? [of] : []), ...(after ? [sql`(${key}) > (${sql.join(after, sql`, `)})`] : [])]
	const rest = conditions.length > 0 ? sql`WHERE ${sql.join(conditions, sql` AND `)}` : sql``
	const from = sql`FROM ${sql.raw(quoted(table))} ${rest} ORDER BY ${key}`
	const bytes = sql.join(
		columns.map((column) => sql`coalesce(octet_length(${valueOf(column)}), 0)`),
		sql` + `,
	)
	const before = sql`SELECT coalesce(sum(${bytes}) OVER (ORDER BY ${key} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before ${from} LIMIT ${READ_ROWS}`
	return sql`SELECT ${sql.join(columns.map(selected), sql`, `)} ${from} LIMIT (SELECT count(*) FROM (${before}) WHERE before < ${READ_BYTES})`
}
