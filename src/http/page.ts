import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import * as z from 'zod'
import { invalid } from './errors.ts'
import { queryInteger } from './fields.ts'
import { fingerprintOf } from './fingerprint.ts'

/** The query every list takes (spec 4.13); lists with filters extend it. */
export const PageQuery = z.object({
	limit: queryInteger(1, 200).default(50).meta({ description: 'How many rows to answer with.', default: 50 }),
	cursor: z.string().max(512).optional().meta({ description: 'Where to go on: `Next-Cursor` of the page before.' }),
})

type Key = string | number
const isKey = (value: unknown): value is Key => typeof value === 'string' || typeof value === 'number'

/**
 * One page of a list, newest first. Select `limit + 1` rows that are `before` the cursor, ordered by the same key
 * descending, and hand them to `close`, which cuts the page and sets `Link` and `Next-Cursor` when more follow. A key of
 * several columns is a list of them.
 */
export function openPage(c: Context, { limit, cursor }: z.infer<typeof PageQuery>) {
	const filters = filtersOf(c)
	const last = cursor === undefined ? undefined : readCursor(cursor, filters)
	return {
		limit: limit + 1,
		before(...columns: SQLWrapper[]): SQL | undefined {
			if (last === undefined) return undefined
			if (last.length !== columns.length) throw notACursor()
			return sql`(${sql.join(columns, sql`, `)}) < (${sql.join(last, sql`, `)})`
		},
		close<Row>(rows: Row[], key: (row: Row) => Key | Key[]): Row[] {
			const page = rows.slice(0, limit)
			const end = page.at(-1)
			if (rows.length > limit && end !== undefined) {
				const next = Buffer.from(JSON.stringify([filters, key(end)].flat())).toString('base64url')
				const url = new URL(c.req.url)
				url.searchParams.set('cursor', next)
				c.header('Link', `<${url.href}>; rel="next"`)
				c.header('Next-Cursor', next)
			}
			return page
		},
	}
}

// A cursor under other filters would silently skip rows, so it carries a fingerprint of the list it was made for.
function filtersOf(c: Context): string {
	const filters = Object.entries(c.req.query()).filter(([name]) => name !== 'limit' && name !== 'cursor')
	return fingerprintOf(JSON.stringify([c.req.path, filters.sort(([a], [b]) => (a < b ? -1 : 1))]))
}

const notACursor = () => invalid([{ path: 'cursor', message: 'Is not a cursor of this list and these filters' }])

function readCursor(cursor: string, filters: string): Key[] {
	try {
		const [madeFor, ...keys] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
		if (madeFor === filters && keys.every(isKey)) return keys
	} catch {
		// Falls through: whatever was sent is no cursor of ours.
	}
	throw notACursor()
}
