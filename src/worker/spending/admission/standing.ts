import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { costed, knownModel, larger, priceOfRan, reportedSoFar } from '../../billing/costs/costing.ts'
import { heldBy } from '../../billing/holds/held.ts'
import { ownerOf } from '../../billing/runs/owner.ts'
import { effectiveInteger } from '../../plans/entitlements/effective.ts'
import { widestPause } from '../../traffic/pauses/applies.ts'
import { heldOf, takenBy } from '../budgets/live.ts'
import { appliesTo, boundedIn, isOn, matchedOf, resetOf, windowOf } from '../budgets/match.ts'

// Where a run stands: who it is, what it asks for, which budgets apply, and what they and the balance have left. Every statement of a
// batch that asks evaluates the same expressions, so what refuses is what the response shows.

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
const named = (call: Call, at: SQL) =>
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
const known = ({ has_models }: Call) =>
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

const need = sql`CASE b.unit WHEN 'credits' THEN run.need_credits WHEN 'tokens' THEN run.need_tokens ELSE run.need_runs END`

const beyond = sql`CASE b.unit WHEN 'credits' THEN run.beyond_credits WHEN 'tokens' THEN run.beyond_tokens ELSE 0 END`

/** A column of the state of the budget `b` for the run, NULL if there is none yet. */
const ofState = (column: 'used' | 'held') =>
	sql.raw(
		`(SELECT s.${column} FROM budget_states s WHERE s.budget_id = b.id AND s.org_id = run.org_id AND s.window_start = b.window_start AND s.subject = b.bounded)`,
	)

/** The budgets that apply to the run, each with what it has used, held and left. */
function applying(at: SQL): SQL {
	const run = matchedOf('run')
	const bounded = boundedIn('b', run)
	const starts = windowOf('b', run.created_at)
	const state = {
		budget_id: sql`b.id`,
		org_id: sql`run.org_id`,
		subject: sql`b.bounded`,
		window_start: sql`b.window_start`,
	}
	const held = heldOf({ ...state, held: ofState('held') }, at)
	const own = sql`(SELECT ${takenBy('own', at)} FROM budget_holds own WHERE own.budget_id = b.id AND own.run_id = run.run_id)`
	return sql`SELECT b.id AS budget_id, b.name, b.scope, coalesce(b.bounded, run.run_id) AS subject, b.unit, b.mode, b."limit", b.window_start,
			${resetOf('b', sql`b.window_start`)} AS resets_at, coalesce(${ofState('used')}, 0) AS used,
			iif(b.scope = 'run', coalesce(${own}, 0), ${held}) AS held,
			${need} AS need, ${beyond} AS beyond
		FROM run CROSS JOIN (SELECT b.*, ${bounded} AS bounded, ${starts} AS window_start FROM run CROSS JOIN budgets b
			WHERE ${appliesTo('b', run)} AND ${isOn('b', at)}) AS b`
}

/** What the tightest of the budgets that refuse has left. */
const left = (unit: 'credits' | 'tokens') =>
	sql.raw(`(SELECT min("limit" - used - held) FROM budget WHERE mode = 'enforce' AND unit = '${unit}')`)

/** The row that says whether the call may have what it asks for. `asking` is `beginning` or `progressing`. */
export function standing(asking: (call: Call) => SQL, call: Call, at: SQL): SQL {
	const run = {
		org_id: sql`run.org_id`,
		user_id: sql`run.user_id`,
		agent_id: sql`run.agent_id`,
		model: sql`run.model`,
		model_key: sql`coalesce(run.model_key, run.model)`,
		provider_names: sql`run.provider_names`,
		api_key_id: sql`run.api_key_id`,
	}
	return sql`WITH named AS MATERIALIZED (${named(call, at)}), known AS MATERIALIZED (${known(call)}), run AS MATERIALIZED (${asking(call)}),
		budget AS MATERIALIZED (SELECT *, (need > 0 OR beyond > 0) AND "limit" - used - held < iif(${call.is_part}, 1, need) AS refuses FROM (${applying(at)})),
		account AS MATERIALIZED (SELECT a.balance, ${effectiveInteger(sql`run.org_id`, 'credits.overdraft', at)} AS overdraft, ${heldBy('a', at)} AS held
			FROM run JOIN credit_accounts a ON a.org_id = run.org_id),
		stands AS MATERIALIZED (SELECT run.*, account.balance, account.overdraft, account.held, ${widestPause(run, at)} AS pause,
			iif(account.overdraft < 0, NULL, account.balance + account.overdraft - account.held) AS available,
			${left('credits')} AS credits_left, ${left('tokens')} AS tokens_left, EXISTS (SELECT 1 FROM budget WHERE mode = 'enforce' AND refuses) AS is_over
			FROM run CROSS JOIN account)`
}

/** Whether the call is judged at all: by budgets and the balance, after everything else. `stands` is in the query. */
export const isJudged = sql`stands.is_fit AND NOT coalesce(stands.is_other, 0) AND NOT stands.is_ended AND stands.pause IS NULL`

/** Whether the balance has what the call needs. */
export const isCovered = (call: Call) =>
	sql`(stands.available IS NULL OR stands.need_credits <= 0 AND stands.beyond_credits = 0 OR stands.available >= iif(${call.is_part}, 1, stands.need_credits))`

/** What is granted of a unit: all of it, or what is left if the call takes a part. */
export const granted = (call: Call, unit: 'credits' | 'tokens'): SQL => {
	const { raw } = sql
	const lefts = unit === 'credits' ? ['credits_left', 'available'] : ['tokens_left']
	const most = lefts.map((left) => `coalesce(stands.spent_${unit} + stands.${left}, stands.want_${unit})`).join(', ')
	return sql`iif(${call.is_part}, min(${raw(`stands.want_${unit}, ${most}`)}), max(${raw(`stands.want_${unit}, 0`)}))`
}
