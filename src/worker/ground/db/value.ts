import { type SQL, sql } from 'drizzle-orm'

// A value of a row that both SQL and TypeScript compute: the batch of a change decides in SQL, a plan without a batch in
// TypeScript. Written as one expression, the two cannot differ.

export interface Value {
	of: (row: Record<string, unknown>) => string | null
	/** `column` gives a column of the row. */
	sql: (column: (name: string) => SQL) => SQL
}

const textOf = (value: unknown) => (value == null ? null : typeof value === 'string' ? value : JSON.stringify(value))

export const column = (name: string): Value => ({ of: (row) => textOf(row[name]), sql: (at) => at(name) })

export const constant = (text: string): Value => ({ of: () => text, sql: () => quoted(text) })

/** Not bound: an expression may stand in a statement more than once, and D1 binds 100 parameters. */
export const quoted = (text: string) => sql.raw(`'${text.replaceAll("'", "''")}'`)

/** The first value that is not null. */
export const firstOf = (...values: Value[]): Value => ({
	of: (row) => values.map((value) => value.of(row)).find((value) => value !== null) ?? null,
	sql: (at) => sql`coalesce(${partsOf(values, at, sql`, `)})`,
})

/** The value, or null if it's an empty text. */
export const nonEmpty = (value: Value): Value => ({
	of: (row) => value.of(row) || null,
	sql: (at) => sql`nullif(${value.sql(at)}, '')`,
})

/** The texts behind each other; null when one of them is. */
export const joined = (...values: Value[]): Value => ({
	of: (row) => {
		const texts = values.map((value) => value.of(row))
		return texts.includes(null) ? null : texts.join('')
	},
	sql: (at) => sql`(${partsOf(values, at, sql` || `)})`,
})

/** The value for what `by` is; null for anything else. */
export const chosen = (by: Value, among: Record<string, Value>): Value => ({
	of: (row) => among[by.of(row) ?? '']?.of(row) ?? null,
	sql: (at) => {
		const cases = Object.entries(among).map(([text, value]) => sql`WHEN ${quoted(text)} THEN ${value.sql(at)}`)
		return sql`CASE ${by.sql(at)} ${sql.join(cases, sql` `)} END`
	},
})

const partsOf = (values: Value[], at: (name: string) => SQL, between: SQL) =>
	sql.join(
		values.map((value) => value.sql(at)),
		between,
	)
