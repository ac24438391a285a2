import type { D1Database } from '@cloudflare/workers-types'
import type { Runs } from './runs.ts'

const plus = (name: string) => `${name} = ${name} + excluded.${name}`

/** The statements that add the runs, and the usage of those that ended, to the existing counts by day and in total. */
export function usage(db: D1Database, runs: Runs) {
	const all = JSON.stringify(runs.map(({ run_id }) => run_id))
	const ended = JSON.stringify(runs.flatMap(({ run_id, completed_at }) => (completed_at === null ? [] : [run_id])))
	const mine = 'run_id IN (SELECT value FROM json_each(?1))'
	const columns = ['input_tokens', 'output_tokens', 'cost_microusd', 'run_count', 'failed_run_count']
	const totals = ['total_input_tokens', 'total_output_tokens', 'cost_microusd'].map(
		(column) => `SELECT '${column.replace('total_', '')}', '', sum(${column}) FROM runs WHERE ${mine}`,
	)
	const begun = `INSERT INTO counters (name, day, value) SELECT 'runs', day, count(*) FROM (
			SELECT iif(of_day.column1, substr(created_at, 1, 10), '') AS day FROM runs CROSS JOIN (VALUES (0), (1)) AS of_day WHERE ${mine})
			WHERE true GROUP BY day ON CONFLICT DO UPDATE SET ${plus('value')}`
	const sums = [
		`INSERT INTO usage_days (scope, day, model, ${columns.join(', ')}, durations)
			SELECT scope, day, model, ${columns.map((column) => `sum(${column})`).join(', ')}, json_group_object(bucket, run_count)
			FROM (SELECT iif(of_org.column1, org_id, 'platform') AS scope, substr(completed_at, 1, 10) AS day, model,
				CAST(8 * log2(max(duration_ms, 1)) AS INTEGER) AS bucket, sum(total_input_tokens) AS input_tokens,
				sum(total_output_tokens) AS output_tokens, sum(cost_microusd) AS cost_microusd, count(*) AS run_count,
				sum(status = 'failed') AS failed_run_count
				FROM runs CROSS JOIN (VALUES (0), (1)) AS of_org WHERE ${mine} GROUP BY 1, 2, 3, 4)
			WHERE true GROUP BY scope, day, model ON CONFLICT DO UPDATE SET ${columns.map(plus).join(', ')}`,
		`INSERT INTO counters SELECT * FROM (${totals.join(' UNION ALL ')}) WHERE true
			ON CONFLICT DO UPDATE SET ${plus('value')}`,
	]
	const agents = `INSERT INTO agent_days SELECT org_id, agent_id, substr(completed_at, 1, 10), count(*), sum(status = 'failed'),
			sum(cost_microusd), sum(credits_used), max(completed_at), max(iif(status = 'failed', completed_at, NULL)),
			substr(max(iif(status = 'failed', completed_at || run_id, NULL)), 25)
		FROM runs WHERE ${mine} AND agent_id IS NOT NULL GROUP BY 1, 2, 3`
	return [db.prepare(begun).bind(all), ...[...sums, agents].map((statement) => db.prepare(statement).bind(ended))]
}
