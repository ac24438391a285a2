import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

// A query of a URL often carries a token. Who may not change the URL sees its parameters without their values.

const MASK = '****'

/** The URL with `****` for each value of its query. A parameter without `=` is a value. */
export function maskedUrl(url: string): string {
	const start = url.indexOf('?') + 1
	if (start === 0) return url
	const parameters = url.slice(start).split('&')
	return url.slice(0, start) + parameters.map((one) => one.slice(0, one.indexOf('=') + 1) + MASK).join('&')
}

/** The same for a column, in SQL. */
export function maskedUrlOf(url: SQLiteColumn): SQL {
	const start = sql`instr(${url}, '?')`
	const list = sql`'[' || replace(json_quote(substr(${url}, ${start} + 1)), '&', '","') || ']'`
	const parameters = sql`(SELECT group_concat(substr(value, 1, instr(value, '=')) || ${MASK}, '&') FROM json_each(${list}))`
	return sql`iif(${start} > 0, substr(${url}, 1, ${start}) || ${parameters}, ${url})`
}
