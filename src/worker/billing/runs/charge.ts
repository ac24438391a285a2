import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Builder } from '../../ground/db/database.ts'
import { costed, larger, priceOfRan, reportedSoFar } from '../costs/costing.ts'
import { runs } from './table.ts'

// What the runs of a report cost. What a run is charged follows from all its reports, and from its hold if it has begun.

const given = (name: string) => sql.raw(`value ->> '${name}'`)

const total = (name: string) => sql.raw(`max(coalesce(r.${name}, 0), coalesce(value ->> '${name}', 0))`)

const part = (name: string) => larger(sql.raw(`r.${name}`), given(name))

/** What the newest report names, unless the beginning did. */
const named = (name: string, of = `r.${name}`) => sql.raw(`coalesce(${of}, value ->> '${name}', r.${name})`)

// A run is priced when it ends. Before, a model that a report names by its id alone is looked up for its names. A hold that version 0.2
// wrote has no price, but names the model.
const PRICE = sql`iif(value ->> 'settled_by' IS NULL AND (value ->> 'model_id' IS NULL OR value ->> 'model' IS NOT NULL), h.price, coalesce(h.price, ${priceOfRan(
	{
		org_id: given('org_id'),
		model_id: sql`coalesce(value ->> 'model_id', h.model_id)`,
		credential_name: named('credential_name', 'h.provider'),
		model: named('model', 'h.model'),
		persona_model: sql`coalesce(value ->> 'persona_model', r.persona_model)`,
	},
)}))`

/**
 * The rows of a report whose runs are `new`, or `known` to the database, each with what its run `ran` and costs by now, and with the
 * names of its hold. `hasModels` says whether any of the orgs may run a model with a price that its beginning didn't resolve.
 */
export function costedRows(rows: Placeholder, which: 'new' | 'known', hasModels: boolean, more = sql``): SQL {
	const run =
		which === 'new'
			? sql`LEFT JOIN runs r ON r.run_id = value ->> 'run_id'`
			: sql`JOIN runs r ON r.run_id = value ->> 'run_id'`
	// Materialized: otherwise SQLite would serialize `value` again for each field that is read.
	const ran = sql`(WITH given AS MATERIALIZED (SELECT value FROM json_each(${rows}))
		SELECT given.value, h.model, h.provider, h.model_key, ${hasModels ? PRICE : sql`h.price`} AS price,
			${total('total_input_tokens')} AS ran_input, ${total('total_output_tokens')} AS ran_output,
			${part('total_cache_read_tokens')} AS ran_read, ${part('total_cache_write_tokens')} AS ran_write,
			${larger(reportedSoFar('r'), given('cost_microusd'))} AS ran_reported
		FROM given ${run} LEFT JOIN holds h ON h.run_id = r.run_id ${more} ${which === 'new' ? sql`WHERE r.run_id IS NULL` : sql``})`
	return costed(ran, given)
}

const ifEnded = (ended: string, open: string) => sql.raw(`iif(value ->> 'settled_by' IS NULL, ${open}, ${ended})`)

/** What a run has in its row after a report. `known` is what `costing` said before. */
export const costColumns = (known: string) => ({
	total_input_tokens: sql`ran_input`,
	total_output_tokens: sql`ran_output`,
	total_cache_read_tokens: sql`ran_read`,
	total_cache_write_tokens: sql`ran_write`,
	cost_microusd: ifEnded('counted_microusd', 'coalesce(ran_reported, 0)'),
	other_cost_microusd: ifEnded('other_microusd', 'NULL'),
	costing: ifEnded('counted_costing', `${known} | (ran_reported IS NOT NULL)`),
	credits_used: ifEnded('counted_credits', '0'),
})

/**
 * The statement that writes what the balance doesn't cover of each run of `ended`, if anything. A run can use what earlier runs
 * of its org in this report left of the balance. `ended` names the runs `r`, in the order of `key`.
 */
export function shortfall(db: Builder, ended: SQL) {
	const summed = sql`SELECT r.run_id, a.balance, sum(r.credits_used) OVER (PARTITION BY r.org_id ORDER BY key) AS so_far
		FROM ${ended} JOIN credit_accounts a ON a.org_id = r.org_id WHERE r.credits_used > 0`
	return db
		.update(runs)
		.set({ shortfall: sql`min(credits_used, so_far - balance)` })
		.from(sql`(${summed}) AS charged`)
		.where(sql`runs.run_id = charged.run_id AND so_far > balance`)
}
