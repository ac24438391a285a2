import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { ulid } from 'ulid'

export type Row = Record<string, unknown>

const DAY_MS = 86_400_000
const started = Date.now()

/** A time `days` days ago, as it is stored. */
export const daysAgo = (days: number) => new Date(started - days * DAY_MS).toISOString()

/** An id made at a stored time, so that lists show rows in the order of their creation. */
export const idAt = (prefix: string, created_at: string) => `${prefix}_${ulid(Date.parse(created_at))}`

/** The same choices at every run: a small linear congruential generator. */
let state = 42
export const below = (limit: number) => {
	state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
	return Math.floor((state / 2 ** 32) * limit)
}
export const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T

/** One statement for all rows, through one JSON parameter: D1 binds a hundred at most. */
export function insert(db: D1Database, table: string, rows: Row[]): D1PreparedStatement {
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
