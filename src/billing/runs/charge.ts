import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Builder } from '../../db/database.ts'
import { literal } from '../../db/state.ts'
import { creditsPerUsd } from '../../plans/entitlements/effective.ts'
import { MAX_BALANCE } from '../credits/post.ts'
import { runs } from './table.ts'

// The multiplier of the model that ran: by the provider's name, or by the persona's selector. The org writes its models itself,
// so a multiplier makes a run dearer and never cheaper.
const multiplierOf = (provider: SQL, model: SQL) =>
	sql`(SELECT m.multiplier FROM llm_providers p JOIN llm_models m ON m.provider_id = p.id
		WHERE p.org_id = r.org_id AND p.name = ${provider} AND m.model = ${model})`
const caret = sql`instr(r.persona_model, '^')`
const multiplier = sql`max(1, coalesce(${multiplierOf(sql`r.credential_name`, sql`r.model`)},
	${multiplierOf(sql`substr(r.persona_model, 1, ${caret} - 1)`, sql`substr(r.persona_model, ${caret} + 1)`)}, 1))`

/**
 * The statement that writes what each run of `ended` costs in credits, and how much of that the balance doesn't cover. A run can
 * use what earlier runs of its org in this report left of the balance. `ended` names the runs `r`, in the order of `key`.
 */
export function charge(db: Builder, ended: SQL, per_usd: Placeholder) {
	const perUsd = creditsPerUsd(sql`r.org_id`, per_usd.getSQL(), db.now())
	// Rounded before it's rounded up, so nobody pays for the error of binary fractions.
	const credits = sql`min(max(ceil(round(r.cost_microusd * ${perUsd} * ${multiplier} / 1000000.0, 6)), 1), ${literal(MAX_BALANCE)})`
	const each = sql`SELECT r.run_id, r.org_id, key, CAST(${credits} AS INTEGER) AS credits, a.balance
		FROM ${ended} JOIN credit_accounts a ON a.org_id = r.org_id WHERE r.cost_microusd > 0`
	// Materialized, because SQLite would compute `credits` once for each use of it.
	const summed = sql`WITH each AS MATERIALIZED (${each})
		SELECT *, sum(credits) OVER (PARTITION BY org_id ORDER BY key) AS so_far FROM each`
	return db
		.update(runs)
		.set({
			credits_used: sql`credits`,
			shortfall: sql`credits - (min(so_far, balance) - min(so_far - credits, balance))`,
		})
		.from(sql`(${summed}) AS charged`)
		.where(sql`runs.run_id = charged.run_id`)
}
