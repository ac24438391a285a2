import { and, gte, lt, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { encodeTime } from 'ulid'
import { doc } from '#doc'
import { timestampInput } from './fields.ts'
import type { openPage } from './page.ts'

/** The period that narrows a list of past events. The list's query takes these two fields. */
export const PERIOD = {
	from: timestampInput()
		.optional()
		.meta(doc({ description: 'Only rows at or after this time.' })),
	to: timestampInput()
		.optional()
		.meta(doc({ description: 'Only rows before this time.' })),
}

export interface Period {
	from?: string | undefined
	to?: string | undefined
}

type Page = ReturnType<typeof openPage>

/** An id may be made a moment before or after the time in its row. */
const SLACK_MS = 1_000

// SQLite starts reading at only one upper bound. A cursor is already within the period, so a page after one starts there.
const upperBound = ({ isFirst }: Page, to: string | undefined) => (isFirst ? to : undefined)

/** The condition of rows within the period, for a list that is ordered by `time`. */
export function timesWithin(time: SQLiteColumn, { from, to }: Period, page: Page): SQL | undefined {
	const end = upperBound(page, to)
	return and(from === undefined ? undefined : gte(time, from), end === undefined ? undefined : lt(time, end))
}

/** Like `timesWithin`, for a list that is ordered by ids of this prefix. Ids sort by time, so the list's index finds the period. */
export function idsWithin(
	{ ids, prefix, time }: { ids: SQLiteColumn; prefix: string; time: SQLiteColumn },
	{ from, to }: Period,
	page: Page,
): SQL | undefined {
	const end = upperBound(page, to)
	return and(
		from === undefined ? undefined : and(gte(ids, idAt(prefix, Date.parse(from) - SLACK_MS)), gte(time, from)),
		end === undefined ? undefined : lt(ids, idAt(prefix, Date.parse(end) + SLACK_MS)),
		to === undefined ? undefined : lt(time, to),
	)
}

/** A text that sorts before every id of this prefix that's made at `ms` or later. */
export const idAt = (prefix: string, ms: number) => `${prefix}_${encodeTime(Math.max(0, ms), 10)}`
