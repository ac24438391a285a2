import { and, gte, lt, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { encodeTime } from 'ulid'
import { timestampInput } from './fields.ts'

/** The period that a list of what happened can be narrowed to. Its query takes these two fields. */
export const PERIOD = {
	from: timestampInput().optional().meta({ description: 'Only rows of this time or later.' }),
	to: timestampInput().optional().meta({ description: 'Only rows before this time.' }),
}

export interface Period {
	from?: string | undefined
	to?: string | undefined
}

/** An id may be made a moment before or after the time in its row. */
const SLACK_MS = 1_000

/** The condition of rows within the period, for a list that is ordered by `time`. */
export const timesWithin = (time: SQLiteColumn, { from, to }: Period): SQL | undefined =>
	and(from === undefined ? undefined : gte(time, from), to === undefined ? undefined : lt(time, to))

/** The same for a list that is ordered by ids of this prefix. Ids sort by time, so the index of the list finds the period. */
export function idsWithin(ids: SQLiteColumn, prefix: string, time: SQLiteColumn, period: Period): SQL | undefined {
	const { from, to } = period
	return and(
		from === undefined ? undefined : gte(ids, idAt(prefix, Date.parse(from) - SLACK_MS)),
		to === undefined ? undefined : lt(ids, idAt(prefix, Date.parse(to) + SLACK_MS)),
		timesWithin(time, period),
	)
}

/** A text that sorts before every id of this prefix that is made at `ms` or later. */
export const idAt = (prefix: string, ms: number) => `${prefix}_${encodeTime(Math.max(0, ms), 10)}`
