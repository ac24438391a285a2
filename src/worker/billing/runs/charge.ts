import { type SQL, sql } from 'drizzle-orm'
import type { Builder } from '../../ground/db/database.ts'
import { literal } from '../../ground/db/state.ts'
import { MAX_BALANCE } from '../credits/post.ts'
import { runs } from './table.ts'
import { creditsFor, multiplierOf, type Ran, type Terms } from './terms.ts'

// What a run costs in credits. The Worker computes it for a run that's new. For a run that an earlier report created, the
// database does: only there are its cost and its model, if this report doesn't name them.

interface Row extends Ran {
	cost_microusd?: number | null | undefined
}

/** A row that ends its run, with the price: `credits_used` for a new run, and for a known one what the credits follow from. */
export function priced<R extends Row>(row: R, terms: Terms) {
	const { credits_per_usd, multipliers } = terms
	const multiplier = multiplierOf(terms, row)
	const names = [row.credential_name, row.model, row.persona_model]
	const isNamed = multipliers.size === 0 || names.every((name) => name !== null && name !== undefined)
	return {
		...row,
		credits_used: creditsFor(row.cost_microusd ?? 0, credits_per_usd, multiplier),
		credits_per_usd,
		// Left open if an earlier report may have named a dearer model.
		multiplier: isNamed ? multiplier : null,
	}
}

/** The multiplier of the model that a row names, in SQL; NULL if it's left open. */
export const pricedMultiplier = sql`(value ->> 'multiplier')`

/** As in `selector.ts`: an exact name first, which an index finds, and then one that differs in case. SQLite knows the case of ASCII only. */
const multiplierIn = (provider: SQL, model: SQL) => {
	const [named, like] = ['', 'lower'].map(
		(compared) => sql`(SELECT m.multiplier FROM llm_providers p JOIN llm_models m ON m.provider_id = p.id
		WHERE p.org_id = runs.org_id AND ${sql.raw(compared)}(p.name) = ${sql.raw(compared)}(trim(${provider})) AND ${sql.raw(compared)}(m.model) = ${sql.raw(compared)}(trim(${model}))
		ORDER BY (p.name = trim(${provider})) * 2 + (m.model = trim(${model})) DESC, m.id LIMIT 1)`,
	)
	return sql`coalesce(${named}, ${like})`
}

/**
 * The multiplier of a known run. If the row leaves it open, or names another model than the beginning did, it's that of the run's
 * model by `of`, as it is now. The query names the hold `h`.
 */
export function lookedUpMultiplier(of: (column: 'credential_name' | 'model' | 'persona_model') => SQL): SQL {
	const persona = of('persona_model')
	const caret = sql`instr(${persona}, '^')`
	const isOther = sql`h.model <> value ->> 'model' OR h.provider <> value ->> 'credential_name'`
	return sql`coalesce(iif(${isOther}, NULL, ${pricedMultiplier}), max(1, coalesce(${multiplierIn(of('credential_name'), of('model'))},
		${multiplierIn(sql`substr(${persona}, 1, ${caret} - 1)`, sql`substr(${persona}, ${caret} + 1)`)}, 1)))`
}

/** The credits of a known run that the row in `value` ends, in SQL. `cost` is its cost after this report. */
export function creditsOfKnown(cost: SQL, multiplier: SQL): SQL {
	const credits = sql`min(max(ceil(round(${cost} * (value ->> 'credits_per_usd') * ${multiplier} / 1000000.0, 6)), 1), ${literal(MAX_BALANCE)})`
	return sql`iif(value ->> 'settled_by' IS NOT NULL AND ${cost} > 0, CAST(${credits} AS INTEGER), 0)`
}

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
