import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { larger, layerOf, reportedSoFar } from '../../billing/costs/costing.ts'
import { countRuns } from '../../billing/dashboard/totals.ts'
import { heldBy, holds } from '../../billing/holds/table.ts'
import { runs } from '../../billing/runs/table.ts'
import type { Builder } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { preparedAll } from '../../ground/db/prepared.ts'
import { literal } from '../../ground/db/state.ts'
import { budgetRefusals } from '../budgets/refusals.ts'
import { beginning, CALL, type Call, progressing } from './asking.ts'
import { budgetsNow, granted, isCovered, isJudged, isOfCall, ofBudget, stand, stood } from './standing.ts'
import { runStandings } from './table.ts'

// The statements of a call that begins a run or continues it, in the order of their batch. A refusal doesn't break the batch: the hold
// is the decision, and whatever depends on it asks whether this call changed it.

/** How many lapsed holds of the org a call clears up. */
const CLEARED = 100

/** Corrects the sums for holds that have lapsed. No number that anybody sees changes. */
const clearUp = (db: Builder, { org_id }: Call) =>
	db
		.update(holds)
		.set({ expires_at: sql`NULL`, touched_at: db.now() })
		.where(
			sql`${holds.run_id} IN (SELECT h.run_id FROM holds h WHERE h.org_id = ${org_id} AND h.expires_at <= ${db.now()} ORDER BY h.expires_at LIMIT ${literal(CLEARED)})`,
		)

const lapse = (at: SQL, ttl: SQL) => sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${at}, '+' || ${ttl} || ' seconds')`

/** Counts the call in the budgets that refuse it, or would if they didn't only observe. It precedes the hold, which would change them. */
const countRefusals = (db: Builder, call: Call) =>
	insertFrom(
		db,
		budgetRefusals,
		{
			budget_id: ofBudget('budget_id'),
			scope: ofBudget('scope'),
			org_id: sql`run_standings.org_id`,
			subject: ofBudget('subject'),
			window_start: ofBudget('window_start'),
			used: ofBudget('used'),
			held: ofBudget('held'),
			at: sql`${db.now()}`,
		},
		sql`run_standings CROSS JOIN json_each(run_standings.budgets) AS b WHERE ${isOfCall(call)} AND ${isJudged} AND ${ofBudget('refuses')}`,
	)

/** The row that the response is made from: where the run stood when it was judged, and how it, its hold and the budgets are now. */
function answer(db: Builder, call: Call) {
	const at = sql`${db.now()}`
	const hold =
		sql.raw(`(SELECT json_object('begun_by', h.begun_by, 'call_id', h.call_id, 'credits', h.credits, 'tokens', h.tokens, 'expires_at', h.expires_at,
		'spent_credits', h.spent_credits, 'spent_tokens', h.spent_tokens) FROM holds h WHERE h.run_id = run_standings.run_id)`)
	const run = sql`(SELECT json_object('status', r.status, 'input_tokens', r.total_input_tokens, 'output_tokens', r.total_output_tokens,
		'cache_read', r.total_cache_read_tokens, 'cache_write', r.total_cache_write_tokens, 'cost_microusd', r.cost_microusd,
		'balance', a.balance, 'held', ${heldBy('a', at)}) FROM credit_accounts a LEFT JOIN runs r ON r.run_id = run_standings.run_id WHERE a.org_id = run_standings.org_id)`
	return db
		.select({
			stands: runStandings.stands,
			run: sql<string>`${run}`.as('run'),
			hold: sql<string | null>`${hold}`.as('hold'),
			budgets: sql<string>`${budgetsNow(at)}`.as('now'),
		})
		.from(runStandings)
		.where(isOfCall(call))
}

/** What was named first stays. */
const first = (name: string) => sql.raw(`coalesce(runs.${name}, excluded.${name})`)

/** What a hold becomes: what was asked for, or what it was. A granted one is never less than what was spent. */
function raised(unit: 'credits' | 'tokens'): SQL {
	const [want, spent, was] = [stood(`want_${unit}`), stood(`new_spent_${unit}`), sql.raw(`holds.${unit}`)]
	return sql`iif(is_granted, max(${want}, (${spent}) * (${want} > 0)), ${was})`
}

/** A total of a run never falls. */
const total = (name: string, given: SQL | Placeholder) => sql`max(${sql.raw(`runs.${name}`)}, coalesce(${given}, 0))`

/** A part of a total, which may be NULL. */
const part = (name: string, given: Placeholder) => larger(sql.raw(`runs.${name}`), sql`${given}`)

/** The statements of a beginning. */
export const begin = preparedAll([...CALL, 'run'], (db, { run: named, ...call }) => {
	const at = sql`${db.now()}`
	const given = (name: string) => sql`${named} ->> ${sql.raw(`'${name}'`)}`
	const begun = sql`(SELECT h.*, json_object('created_at', h.run_created_at) AS value FROM holds h WHERE h.run_id = ${call.run_id} AND h.call_id = ${call.call_id})`
	return {
		cleared: clearUp(db, call),
		stands: stand(db, beginning, call),
		refused: countRefusals(db, call),
		hold: insertFrom(
			db,
			holds,
			{
				run_id: sql`run_standings.run_id`,
				org_id: sql`run_standings.org_id`,
				user_id: stood('user_id'),
				agent_id: stood('agent_id'),
				api_key_id: stood('api_key_id'),
				model: stood('model'),
				provider: stood('provider'),
				model_key: stood('model_key'),
				provider_names: stood('provider_names'),
				price: sql`${call.price}`,
				run_created_at: stood('run_created_at'),
				credits: granted(call, 'credits'),
				tokens: granted(call, 'tokens'),
				ttl_s: sql`${call.ttl_s}`,
				expires_at: lapse(at, sql`${call.ttl_s}`),
				begun_by: sql`${call.call_id}`,
				call_id: sql`${call.call_id}`,
				touched_at: at,
			},
			sql`run_standings WHERE ${isOfCall(call)} AND ${isJudged} AND NOT ${stood('is_live')} AND ${isCovered(call)}`,
		).onConflictDoUpdate({
			target: holds.run_id,
			set: Object.fromEntries(
				['credits', 'tokens', 'ttl_s', 'expires_at', 'call_id', 'touched_at'].map((name) => [
					name,
					sql.raw(`excluded.${name}`),
				]),
			),
		}),
		counted: countRuns(db, sql`${begun} AS h WHERE NOT EXISTS (SELECT 1 FROM runs r WHERE r.run_id = h.run_id)`),
		run: insertFrom(
			db,
			runs,
			{
				run_id: sql`h.run_id`,
				org_id: sql`h.org_id`,
				thread_id: given('thread_id'),
				status: sql`'running'`,
				model: sql`h.model`,
				model_key: sql`h.model_key`,
				persona_id: given('persona_id'),
				provider_kind: given('provider_kind'),
				credential_name: sql`h.provider`,
				persona_model: given('persona_model'),
				created_at: sql`h.run_created_at`,
				user_id: sql`h.user_id`,
				agent_id: sql`h.agent_id`,
				api_key_id: sql`h.api_key_id`,
				costing: layerOf(sql`h.price`),
			},
			sql`${begun} AS h WHERE true`,
		).onConflictDoUpdate({
			target: runs.run_id,
			set: {
				status: sql`'running'`,
				...Object.fromEntries(
					['thread_id', 'persona_id', 'provider_kind', 'persona_model', 'user_id', 'agent_id', 'api_key_id'].map(
						(name) => [name, first(name)],
					),
				),
				model: sql.raw('coalesce(excluded.model, runs.model)'),
				model_key: sql.raw('iif(excluded.model IS NULL, runs.model_key, excluded.model_key)'),
				credential_name: sql.raw('coalesce(excluded.credential_name, runs.credential_name)'),
				costing: sql`(${reportedSoFar('runs')} IS NOT NULL) | excluded.costing`,
			},
			setWhere: sql.raw(`runs.status = 'queued' OR runs.api_key_id IS NOT coalesce(runs.api_key_id, excluded.api_key_id)
				OR runs.user_id IS NOT coalesce(runs.user_id, excluded.user_id) OR runs.agent_id IS NOT coalesce(runs.agent_id, excluded.agent_id)
				OR runs.model IS NOT coalesce(excluded.model, runs.model) OR runs.credential_name IS NOT coalesce(excluded.credential_name, runs.credential_name)`),
		}),
		answer: answer(db, call),
	}
})

/** The statements of a progress. What it says was spent is kept, refused or not. */
export const continueRun = preparedAll(CALL, (db, call) => {
	const { input_tokens, output_tokens } = call
	const at = sql`${db.now()}`
	const judged = sql`(SELECT *, ${isJudged} AND ${isCovered(call)} AS is_granted FROM run_standings WHERE ${isOfCall(call)}) AS run_standings`
	return {
		cleared: clearUp(db, call),
		stands: stand(db, progressing, call),
		refused: countRefusals(db, call),
		hold: db
			.update(holds)
			.set({
				spent_credits: stood('new_spent_credits'),
				spent_tokens: stood('new_spent_tokens'),
				credits: raised('credits'),
				tokens: raised('tokens'),
				ttl_s: sql`iif(is_granted, coalesce(${call.ttl_s}, holds.ttl_s), holds.ttl_s)`,
				expires_at: sql`iif(is_granted, ${lapse(at, sql`coalesce(${call.ttl_s}, holds.ttl_s)`)}, holds.expires_at)`,
				call_id: sql`iif(is_granted, ${call.call_id}, holds.call_id)`,
				touched_at: at,
				model_id: sql`coalesce(iif(${stood('is_other_model')}, NULL, ${stood('asked_model_id')}), holds.model_id)`,
			})
			.from(judged)
			.where(
				sql`holds.run_id = run_standings.run_id AND NOT coalesce(${stood('is_other')}, 0) AND NOT ${stood('is_ended')}`,
			),
		run: db
			.update(runs)
			.set({
				status: sql`'running'`,
				total_input_tokens: total('total_input_tokens', input_tokens),
				total_output_tokens: total('total_output_tokens', output_tokens),
				total_cache_read_tokens: part('total_cache_read_tokens', call.cache_read),
				total_cache_write_tokens: part('total_cache_write_tokens', call.cache_write),
				cost_microusd: total('cost_microusd', call.cost_microusd),
				costing: sql`coalesce(runs.costing, runs.cost_microusd > 0) | (${call.cost_microusd} IS NOT NULL)`,
			})
			.where(
				sql`runs.run_id = ${call.run_id} AND runs.org_id = ${call.org_id} AND runs.settled_by IS NULL AND EXISTS (SELECT 1 FROM run_standings JOIN holds h ON h.run_id = run_standings.run_id WHERE ${isOfCall(call)})
						AND (runs.status = 'queued' OR runs.total_input_tokens < ${input_tokens} OR runs.total_output_tokens < ${output_tokens} OR runs.cost_microusd < ${call.cost_microusd}
						OR ${call.cost_microusd} IS NOT NULL AND ${reportedSoFar('runs')} IS NULL OR coalesce(runs.total_cache_read_tokens, -1) < ${call.cache_read}
						OR coalesce(runs.total_cache_write_tokens, -1) < ${call.cache_write})`,
			),
		answer: answer(db, call),
	}
})
