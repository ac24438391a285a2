import type { D1Database } from '@cloudflare/workers-types'
import type { Runs } from './runs.ts'

const plus = (name: string) => `${name} = ${name} + excluded.${name}`

/** The statements that add up the usage of the runs that ended, by day and in all, onto what is there. */
export function usage(db: D1Database, runs: Runs) {
	const settled_by = runs.find((run) => run.settled_by !== null)?.settled_by
	const columns = ['input_tokens', 'output_tokens', 'cost_microusd', 'run_count']
	const totals = ['total_input_tokens', 'total_output_tokens', 'cost_microusd'].map(
		(column) => `SELECT '${column.replace('total_', '')}', '', sum(${column}) FROM runs WHERE settled_by = ?1`,
	)
	return [
		`INSERT INTO usage_days SELECT iif(scope.column1, org_id, 'platform'), substr(completed_at, 1, 10), model,
			sum(total_input_tokens), sum(total_output_tokens), sum(cost_microusd), count(*)
			FROM runs CROSS JOIN (VALUES (0), (1)) AS scope WHERE settled_by = ?1 GROUP BY 1, 2, 3
			ON CONFLICT DO UPDATE SET ${columns.map(plus).join(', ')}`,
		`INSERT INTO counters SELECT * FROM (${totals.join(' UNION ALL ')}) WHERE true
			ON CONFLICT DO UPDATE SET ${plus('value')}`,
	].map((statement) => db.prepare(statement).bind(settled_by))
}
