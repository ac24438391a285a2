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

/** Where the runs of further models count. Bills have lines that are called other. */
export const OTHER = '(other)'

/** How many models an org has on a day. */
const MODELS = 100

/**
 * The model under which a group `n` of an org's runs counts: its own while the org has room for it, or if the platform has a model of
 * exactly this name. An org that makes up models fills neither its usage nor the platform's.
 */
const NAME =
	sql.raw(`CASE WHEN EXISTS (SELECT 1 FROM usage_days u WHERE u.scope = n.org_id AND u.day = n.day AND u.model = n.model)
	OR NOT EXISTS (SELECT 1 FROM usage_days u WHERE u.scope = n.org_id AND u.day = n.day LIMIT 1 OFFSET ${MODELS - 1})
	OR EXISTS (SELECT 1 FROM llm_providers p JOIN llm_models m ON m.provider_id = p.id WHERE p.org_id = '${PLATFORM}' AND m.model = n.model)
	THEN n.model ELSE '${OTHER}' END`)

/** A sum, or NULL if one of its values is unknown. */
const sumOfAll = (value: SQL) => sql`iif(count(${value}) = count(*), sum(${value}), NULL)`

const listed = (values: Record<string, SQL>) =>
	sql.join(
		Object.entries(values).map(([name, value]) => sql`${value} AS ${sql.raw(name)}`),
		sql`, `,
	)

/**
 * The statement that adds runs to the usage of the days on which they ended. `ended` follows FROM and names the runs `r`. A sum
 * that a row of the day lacks stays NULL there.
 */
export function addUsage(db: Builder, ended: SQL) {
	const sums = {
		input_tokens: sql`sum(input_tokens)`,
		output_tokens: sql`sum(output_tokens)`,
		cost_microusd: sql`sum(cost_microusd)`,
		run_count: sql`sum(run_count)`,
		failed_run_count: sql`sum(failed_run_count)`,
		...(Object.fromEntries(COSTS.map(([name]) => [name, sumOfAll(sql.raw(name))])) as typeof USED_COSTS),
	}
	// Grouped by bucket of duration first, because a histogram is made of groups. Runs without a duration are one of them. Then each
	// counts twice: for its org and for the platform, under a name that is chosen once for a group of runs.
	const byOrg = sql`(SELECT r.org_id, substr(r.completed_at, 1, 10) AS day, ${usedModel('r')} AS model,
			${bucketOf(sql`r.duration_ms`)} AS bucket, sum(r.total_input_tokens) AS input_tokens, sum(r.total_output_tokens) AS output_tokens,
			sum(r.cost_microusd) AS cost_microusd, count(*) AS run_count, sum(r.status = 'failed') AS failed_run_count,
			${listed(Object.fromEntries(COSTS.map(([name, value]) => [name, sumOfAll(value)])))}
		FROM ${ended} GROUP BY 1, 2, 3, 4) n`
	const byBucket = sql`(SELECT iif(of_org.column1, n.org_id, ${sql.raw(`'${PLATFORM}'`)}) AS scope, day, ${NAME} AS model, bucket, ${listed(sums)}
		FROM ${byOrg} CROSS JOIN (VALUES (0), (1)) AS of_org GROUP BY 1, 2, 3, 4)`
	const { scope, day, model } = usageDays
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
