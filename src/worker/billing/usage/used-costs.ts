import { type SQL, sql } from 'drizzle-orm'
import { costOf, isPriced, scopeOf, sourceOf } from '../costs/costing.ts'

const REPORTED = costOf('r', 'reported')
const HAS_TOKENS = sql`(r.total_input_tokens + r.total_output_tokens > 0)`
/** A run without tokens and without a cost says nothing about prices. */
const SAYS = sql`(${HAS_TOKENS} OR ${REPORTED} IS NOT NULL)`
const IS_OWN = sql`(${scopeOf('r')} IS 'org')`

/** Unknown of runs that ended before their costs were kept apart. */
const known = (value: SQL) => sql`iif(r.costing IS NULL, NULL, ${value})`

/** What the usage adds up of the costs of a run `r` that ended. */
export const USED_COSTS = {
	reported_cost_microusd: known(sql`coalesce(${REPORTED}, 0)`),
	priced_cost_microusd: known(sql`coalesce(${costOf('r', 'priced')}, 0)`),
	unreported_run_count: known(sql`${SAYS} AND ${REPORTED} IS NULL`),
	unpriced_run_count: known(sql`${SAYS} AND NOT ${isPriced('r')}`),
	uncounted_run_count: known(sql`${HAS_TOKENS} AND ${sourceOf('r')} IS 'none'`),
	own_run_count: known(IS_OWN),
	own_cost_microusd: known(sql`iif(${IS_OWN}, r.cost_microusd, 0)`),
}
