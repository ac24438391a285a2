import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { costed, knownModel, larger, priceOfRan, reportedSoFar } from '../../billing/costs/costing.ts'
import { ownerOf } from '../../billing/runs/owner.ts'

// Who the run of a call is, and what the call asks for.

/** A call that begins a run or continues it. What a call doesn't say is NULL. */
export const CALL = [
	'run_id',
	'org_id',
	'call_id',
	'user_id',
	'agent_id',
	'api_key_id',
	'model',
	'model_key',
	'provider',
	'provider_names',
	'credits',
	'tokens',
	'ttl_s',
	'is_part',
	'cost_microusd',
	'input_tokens',
	'output_tokens',
	'cache_read',
	'cache_write',
	'model_id',
	'price',
	'rules',
	'has_models',
	'is_unpriced',
] as const

export type Call = Record<(typeof CALL)[number], Placeholder>

/** The run as it's known: in the database, by its hold, or by this call alone. */
export const named = (call: Call, at: SQL) =>
	sql`SELECT asked.run_id, o.id AS org_id, coalesce(h.user_id, r.user_id, ${call.user_id}) AS user_id,
		coalesce(h.agent_id, r.agent_id, ${call.agent_id}) AS agent_id, coalesce(h.api_key_id, r.api_key_id, ${call.api_key_id}) AS api_key_id,
		coalesce(h.model, ${call.model}, r.model) AS model, coalesce(h.provider, ${call.provider}, r.credential_name) AS provider,
		CASE WHEN h.model IS NOT NULL THEN h.model_key WHEN ${call.model} IS NOT NULL THEN ${call.model_key} ELSE r.model_key END AS model_key,
		coalesce(h.provider_names, ${call.provider_names}, json_array(r.credential_name, lower(trim(r.credential_name)), r.provider_kind)) AS provider_names,
		coalesce(h.run_created_at, r.created_at, ${at}) AS run_created_at, r.status, coalesce(r.total_input_tokens, 0) AS input_tokens,
		coalesce(r.total_output_tokens, 0) AS output_tokens, r.total_cache_read_tokens AS cache_read, r.total_cache_write_tokens AS cache_write,
		coalesce(r.cost_microusd, 0) AS cost_microusd, ${reportedSoFar('r')} AS reported_microusd, r.persona_model,
		coalesce(h.price, iif(h.run_id IS NULL, ${call.price}, NULL)) AS resolved_price, ${call.model_id} AS asked_model_id, h.model_id AS held_model_id,
		${ownerOf} <> o.id AS is_other, r.settled_by IS NOT NULL OR EXISTS (SELECT 1 FROM archived_runs a WHERE a.run_id = asked.run_id) AS is_ended,
		h.run_id IS NOT NULL AS has_begun, coalesce(h.expires_at > ${at}, 0) AS is_live,
		coalesce(h.credits, 0) AS credits, coalesce(h.tokens, 0) AS tokens,
		coalesce(h.spent_credits, 0) AS spent_credits, coalesce(h.spent_tokens, 0) AS spent_tokens, h.ttl_s
	FROM (SELECT ${call.run_id} AS run_id, json_object('run_id', ${call.run_id}) AS value) AS asked JOIN orgs o ON o.id = ${call.org_id} AND o.deleted_at IS NULL
	LEFT JOIN holds h ON h.run_id = asked.run_id LEFT JOIN runs r ON r.run_id = asked.run_id`

const RAN = {
	org_id: sql`named.org_id`,
	model_id: sql`coalesce(named.asked_model_id, named.held_model_id)`,
	credential_name: sql`named.provider`,
	model: sql`named.model`,
	persona_model: sql`named.persona_model`,
}

/** The same with the price of its model: that of its beginning, or the one of now of the model that is named. */
export const known = ({ has_models }: Call) =>
	sql`SELECT *, coalesce(resolved_price, iif(${has_models}, ${priceOfRan(RAN)}, NULL)) AS price,
		asked_model_id IS NOT NULL AND ${knownModel(RAN.org_id, sql`named.asked_model_id`)} IS NULL AS is_other_model FROM named`

/**
 * What a beginning asks for: the hold, and of each unit what it needs beyond what the run already counts for, at least 1. While the
 * hold is live it's a repeat, and needs nothing.
 */
export const beginning = (call: Call): SQL =>
	sql`SELECT *, spent_credits AS new_spent_credits, spent_tokens AS new_spent_tokens, coalesce(${call.credits}, 0) AS want_credits,
		coalesce(${call.tokens}, 0) AS want_tokens, iif(is_live, 0, max(coalesce(${call.credits}, 0) - spent_credits, 1)) AS need_credits,
		iif(is_live, 0, max(coalesce(${call.tokens}, 0) - spent_tokens, 1)) AS need_tokens, NOT has_begun AS need_runs, 0 AS beyond_credits,
		0 AS beyond_tokens, has_begun OR NOT ${call.is_unpriced} AS is_fit FROM known`

/** What the run has used and reported by now. A parameter is a double, by which division would leave a fraction. */
const ran = (call: Call) => {
	const given = (name: 'input_tokens' | 'output_tokens' | 'cache_read' | 'cache_write' | 'cost_microusd') =>
		sql`CAST(${call[name]} AS INTEGER)`
	return sql`(SELECT *, max(input_tokens, ${given('input_tokens')}) AS ran_input, max(output_tokens, ${given('output_tokens')}) AS ran_output,
		${larger(sql`cache_read`, given('cache_read'))} AS ran_read, ${larger(sql`cache_write`, given('cache_write'))} AS ran_write,
		${larger(sql`reported_microusd`, given('cost_microusd'))} AS ran_reported FROM known)`
}

/**
 * What a progress asks for. What it says was spent counts in any case. It needs what it counts for more than before; once the hold
 * has lapsed at least 1, as a beginning does. `beyond` is what it has spent beyond its hold: while that's above 0 it's judged too,
 * so repeating a refused progress, which then needs no more, is refused again.
 */
export function progressing(call: Call): SQL {
	const counted = sql`SELECT *, max(want_credits, new_spent_credits) - iif(is_live, max(credits, spent_credits), spent_credits) AS more_credits,
		max(want_tokens, new_spent_tokens) - iif(is_live, max(tokens, spent_tokens), spent_tokens) AS more_tokens
	FROM (SELECT *, max(spent_credits, counted_credits) AS new_spent_credits, max(spent_tokens, ran_input + ran_output) AS new_spent_tokens,
		coalesce(${call.credits}, credits) AS want_credits, coalesce(${call.tokens}, tokens) AS want_tokens
		FROM ${costed(ran(call), (rule) => sql`(${call.rules} ->> ${sql.raw(`'${rule}'`)})`)})`
	return sql`SELECT *, iif(is_live, more_credits, max(more_credits, 1)) AS need_credits, iif(is_live, more_tokens, max(more_tokens, 1)) AS need_tokens,
		0 AS need_runs, max(new_spent_credits - credits, 0) AS beyond_credits, max(new_spent_tokens - tokens, 0) AS beyond_tokens, has_begun AS is_fit FROM (${counted})`
}
