import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { openPage } from '../http/page.ts'

// Search by FTS5 trigram indexes, `<table>_search`, whose rows point to the table by its row number. Every value in an index
// begins with two marks, which `drizzle/0004_search_and_counters.sql` puts there: so one or two characters can be found at
// its beginning, although a trigram has three.

const MARK = '\u0001'
const TRIGRAM = 3

const phrase = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Three characters or more anywhere in a value; fewer at its beginning. */
const partOf = (q: string) => phrase(MARK.repeat(Math.max(0, TRIGRAM - Array.from(q).length)) + q)

interface Search {
	/** The table's row number, which the list is ordered by. */
	seq: SQLiteColumn
	/** The index. */
	index: string
	/** What is looked for, in any case, in one of `columns`. */
	q?: string | undefined
	columns: string[]
	/** Values that a column must have as a whole. */
	exactly?: Record<string, string | undefined>
}

/** The condition of one page of a search, newest first. It reads no more rows than the page has, however many match. */
export function onPage({ seq, index, q, columns, exactly = {} }: Search, page: ReturnType<typeof openPage>): SQL {
	const match = [
		...(q ? [`{${columns.join(' ')}} : ${partOf(q)}`] : []),
		...Object.entries(exactly).flatMap(([column, value]) =>
			value === undefined ? [] : [`${column} : ${phrase(MARK + MARK + value + MARK)}`],
		),
	].join(' AND ')
	const rowid = sql.raw(`${index}.rowid`)
	const before = page.before(rowid)
	return sql`${seq} IN (SELECT ${rowid} FROM ${sql.raw(index)} WHERE ${sql.raw(index)} MATCH ${match}${before && sql` AND ${before}`} ORDER BY ${rowid} DESC LIMIT ${page.limit})`
}
