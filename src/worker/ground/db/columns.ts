import { getTableColumns, type SQL, type SQLWrapper, sql, type Table } from 'drizzle-orm'
import { type AnySQLiteColumn, customType, integer, text } from 'drizzle-orm/sqlite-core'
import { monotonicFactory } from 'ulid'
import { onForget } from '../../isolate.ts'
import { textOf } from './canonical.ts'

/** How far a clock may go back before the order of ids breaks. */
const CLOCK_SLACK_MS = 1_000

let ulids = { next: monotonicFactory(), newest_ms: 0 }
onForget(() => (ulids = { next: monotonicFactory(), newest_ms: 0 }))

/** A ULID that sorts after the last one. After a clock that ran ahead is corrected, later ids mustn't stay dated in the future. */
function nextUlid(): string {
	const at = Date.now()
	if (at < ulids.newest_ms - CLOCK_SLACK_MS) ulids = { next: monotonicFactory(), newest_ms: at }
	ulids.newest_ms = Math.max(ulids.newest_ms, at)
	return ulids.next()
}

/** A new opaque id such as `plan_01J…`: the prefix and a ULID. Ids sort by creation time. */
export const newId = (prefix: string) => `${prefix}_${nextUlid()}`

/** When the id in an expression was made, in the stored form; NULL for NULL. A ULID begins with that time. */
export const timeOfId = (id: SQL): SQL =>
	sql`(SELECT strftime('%Y-%m-%dT%H:%M:%fZ', sum(instr('123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(ulid, place.value + 1, 1)) << (45 - 5 * place.value)) / 1000.0, 'unixepoch')
		FROM (SELECT substr(i, instr(i, '_') + 1) AS ulid FROM (SELECT ${id} AS i)) CROSS JOIN json_each('[0,1,2,3,4,5,6,7,8,9]') AS place)`

/** The current time as we store and return it: RFC 3339 in UTC with milliseconds. */
export const now = () => new Date().toISOString()

/** The time `ms` milliseconds from now, in the same form. */
export const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()

export const DAY_MS = 86_400_000

/** By how much the clocks of two isolates may differ. */
const SKEW_MS = 5_000

/**
 * Whether a stored time has come that a rule of ours chose. What lies further ahead than `longest_ms`, the longest that the rule
 * chooses, was written by a clock that ran ahead, and has come too. Never for an end that people chose.
 */
export const hasCome = (time: SQLWrapper, longest_ms: number, at = now()): SQL =>
	sql`(${time} <= ${at} OR ${time} > ${fromNow(longest_ms + SKEW_MS)})`

/** Whether something happened in the last `window_ms`. What's dated further ahead than that was written by a clock that ran ahead. */
export const happenedWithin = (time: SQLWrapper, window_ms: number): SQL =>
	sql`(${time} > ${fromNow(-window_ms)} AND ${time} <= ${fromNow(window_ms)})`

/** Converts whole micro-dollars, which the database stores, to the dollars of the wire. */
export const usd = (microusd: number) => microusd / 1_000_000
export const usdOrNull = (microusd: number | null) => (microusd === null ? null : usd(microusd))

/** The other way. One above 0 is never rounded to 0. */
export const microUsd = <None extends null | undefined>(cost_usd: number | None): number | None =>
	cost_usd ? Math.max(1, Math.round(cost_usd * 1_000_000)) : cost_usd

export const id = () => text().primaryKey()
export const refersTo = (column: () => AnySQLiteColumn) => text().notNull().references(column)
export const createdAt = () => text().notNull()
export const boolean = () => integer({ mode: 'boolean' })

/** A JSON value, stored as its one text: changes are found by comparing texts, and the order of keys is none. */
export const json = <T>() =>
	customType<{ data: unknown; driverData: string }>({
		dataType: () => 'text',
		toDriver: textOf,
		fromDriver: JSON.parse,
	})().$type<T>()

/** The owner of rows that belong to no org: the platform's own settings and usage. */
export const PLATFORM = 'platform'

/** The org that owns rows; null for the platform. */
export const orgIdOf = (owner: string) => (owner === PLATFORM ? null : owner)

/** The columns of a table but for those that no response shows. */
export function columnsBut<T extends Table, Hidden extends string & keyof T['_']['columns']>(
	table: T,
	...hidden: Hidden[]
): Omit<T['_']['columns'], Hidden> {
	const columns = { ...getTableColumns(table) }
	for (const name of hidden) delete columns[name]
	return columns
}
