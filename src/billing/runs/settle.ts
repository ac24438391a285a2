import { getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { WorkContext } from '../../context.ts'
import { newId, now } from '../../db/columns.ts'
import type { Builder } from '../../db/database.ts'
import { insertFrom } from '../../db/insert-from.ts'
import { preparedAll } from '../../db/prepared.ts'
import { exists, jsonObject, literal } from '../../db/state.ts'
import { fingerprintOf } from '../../http/fingerprint.ts'
import { PLATFORM } from '../../identity/orgs/table.ts'
import { creditsPerUsd, defaultPerUsd, effectiveInteger } from '../../plans/entitlements/effective.ts'
import { withDeliveries } from '../../webhooks/endpoints/wake.ts'
import { insertEvents, isSubscribed } from '../../webhooks/events/emit.ts'
import type { EventType } from '../../webhooks/events/event-types.ts'
import { MAX_BALANCE, newestOf, postAll } from '../credits/ledger.ts'
import { grantMonthly } from '../credits/monthly-grant.ts'
import { counters } from '../dashboard/table.ts'
import { areDecided, rewardInviters } from '../referrals/reward.ts'
import { bucketOf, mergedDurations } from '../usage/durations.ts'
import { usageDays } from '../usage/table.ts'
import { runs } from './table.ts'

// What a run that has ended leaves behind (spec 2.12, 4.7): credits, usage, the dashboard's totals, its event and the reward
// of an inviter. Each statement works on all runs that one report ended, so a hundred runs cost as many statements as one.

interface Ended {
	run_id: string
	org_id: string
	event_id: string
}

/** The statements that settle the runs of `ended` that the report `report_id` really ended, in the order of a batch. */
export function settle({ env, var: { db } }: WorkContext, report_id: string, ended: Ended[]) {
	const orgs = [...new Set(ended.map(({ org_id }) => org_id))]
	const warned = orgs.map((org_id) => ({ org_id, low_id: newId('evt'), exhausted_id: newId('evt') }))
	const at = now()
	const values = {
		report_id,
		run_ids: JSON.stringify(ended.map(({ run_id }) => run_id)),
		event_ids: JSON.stringify(ended.map(({ event_id }) => event_id)),
		count: ended.length,
		warned: JSON.stringify(warned),
		per_usd: defaultPerUsd(env),
	}
	// After the warnings, which read the newest entries of an org.
	const statements = [
		...Object.values(settling(db, values)),
		...(areDecided(orgs) ? [] : Object.values(rewarding(db, values))),
	]
	// Two of them emit events. `write()` wakes the endpoints once, whichever statements ask for it.
	return statements.map((statement) => withDeliveries(statement, at))
}

const settling = preparedAll(['report_id', 'run_ids', 'event_ids', 'count', 'warned', 'per_usd'], (db, value) => {
	const settled = settledBy(value)
	return {
		grant: grantMonthly(db, payersOf(value)),
		charge: charge(db, settled, creditsPerUsd(sql`r.org_id`, value.per_usd.getSQL(), db.now())),
		consume: consume(db, settled),
		usage: addUsage(db, settled),
		totals: addTotals(db, settled),
		end: insertEnds(db, settled, value.event_ids),
		warn: warn(db, value),
	}
})

const rewarding = preparedAll(['report_id', 'run_ids', 'count'], (db, value) =>
	rewardInviters(db, payersOf(value), value.count.getSQL()),
)

/** The runs that this report ended, `r`, in its order, `key`. */
const settledBy = ({ run_ids, report_id }: Record<'run_ids' | 'report_id', Placeholder>) =>
	sql`json_each(${run_ids}) JOIN runs r ON r.run_id = value AND r.settled_by = ${report_id}`

/** The orgs of those that had a cost. */
const payersOf = (value: Parameters<typeof settledBy>[0]) =>
	sql`SELECT r.org_id FROM ${settledBy(value)} WHERE r.cost_microusd > 0`

// The multiplier of the model that ran: by the provider's name, or by the persona's selector. The row is the org's own, so
// it can make a run dearer and never cheaper.
const multiplierOf = (provider: SQL, model: SQL) =>
	sql`(SELECT m.multiplier FROM llm_providers p JOIN llm_models m ON m.provider_id = p.id
		WHERE p.org_id = r.org_id AND p.name = ${provider} AND m.model = ${model})`
const caret = sql`instr(r.persona_model, '^')`
const multiplier = sql`max(1, coalesce(${multiplierOf(sql`r.credential_name`, sql`r.model`)},
	${multiplierOf(sql`substr(r.persona_model, 1, ${caret} - 1)`, sql`substr(r.persona_model, ${caret} + 1)`)}, 1))`

// A run takes what earlier runs of its org in this report left of the balance. The rest is its shortfall. The cost is rounded
// before it is rounded up, so the error of binary fractions is not charged.
function charge(db: Builder, settled: SQL, perUsd: SQL) {
	const credits = sql`min(max(ceil(round(r.cost_microusd * ${perUsd} * ${multiplier} / 1000000.0, 6)), 1), ${literal(MAX_BALANCE)})`
	const each = sql`SELECT r.run_id, r.org_id, key, CAST(${credits} AS INTEGER) AS credits, a.balance
		FROM ${settled} JOIN credit_accounts a ON a.org_id = r.org_id WHERE r.cost_microusd > 0`
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

function consume(db: Builder, settled: SQL) {
	const taken = sql`(r.credits_used - r.shortfall)`
	return postAll(db, {
		from: sql`(SELECT r.org_id, a.balance, a.entry_count, r.run_id, -${taken} AS amount,
			row_number() OVER each AS place, -sum(${taken}) OVER each AS so_far
			FROM ${settled} JOIN credit_accounts a ON a.org_id = r.org_id WHERE ${taken} > 0
			WINDOW each AS (PARTITION BY r.org_id ORDER BY key) ORDER BY r.org_id, key)`,
		amount: sql`amount`,
		series: { place: sql`place`, sum: sql`so_far` },
		type: 'consumption',
		reference: { type: 'run', id: sql`run_id` },
	})
}

const plus = (names: string[]) => Object.fromEntries(names.map((name) => [name, sql.raw(`${name} + excluded.${name}`)]))

/** Adds the runs of `settled`, which names them `r`, to the usage of their days. */
export function addUsage(db: Builder, settled: SQL) {
	// By bucket of duration first: the histogram is made of the groups. Runs without a duration are a group as well.
	const byBucket = sql`(SELECT iif(of_org.column1, r.org_id, ${sql.raw(`'${PLATFORM}'`)}) AS scope, substr(r.completed_at, 1, 10) AS day,
			coalesce(r.model, 'unknown') AS model, ${bucketOf(sql`r.duration_ms`)} AS bucket, sum(r.total_input_tokens) AS input_tokens,
			sum(r.total_output_tokens) AS output_tokens, sum(r.cost_microusd) AS cost_microusd, count(*) AS run_count,
			sum(r.status = 'failed') AS failed_run_count
		FROM ${settled} CROSS JOIN (VALUES (0), (1)) AS of_org GROUP BY 1, 2, 3, 4)`
	const { scope, day, model } = usageDays
	const sums = {
		input_tokens: sql`sum(input_tokens)`,
		output_tokens: sql`sum(output_tokens)`,
		cost_microusd: sql`sum(cost_microusd)`,
		run_count: sql`sum(run_count)`,
		failed_run_count: sql`sum(failed_run_count)`,
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

function addTotals(db: Builder, settled: SQL) {
	const total = (name: string, column: string) =>
		sql`SELECT ${literal(name)} AS name, sum(${sql.raw(`r.${column}`)}) AS total FROM ${settled} HAVING count(*) > 0`
	const totals = [
		total('input_tokens', 'total_input_tokens'),
		total('output_tokens', 'total_output_tokens'),
		total('cost_microusd', 'cost_microusd'),
	]
	return insertFrom(
		db,
		counters,
		{ name: sql`name`, day: literal(''), value: sql`total` },
		sql`(${sql.join(totals, sql` UNION ALL `)}) WHERE true`,
	).onConflictDoUpdate({ target: [counters.name, counters.day], set: plus(['value']) })
}

// json_object takes 16 columns at most; a run answers with 17.
const {
	settled_by: _,
	cost_microusd,
	credits_used,
	shortfall,
	created_at,
	completed_at,
	...reported
} = getTableColumns(alias(runs, 'r'))
/** The data of the event of a run that has ended, `r`. */
export const runJson = sql`json_insert(${jsonObject(reported)}, '$.total_cost_usd', ${cost_microusd} / 1000000.0,
	'$.credits_used', ${credits_used}, '$.created_at', ${created_at}, '$.completed_at', ${completed_at}, '$.shortfall', ${shortfall})`

export const typeOfEnd = sql`'run.' || r.status`

/**
 * The id of the event of a run's end: the time of the report that ended it, and a fingerprint of both. It follows from the run,
 * so an event that an endpoint asks for later is the one that others had. The report's id is random: nobody can choose two runs
 * with one fingerprint.
 */
export const endEventId = (settled_by: string, run_id: string) =>
	`evt_${settled_by.slice(4, 14)}${settled_by.slice(-2)}${fingerprintOf(settled_by + run_id)
		.padStart(14, '0')
		.toUpperCase()}`

// An event that no endpoint gets would be the largest part of what a run leaves behind.
const insertEnds = (db: Builder, settled: SQL, event_ids: Placeholder) =>
	insertEvents(db, {
		id: sql`${event_ids} ->> key`,
		org_id: sql`r.org_id`,
		type: typeOfEnd,
		data: runJson,
		from: sql`${settled} WHERE ${isSubscribed(sql`r.org_id`, typeOfEnd)}`,
	})

// The entry that takes the balance to its threshold, or to 0, emits the event. In a report balances only fall, so an org gets
// there once at most. Of the org's newest entries only those of this report count.
function warn(db: Builder, { report_id, warned, count }: Record<'report_id' | 'warned' | 'count', Placeholder>) {
	const from = sql`(WITH warned AS MATERIALIZED (SELECT value ->> 'org_id' AS org_id, value ->> 'low_id' AS low_id,
			value ->> 'exhausted_id' AS exhausted_id, a.entry_count, ${effectiveInteger(sql`a.org_id`, 'credits.low_threshold', db.now())} AS threshold
			FROM json_each(${warned}) JOIN credit_accounts a ON a.org_id = value ->> 'org_id')
		SELECT newest.*, l.balance_after AS balance, l.balance_after - l.amount AS before, l.reference_id AS run_id
		FROM ${newestOf(sql`warned`, count.getSQL(), 'consumption')})`
	const kinds = sql`(SELECT ${literal('credits.low' satisfies EventType)} AS type, 1 AS is_low UNION ALL SELECT ${literal('credits.exhausted' satisfies EventType)}, 0)`
	const isOfReport = exists(runs, sql`runs.run_id = taken.run_id AND runs.settled_by = ${report_id}`)
	return insertEvents(db, {
		id: sql`iif(is_low, low_id, exhausted_id)`,
		org_id: sql`org_id`,
		type: sql`type`,
		data: sql`iif(is_low, json_object('org_id', org_id, 'balance', balance, 'run_id', run_id, 'threshold', threshold),
			json_object('org_id', org_id, 'balance', 0, 'run_id', run_id))`,
		from: sql`${from} AS taken CROSS JOIN ${kinds} AS kind
			WHERE iif(is_low, balance <= threshold AND before > threshold, balance = 0)
			AND ${isOfReport} AND ${isSubscribed(sql`taken.org_id`, sql`kind.type`)}`,
	})
}
