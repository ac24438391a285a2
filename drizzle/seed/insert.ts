import { createHash } from 'node:crypto'
import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { ulid } from 'ulid'

export type Row = Record<string, unknown>

const DAY_MS = 86_400_000
const started = Date.now()

/** A time `days` days ago, in its stored form. */
export const daysAgo = (days: number) => new Date(started - days * DAY_MS).toISOString()

/** A time some `days` after a stored one. */
export const daysAfter = (time: string, days: number) => new Date(Date.parse(time) + days * DAY_MS).toISOString()

/** A time between two stored ones. */
export const timeBetween = (from: string, to: string) =>
	new Date(Date.parse(from) + below(Date.parse(to) - Date.parse(from))).toISOString()

/** The later of two stored times. */
export const later = (a: string, b: string) => (a > b ? a : b)

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** An ID for a stored time, so lists show rows in the order of their creation. */
export const idAt = (prefix: string, created_at: string) => `${prefix}_${ulid(Date.parse(created_at))}`

/** A small linear congruential generator, so every run makes the same choices. */
let state = 42
export const below = (limit: number) => {
	state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
	return Math.floor((state / 2 ** 32) * limit)
}
export const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T

/** Keeps a parameter well below D1's limit of 2 MB. */
const ROWS_PER_STATEMENT = 1_000

/** The statements that insert all rows, in order. */
export const insertAll = (db: D1Database, table: string, rows: Row[]): D1PreparedStatement[] =>
	Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, chunk) =>
		insert(db, table, rows.slice(chunk * ROWS_PER_STATEMENT, (chunk + 1) * ROWS_PER_STATEMENT)),
	)

/** One statement for all rows, with one JSON parameter, because D1 binds at most a hundred. */
function insert(db: D1Database, table: string, rows: Row[]): D1PreparedStatement {
	const columns = Object.keys(rows[0] ?? {})
	const values = columns.map(
		(column) => `value ${typeof rows[0]?.[column] === 'object' && rows[0]?.[column] ? '->' : '->>'} '${column}'`,
	)
	return db
		.prepare(
			`INSERT INTO ${table} (${columns.map((column) => `"${column}"`).join(', ')}) SELECT ${values.join(', ')} FROM json_each(?)`,
		)
		.bind(JSON.stringify(rows))
}
