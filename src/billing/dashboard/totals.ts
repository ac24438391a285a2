import { type SQL, sql } from 'drizzle-orm'
import type { Builder } from '../../db/database.ts'
import { insertFrom } from '../../db/insert-from.ts'
import { literal } from '../../db/state.ts'
import { counters } from '../../db/table.ts'

/**
 * The statement that counts new runs, in total and by the UTC day on which they began. `fresh` follows FROM: it has a row for
 * each new run, with its `created_at` in the JSON `value`.
 */
export const countRuns = (db: Builder, fresh: SQL) =>
	insertFrom(
		db,
		counters,
		{ name: sql`'runs'`, day: sql`day`, value: sql`run_count` },
		sql`(WITH fresh AS MATERIALIZED (SELECT substr(value ->> 'created_at', 1, 10) AS day, count(*) AS run_count
				FROM ${fresh} GROUP BY 1)
			SELECT day, run_count FROM fresh UNION ALL SELECT '', sum(run_count) FROM fresh HAVING count(*) > 0) WHERE true`,
	).onConflictDoUpdate(added)

/** The statement that adds the tokens and the cost of runs to the totals. `ended` follows FROM and names the runs `r`. */
export function addTotals(db: Builder, ended: SQL) {
	const total = (name: string, column: string) =>
		sql`SELECT ${literal(name)} AS name, sum(${sql.raw(`r.${column}`)}) AS total FROM ${ended} HAVING count(*) > 0`
	const totals = [
		total('input_tokens', 'total_input_tokens'),
		total('output_tokens', 'total_output_tokens'),
		total('cost_microusd', 'cost_microusd'),
	]
	return insertFrom(
		db,
		counters,
		{ name: sql`name`, day: literal(''), value: sql`total` },
		sql`(${sql.join(totals, sql` UNION ALL `)}) WHERE true`,
	).onConflictDoUpdate(added)
}

const added = { target: [counters.name, counters.day], set: { value: sql`value + excluded.value` } }
