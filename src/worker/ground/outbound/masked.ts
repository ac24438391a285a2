import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

// The query of a URL often carries a token. Those who may not change the URL see its parameters without their values.

const MASK = '****'

/** The URL with `****` for each value in its query. A parameter without `=` counts as a value. */
export function maskedUrl(url: string): string {
	const start = url.indexOf('?') + 1
	if (start === 0) return url
	const parameters = url.slice(start).split('&')
	return url.slice(0, start) + parameters.map((one) => one.slice(0, one.indexOf('=') + 1) + MASK).join('&')
}

/** A row as those see it who may not change its URL. */
export const withMaskedUrl = <R extends { url: string | null }>(row: R): R =>
	row.url === null ? row : { ...row, url: maskedUrl(row.url) }

/** `maskedUrl` for a column, in SQL. */
export function maskedUrlOf(url: SQLiteColumn | SQL): SQL {
	const start = sql`instr(${url}, '?')`
	const list = sql`'[' || replace(json_quote(substr(${url}, ${start} + 1)), '&', '","') || ']'`
	const parameters = sql`(SELECT group_concat(substr(value, 1, instr(value, '=')) || ${MASK}, '&') FROM json_each(${list}))`
	return sql`iif(${start} > 0, substr(${url}, 1, ${start}) || ${parameters}, ${url})`
}
