import { type SQL, sql } from 'drizzle-orm'
import type { Builder } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { literal } from '../../ground/db/state.ts'
import { counters } from '../../ground/db/table.ts'

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
	const totals = sql.join(['input_tokens', 'output_tokens', 'cost_microusd'].map(totalOf), sql` UNION ALL `)
	return insertFrom(
		db,
		counters,
		{ name: sql`name`, day: literal(''), value: sql`total` },
		sql`(WITH sums AS MATERIALIZED (SELECT sum(r.total_input_tokens) AS input_tokens, sum(r.total_output_tokens) AS output_tokens,
			sum(r.cost_microusd) AS cost_microusd FROM ${ended} HAVING count(*) > 0) ${totals}) WHERE true`,
	).onConflictDoUpdate(added)
}

const totalOf = (name: string) => sql`SELECT ${literal(name)} AS name, ${sql.raw(name)} AS total FROM sums`

const added = { target: [counters.name, counters.day], set: { value: sql`value + excluded.value` } }
