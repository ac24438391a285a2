import { type SQL, sql } from 'drizzle-orm'
import { heldBy } from '../../billing/holds/table.ts'
import type { Builder } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { effectiveInteger } from '../../plans/entitlements/effective.ts'
import { widestPause } from '../../traffic/pauses/applies.ts'
import { takenOf } from '../budgets/live.ts'
import { appliesTo, boundedIn, isOn, matchedOf, resetOf, windowOf } from '../budgets/match.ts'
import { type Call, known, named } from './asking.ts'
import { runStandings } from './table.ts'

// Where a run stands: which budgets apply, and what they and the balance have left. A batch asks once, in a row of `run_standings` that
// the other statements read, so what refuses is what the response shows.

const need = sql`CASE b.unit WHEN 'credits' THEN run.need_credits WHEN 'tokens' THEN run.need_tokens ELSE run.need_runs END`

const beyond = sql`CASE b.unit WHEN 'credits' THEN run.beyond_credits WHEN 'tokens' THEN run.beyond_tokens ELSE 0 END`

/** What the run has spent beyond its hold. It counts already, so a grant has to cover it too. */
const over = sql`CASE b.unit WHEN 'credits' THEN max(run.spent_credits - run.credits, 0) WHEN 'tokens' THEN max(run.spent_tokens - run.tokens, 0) ELSE 0 END`

/** What the run may take beyond the budget by its own grant. */
const spare = sql`coalesce((SELECT g.granted - g.beyond FROM budget_grants g WHERE g.run_id = b.run_id AND g.budget_id = b.id
		AND g.org_id = b.run_org_id AND g.subject = coalesce(b.bounded, b.run_id) AND g.window_start = b.window_start), 0)`

/** The budgets that apply to the run, each with what it has used, held and left. */
function applying(at: SQL): SQL {
	const run = matchedOf('run')
	const { used, held, raised, joined } = takenOf(
		{
			budget_id: sql`b.id`,
			org_id: sql`b.run_org_id`,
			subject: sql`b.bounded`,
			window_start: sql`b.window_start`,
			scope: sql`b.scope`,
			run_id: sql`b.run_id`,
		},
		at,
	)
	return sql`SELECT b.id AS budget_id, b.name, b.scope, coalesce(b.bounded, b.run_id) AS subject, b.unit, b.mode, b."limit", b.window_start,
			${resetOf(sql`b.window_start`)} AS resets_at, ${used} AS used, ${held} AS held, ${raised} AS raised, b.need, b.beyond, b.ran_over, ${spare} AS spare
		FROM (SELECT b.*, ${boundedIn(run)} AS bounded, ${windowOf(run.created_at)} AS window_start,
				run.run_id, run.org_id AS run_org_id, ${need} AS need, ${beyond} AS beyond, ${over} AS ran_over
			FROM run CROSS JOIN budgets b WHERE ${appliesTo(run)} AND ${isOn(at)}) AS b ${joined}`
}

/** What the tightest of the budgets that refuse has left. */
const left = (unit: 'credits' | 'tokens') =>
	sql.raw(
		`min(max("limit" + raised - used - held, -ran_over) + spare) FILTER (WHERE mode = 'enforce' AND unit = '${unit}')`,
	)

/** What the other statements of the batch read of where the run stands. */
const STANDS = [
	'user_id',
	'agent_id',
	'api_key_id',
	'model',
	'provider',
	'model_key',
	'provider_names',
	'run_created_at',
	'is_other',
	'is_ended',
	'has_begun',
	'is_live',
	'is_fit',
	'is_over',
	'is_other_model',
	'asked_model_id',
	'price',
	'pause',
	'spent_credits',
	'new_spent_credits',
	'want_credits',
	'need_credits',
	'beyond_credits',
	'credits_left',
	'spent_tokens',
	'new_spent_tokens',
	'want_tokens',
	'need_tokens',
	'beyond_tokens',
	'tokens_left',
	'overdraft',
	'available',
] as const

/** A budget that applies, as the other statements read it. */
const BUDGET = [
	'budget_id',
	'name',
	'scope',
	'subject',
	'unit',
	'mode',
	'limit',
	'window_start',
	'resets_at',
	'used',
	'held',
	'needed',
	'lacks',
	'refuses',
] as const

/** Something that an element `b` of `budgets` says of the budget. */
export const ofBudget = (name: (typeof BUDGET)[number]) => sql.raw(`b.value ->> '${name}'`)

const objectOf = (names: readonly string[]) =>
	sql.raw(`json_object(${names.map((name) => `'${name}', "${name}"`).join(', ')})`)

/** The statement that writes where the run stands. `asking` is `beginning` or `progressing`. */
export function stand(db: Builder, asking: (call: Call) => SQL, call: Call) {
	const at = sql`${db.now()}`
	const run = {
		org_id: sql`run.org_id`,
		user_id: sql`run.user_id`,
		agent_id: sql`run.agent_id`,
		model: sql`run.model`,
		model_key: sql`coalesce(run.model_key, run.model)`,
		provider_names: sql`run.provider_names`,
		api_key_id: sql`run.api_key_id`,
	}
	// SQLite plans a named query again for each place that reads it, with all that it reads. So `budget` is read once.
	const stands = sql`WITH named AS MATERIALIZED (${named(call, at)}), known AS MATERIALIZED (${known(call)}), run AS MATERIALIZED (${asking(call)}),
		budget AS MATERIALIZED (SELECT *, iif(need > 0, need, beyond) AS needed, need - ("limit" + raised - used - held) - spare AS lacks,
			(need > 0 OR beyond > 0) AND max("limit" + raised - used - held + ran_over, 0) + spare < iif(${call.is_part}, 1, need) + ran_over AS refuses FROM (${applying(at)})),
		tight AS MATERIALIZED (SELECT json_group_array(${objectOf(BUDGET)}) AS budgets, ${left('credits')} AS credits_left, ${left('tokens')} AS tokens_left,
			coalesce(max(mode = 'enforce' AND refuses), 0) AS is_over FROM budget),
		account AS MATERIALIZED (SELECT run.*, a.balance, ${effectiveInteger(sql`run.org_id`, 'credits.overdraft', at)} AS overdraft, ${heldBy('a', at)} AS held
			FROM run JOIN credit_accounts a ON a.org_id = run.org_id),
		stands AS MATERIALIZED (SELECT run.*, tight.*, ${widestPause(run, at)} AS pause,
			iif(run.overdraft < 0, NULL, run.balance + run.overdraft - run.held) AS available FROM account AS run CROSS JOIN tight)`
	return insertFrom(
		db,
		runStandings,
		{
			org_id: sql`org_id`,
			call_id: sql`${call.call_id}`,
			run_id: sql`run_id`,
			stands: sql`stands`,
			budgets: sql`budgets`,
		},
		sql`(${stands} SELECT org_id, run_id, ${objectOf(STANDS)} AS stands, budgets FROM stands) WHERE true`,
	).onConflictDoUpdate({
		target: runStandings.org_id,
		set: Object.fromEntries(
			['call_id', 'run_id', 'stands', 'budgets'].map((name) => [name, sql.raw(`excluded.${name}`)]),
		),
	})
}

/** Whether the row is that of the call. */
export const isOfCall = ({ org_id, call_id }: Pick<Call, 'org_id' | 'call_id'>) =>
	sql`run_standings.org_id = ${org_id} AND run_standings.call_id = ${call_id}`

/** Something that the row says of where the run stands. */
export const stood = (name: (typeof STANDS)[number]): SQL => sql.raw(`run_standings.stands ->> '${name}'`)

/** The budgets of the row as JSON text, the tightest first, with what they have used and hold now. */
export function budgetsNow(at: SQL): SQL {
	const { used, held, raised, joined } = takenOf(
		{
			budget_id: ofBudget('budget_id'),
			org_id: sql`run_standings.org_id`,
			subject: ofBudget('subject'),
			window_start: ofBudget('window_start'),
			scope: ofBudget('scope'),
			run_id: sql`run_standings.run_id`,
		},
		at,
	)
	return sql`(SELECT json_group_array(json_set(value, '$.used', used, '$.held', held, '$.raised', raised, '$.remaining', remaining)
			ORDER BY iif("limit" > 0, remaining * 1.0 / "limit", 0), value ->> 'budget_id')
		FROM (SELECT *, max("limit" + raised - used - held, 0) AS remaining
			FROM (SELECT b.value, b.value ->> 'limit' AS "limit", ${used} AS used, ${held} AS held, ${raised} AS raised
				FROM json_each(run_standings.budgets) AS b ${joined})))`
}

/** Whether the call is judged at all: by budgets and the balance, after everything else. */
export const isJudged = sql`(${stood('is_fit')} AND NOT coalesce(${stood('is_other')}, 0) AND NOT ${stood('is_ended')} AND ${stood('pause')} IS NULL)`

/** Whether the budgets and the balance have what the call needs. */
export const isCovered = (call: Call) =>
	sql`(NOT ${stood('is_over')} AND (${stood('available')} IS NULL OR ${stood('need_credits')} <= 0 AND ${stood('beyond_credits')} = 0
		OR ${stood('available')} >= iif(${call.is_part}, 1, ${stood('need_credits')})))`

/** What is granted of a unit: all of it, or what is left if the call takes a part. */
export function granted(call: Call, unit: 'credits' | 'tokens'): SQL {
	const [want, spent] = [stood(`want_${unit}`), stood(`spent_${unit}`)]
	const lefts = unit === 'credits' ? (['credits_left', 'available'] as const) : (['tokens_left'] as const)
	const most = lefts.map((left) => sql`coalesce(${spent} + (${stood(left)}), ${want})`)
	return sql`iif(${call.is_part}, min(${want}, ${sql.join(most, sql`, `)}), max(${want}, 0))`
}
