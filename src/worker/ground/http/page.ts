import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Context } from 'hono'
import * as z from 'zod'
import { doc } from '#doc'
import type { Principal } from '../../principal.ts'
import type { Database } from '../db/database.ts'
import { literal } from '../db/state.ts'
import { invalid } from './errors.ts'
import { queryInteger } from './fields.ts'
import { fingerprintOf } from './fingerprint.ts'
import { must } from './must.ts'

/** The query every list takes (spec 4.13); lists with filters extend it. */
export const PageQuery = z.object({
	limit: queryInteger(1, 200)
		.default(50)
		.meta(doc({ description: 'The maximum number of rows in the response.', default: 50 })),
	cursor: z.optional(z.string().max(512)).meta(doc({ description: '`Next-Cursor` of the previous page.' })),
})

type Key = string | number
const isKey = (value: unknown): value is Key => typeof value === 'string' || typeof value === 'number'

/** How many rows a page looks at for a filter without an index. A page of what is rare is short, and its cursor says where the next one continues. */
export const WALKED = 2_000

/** After so many bytes a page ends. Rows may have settings of 32 KB, twice, and a page of 200 would take an isolate's memory. */
export const PAGE_BYTES = 1_000_000

const MOST_BYTES = literal(PAGE_BYTES)

/** Of a page's rows, which have `id` and `bytes`, those that fit, newest first. The one that fills the page has an `is_last` of 2. */
const fitting = (rows: SQL) => sql`SELECT id, 2 * (so_far >= ${MOST_BYTES}) AS is_last FROM (
	SELECT id, bytes, sum(bytes) OVER (ORDER BY id DESC) AS so_far FROM (${rows})) WHERE so_far - bytes < ${MOST_BYTES}`

/** The length of JSON columns. */
export const bytesOf = (...columns: SQLiteColumn[]): SQL =>
	sql.join(
		columns.map((column) => sql`coalesce(octet_length(${column}), 0)`),
		sql` + `,
	)

/**
 * The rows that a page may look at, as `walked` with `id` and `is_last`: those that pass, in their order, and at the end the last one
 * that was looked at. SQLite stops when the page is full, and only otherwise looks for that one, in the index alone. A number for each
 * row would take two rows more for each.
 */
export function walkedBy(
	db: Database['reader'],
	{
		table,
		id,
		where,
		order,
		passes,
		fits,
	}: {
		table: SQLiteTable
		id: SQLiteColumn
		where: SQL | undefined
		order: SQL[]
		passes: SQL
		/** How many bytes a row has, for a page by `id` that ends after so many, and its `limit`. */
		fits?: { bytes: SQL; limit: number }
	},
) {
	const walk = (of: Record<string, SQL.Aliased>) =>
		db
			.select(of)
			.from(table)
			.where(where)
			.orderBy(...order)
	const bytes = sql`${fits?.bytes ?? 0}`.as('bytes')
	const first = walk({ id: sql`${id}`.as('id'), passes: sql`${passes}`.as('passes'), bytes }).limit(WALKED)
	const last = walk({ id: sql`${id}`.as('id') })
		.limit(1)
		.offset(WALKED - 1)
	const passing = fits
		? fitting(sql`SELECT id, bytes FROM (${first}) WHERE passes LIMIT ${fits.limit}`)
		: sql`SELECT id, 0 AS is_last FROM (${first}) WHERE passes`
	return {
		from: sql`(SELECT * FROM (${passing}) UNION ALL SELECT id, 1 FROM (${last})) AS walked`,
		is_last: sql<number>`walked.is_last`.as('is_last'),
		isRow: sql`${id} = walked.id`,
	}
}

/** Greater than every id. */
const GREATEST = '\u{10ffff}'

/**
 * One page of a list, newest first. Select `limit` rows that are `before` the cursor, ordered by the same key descending, and
 * pass them to `close`. `limit` is one more than the page has. `close` cuts the page, and sets `Link` and `Next-Cursor` if
 * more rows follow. A key of several columns is a list of them.
 */
export function openPage(c: Context, { limit, cursor }: z.infer<typeof PageQuery>) {
	const filters = filtersOf(c)
	const last = cursor === undefined ? undefined : readCursor(cursor, filters)
	const compared = (columns: SQLWrapper[], sign: SQL) => {
		if (last === undefined) return undefined
		if (last.length !== columns.length) throw notACursor()
		return sql`(${sql.join(columns, sql`, `)}) ${sign} (${sql.join(last, sql`, `)})`
	}
	return {
		limit: limit + 1,
		/** The rows come before this id, for prepared statements. The first page has an id that's greater than all. */
		get idBefore(): Key {
			if (last !== undefined && last.length !== 1) throw notACursor()
			return last?.[0] ?? GREATEST
		},
		/** Whether this is the first page, without a cursor. */
		isFirst: last === undefined,
		before(...columns: SQLWrapper[]): SQL | undefined {
			return compared(columns, sql`<`)
		},
		/** Like `before`, for a list in ascending order. */
		after(...columns: SQLWrapper[]): SQL | undefined {
			return compared(columns, sql`>`)
		},
		/** Whether a key is on this page or a later one: what `before` checks, for a row that no query returned. */
		holds: (...key: Key[]): boolean => last === undefined || isBefore(key, last),
		/** `readTo` is where a query stopped reading before the page was full. The next page continues there. */
		close<Row>(rows: Row[], key: (row: Row) => Key | Key[], readTo?: Key[]): Row[] {
			const page = rows.slice(0, limit)
			const lowest = page.at(-1)
			const end = rows.length > limit && lowest !== undefined ? key(lowest) : readTo
			if (end !== undefined) {
				const next = Buffer.from(JSON.stringify([filters, end].flat())).toString('base64url')
				const url = new URL(c.req.url)
				url.searchParams.set('cursor', next)
				// Relative, because the caller knows the host, and a forged `Host` header must not become part of it.
				c.header('Link', `<${url.pathname}${url.search}>; rel="next"`)
				c.header('Next-Cursor', next)
			}
			return page
		},
		/** Closes a page of rows that were found among `WALKED`. The last of those is among them once more if the page isn't full, and 2 says that its bytes fill it. */
		closeWalked<Row extends { is_last: number }>(rows: Row[], key: (row: Row) => Key) {
			const last = rows.find(({ is_last }) => is_last > 0)
			const found = rows.filter(({ is_last }) => is_last !== 1)
			return this.close(found, key, last && [key(last)]).map(({ is_last: _, ...row }) => row)
		},
	}
}

/** The order that SQLite uses: texts by their bytes. */
export function isBefore(key: Key[], last: Key[]): boolean {
	const index = key.findIndex((value, at) => value !== last[at])
	const [one, other] = [key[index], last[index]]
	if (typeof one === 'string' && typeof other === 'string')
		return Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0
	return one !== undefined && other !== undefined && one < other
}

// A cursor under other filters would silently skip rows, so it carries the fingerprint of its list and filters. Most lists
// also depend on the caller's org.
function filtersOf(c: Context): string {
	const principal = c.get('principal') as Principal | undefined
	const filters = Object.entries(c.req.query()).filter(
		([name, value]) => value !== '' && name !== 'limit' && name !== 'cursor',
	)
	return fingerprintOf(JSON.stringify([c.req.path, principal?.org_id, filters.sort(([a], [b]) => (a < b ? -1 : 1))]))
}

const notACursor = () => invalid([{ path: 'cursor', message: must.cursor }])

function readCursor(cursor: string, filters: string): Key[] {
	try {
		const [madeFor, ...keys] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
		if (madeFor === filters && keys.every(isKey)) return keys
	} catch {
		// Not one of our cursors: fall through to the refusal.
	}
	throw notACursor()
}
