import { type SQL, sql } from 'drizzle-orm'
import { PLATFORM } from '../../ground/db/columns.ts'
import type { Builder } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { COST_SOURCE, HAS_PRICED_MODEL, MODEL_SCOPE, PRICED_COST, REPORTED_COST } from '../costs/costing.ts'
import { bucketOf, mergedDurations } from './durations.ts'
import { usageDays } from './table.ts'

const HAS_TOKENS = sql`(r.total_input_tokens + r.total_output_tokens > 0)`
/** A run without tokens and without a cost says nothing about prices. */
const SAYS = sql`(${HAS_TOKENS} OR ${REPORTED_COST} IS NOT NULL)`
const IS_OWN = sql`(${MODEL_SCOPE} IS 'org')`

/** Unknown of runs that ended before their costs were kept apart. */
const known = (value: SQL) => sql`iif(r.costing IS NULL, NULL, ${value})`

/** What the usage adds up of the costs of a run `r` that ended. */
const USED_COSTS = {
	reported_cost_microusd: known(sql`coalesce(${REPORTED_COST}, 0)`),
	priced_cost_microusd: known(sql`coalesce(${PRICED_COST}, 0)`),
	unreported_run_count: known(sql`${SAYS} AND ${REPORTED_COST} IS NULL`),
	unpriced_run_count: known(sql`${SAYS} AND NOT ${HAS_PRICED_MODEL}`),
	uncounted_run_count: known(sql`${HAS_TOKENS} AND ${COST_SOURCE} IS 'none'`),
	own_run_count: known(IS_OWN),
	own_cost_microusd: known(sql`iif(${IS_OWN}, r.cost_microusd, 0)`),
}

/** The model under which a run counts in the usage. `run` is the name that the query gives it. */
export const usedModel = (run: string): SQL => sql.raw(`coalesce(${run}.model, ${run}.model_key, 'unknown')`)

const COSTS = Object.entries(USED_COSTS)

/** A sum, or NULL if one of its values is unknown. */
const sumOfAll = (value: SQL) => sql`iif(count(${value}) = count(*), sum(${value}), NULL)`

/**
 * The statement that adds runs to the usage of the days on which they ended. `ended` follows FROM and names the runs `r`. A sum
 * that a row of the day lacks stays NULL there.
 */
export function addUsage(db: Builder, ended: SQL) {
	const costs = sql.join(
		COSTS.map(([name, value]) => sql`${sumOfAll(value)} AS ${sql.raw(name)}`),
		sql`, `,
	)
	// Grouped by bucket of duration first, because a histogram is made of groups. Runs without a duration are one of them. Each
	// run counts twice: for its org and for the platform.
	const byBucket = sql`(SELECT iif(of_org.column1, r.org_id, ${sql.raw(`'${PLATFORM}'`)}) AS scope, substr(r.completed_at, 1, 10) AS day,
			${usedModel('r')} AS model, ${bucketOf(sql`r.duration_ms`)} AS bucket, sum(r.total_input_tokens) AS input_tokens,
			sum(r.total_output_tokens) AS output_tokens, sum(r.cost_microusd) AS cost_microusd, count(*) AS run_count,
			sum(r.status = 'failed') AS failed_run_count, ${costs}
		FROM ${ended} CROSS JOIN (VALUES (0), (1)) AS of_org GROUP BY 1, 2, 3, 4)`
	const { scope, day, model } = usageDays
	const sums = {
		input_tokens: sql`sum(input_tokens)`,
		output_tokens: sql`sum(output_tokens)`,
		cost_microusd: sql`sum(cost_microusd)`,
		run_count: sql`sum(run_count)`,
		failed_run_count: sql`sum(failed_run_count)`,
		...(Object.fromEntries(COSTS.map(([name]) => [name, sumOfAll(sql.raw(name))])) as typeof USED_COSTS),
	}
	return insertFrom(
		db,
		usageDays,
		{
			scope: sql`scope`,
			day: sql`day`,
			model: sql`model`,
			...sums,
			durations: sql`json_group_object(bucket, run_count) FILTER (WHERE bucket IS NOT NULL)`,
		},
		sql`${byBucket} WHERE true GROUP BY scope, day, model`,
	).onConflictDoUpdate({
		target: [scope, day, model],
		set: { ...plus(Object.keys(sums)), durations: mergedDurations(sql`usage_days.durations`, sql`excluded.durations`) },
	})
}

const plus = (names: string[]) => Object.fromEntries(names.map((name) => [name, sql.raw(`${name} + excluded.${name}`)]))
