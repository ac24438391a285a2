import { is, SQL, sql } from 'drizzle-orm'
import { quoted } from '../../ground/db/value.ts'

// The texts of notices. Most name what only the database knows, so they're put together there.

/** A text: a plain one, or an expression for it. */
export type Text = string | SQL

/** A value that a text names. */
export type Value = Text | number

/** An expression for JSON: a list of names or of objects, or an object. */
export interface Json {
	json: SQL
}

export const json = (expression: SQL): Json => ({ json: expression })

/** A sentence with values in it. A list of names has commas between them. */
export function text(parts: TemplateStringsArray, ...values: (Value | Json)[]): Text {
	const given = values.map((value) => (typeof value === 'object' && 'json' in value ? namesIn(value) : value))
	if (!given.some((value) => is(value, SQL))) return String.raw({ raw: parts }, ...given)
	const pieces = parts.flatMap((part, index) => {
		const value = given[index]
		return [...(part === '' ? [] : [quoted(part)]), ...(value === undefined ? [] : [sql`${value}`])]
	})
	return sql.join(pieces, sql` || `)
}

const namesIn = ({ json: names }: Json) => sql`(SELECT group_concat(n.value, ', ') FROM json_each(${names}) n)`

/** The text, if the list has any. */
export const ifAny = ({ json: list }: Json, said: Text) => sql`iif(json_array_length(${list}) > 0, ${said}, '')`

/** A sentence for each object of a list. `say` gets its members by their names. */
export const each = ({ json: list }: Json, say: (member: (name: string) => SQL) => Text) =>
	sql`(SELECT group_concat(${say((name) => sql`(e.value ->> ${quoted(name)})`)}, ' ') FROM json_each(${list}) e)`

/** What people call a value that has few. */
export const called = (value: SQL, words: Record<string, string>) =>
	sql`CASE ${value} ${sql.join(
		Object.entries(words).map(([known, word]) => sql`WHEN ${quoted(known)} THEN ${quoted(word)}`),
		sql` `,
	)} ELSE ${value} END`
