import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { openPage } from '../../http/page.ts'

// Searches FTS5 trigram indexes. A table's index is `<table>_search`, and its rowid is the table's `seq`. The view
// `search_texts` puts two marks before every value and before each further word. With the marks, one or two characters at the
// beginning of a word are enough for a trigram.

const MARK = '\u0001'
const TRIGRAM = 3

const phrase = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Matches three or more characters anywhere in a value, and fewer at the beginning of a word. */
const partOf = (q: string) => phrase(MARK.repeat(Math.max(0, TRIGRAM - Array.from(q).length)) + q)

/** The composed and the decomposed form of a text, because a stored name has the form in which it was sent. */
const spellingsOf = (q: string) => [...new Set([q.normalize('NFC'), q.normalize('NFD')])]

interface Search {
	/** The table's row number, which orders the list. */
	seq: SQLiteColumn
	/** The name of the index. */
	index: string
	/** The text to find in one of `columns`, in upper or lower case. */
	q?: string | undefined
	columns: string[]
	/** Values that a column must equal. The triggers put a third mark after such values. */
	exactly?: Record<string, string | undefined>
	/** A query for row numbers that belong to the page besides. */
	also?: SQL
}

/** The condition for one page of a search, newest first. It reads only the rows of the page, however many match. */
export function onPage(
	{ seq, index, q, columns, exactly = {}, also }: Search,
	page: Pick<ReturnType<typeof openPage>, 'before' | 'limit'>,
): SQL {
	const match = [
		...(q ? [`{${columns.join(' ')}} : (${spellingsOf(q).map(partOf).join(' OR ')})`] : []),
		...Object.entries(exactly).flatMap(([column, value]) =>
			value === undefined ? [] : [`${column} : ${phrase(MARK + MARK + value + MARK)}`],
		),
	].join(' AND ')
	const rowid = sql.raw(`${index}.rowid`)
	const before = page.before(rowid)
	const found = sql`SELECT ${rowid} FROM ${sql.raw(index)} WHERE ${sql.raw(index)} MATCH ${match}${before && sql` AND ${before}`} ORDER BY ${rowid} DESC LIMIT ${page.limit}`
	return sql`${seq} IN (${also ? sql`SELECT * FROM (${found}) UNION ALL ${also}` : found})`
}
