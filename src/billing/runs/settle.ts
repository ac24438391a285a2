import { type SQL, sql } from 'drizzle-orm'
import { grantMonthly } from '../credits/monthly-grant.ts'
import { MAX_BALANCE } from '../credits/ledger.ts'
import { ledgerEntries } from '../credits/table.ts'
import { counters } from '../dashboard/table.ts'
import type { Database } from '../../db/database.ts'
import { newId, now } from '../../db/columns.ts'
import { effectiveInteger } from '../../plans/entitlements/effective.ts'
import { emitAll } from '../../webhooks/events/emit.ts'
import { usageDays } from '../usage/table.ts'
import { runs } from './table.ts'
import { PLATFORM } from '../../identity/orgs/table.ts'

// What a run that has ended leaves behind (spec 2.12, 4.7): credits, usage, the dashboard's totals and its event. Each
// statement works on all runs that one report ended, so a hundred runs cost as many statements as one.

/** How many credits a US dollar costs, from the variable `CREDITS_PER_USD`. */
function creditsPerUsd({ CREDITS_PER_USD }: Env): number {
	const credits = Number(CREDITS_PER_USD)
	if (!(credits >= 0 && credits <= 1_000_000)) throw new Error('CREDITS_PER_USD must be a number from 0 to 1000000')
	return credits
}

interface Ended {
	run_id: string
	org_id: string
	event_id: string
}

/** The statements that settle the `ended` runs as far as `report_id` ended them. None when there are none. */
export function settle(db: Database['reader'], env: Env, report_id: string, ended: Ended[]) {
	if (ended.length === 0) return []
	// The runs that this report ended, `r`, in its order, `key`.
	const settled = sql`json_each(${JSON.stringify(ended)}) JOIN runs r ON r.run_id = value ->> 'run_id' AND r.settled_by = ${report_id}`
	return [
		grantMonthly(db, sql`SELECT r.org_id FROM ${settled} WHERE r.cost_microusd > 0`),
		charge(db, settled, creditsPerUsd(env)),
		consume(db, settled),
		addUsage(db, settled),
		addTotals(db, settled),
		emitAll(db, {
			id: sql`value ->> 'event_id'`,
			org_id: sql`r.org_id`,
			type: sql`'run.' || r.status`,
			data: eventData,
			from: settled,
		}),
		...warn(db, report_id, ended),
	]
}

// The cost multiplier of the model that ran: by the provider's name, or by the persona's selector.
const ofModel = (provider: SQL, model: SQL) =>
	sql`(SELECT m.multiplier FROM llm_providers p JOIN llm_models m ON m.provider_id = p.id
		WHERE p.org_id = r.org_id AND p.name = ${provider} AND m.model = ${model})`
const caret = sql`instr(r.persona_model, '^')`
const multiplier = sql`coalesce(${ofModel(sql`r.credential_name`, sql`r.model`)},
	${ofModel(sql`substr(r.persona_model, 1, ${caret} - 1)`, sql`substr(r.persona_model, ${caret} + 1)`)}, 1)`

// A run takes what earlier runs of its org in this report left of the balance; the rest is its shortfall. Rounded before it
// is rounded up, so that what binary fractions add is not charged.
function charge(db: Database['reader'], settled: SQL, perUsd: number) {
	const credits = sql`min(max(ceil(round(r.cost_microusd * ${perUsd} * ${multiplier} / 1000000.0, 6)), 1), ${MAX_BALANCE})`
	const each = sql`SELECT r.run_id, r.org_id, key, CAST(${credits} AS INTEGER) AS credits, a.balance
		FROM ${settled} JOIN credit_accounts a ON a.org_id = r.org_id WHERE r.cost_microusd > 0`
	const summed = sql`SELECT *, sum(credits) OVER (PARTITION BY org_id ORDER BY key) AS so_far FROM (${each})`
	return db
		.update(runs)
		.set({
			credits_used: sql`credits`,
			shortfall: sql`credits - (min(so_far, balance) - min(so_far - credits, balance))`,
		})
		.from(sql`(${summed}) AS charged`)
		.where(sql`runs.run_id = charged.run_id`)
}

function consume(db: Database['reader'], settled: SQL) {
	const taken = sql`(r.credits_used - r.shortfall)`
	return db.insert(ledgerEntries).select(
		sql`SELECT r.org_id, a.entry_count + row_number() OVER each, -${taken}, a.balance - sum(${taken}) OVER each,
			'consumption', 'run', r.run_id, NULL, NULL, ${now()}
			FROM ${settled} JOIN credit_accounts a ON a.org_id = r.org_id WHERE ${taken} > 0
			WINDOW each AS (PARTITION BY r.org_id ORDER BY key) ORDER BY r.org_id, key`,
	)
}

const plus = (names: string[]) => Object.fromEntries(names.map((name) => [name, sql.raw(`${name} + excluded.${name}`)]))

function addUsage(db: Database['reader'], settled: SQL) {
	return db
		.insert(usageDays)
		.select(
			sql`SELECT iif(scope.column1, r.org_id, ${PLATFORM}), substr(r.completed_at, 1, 10), coalesce(r.model, 'unknown'),
				sum(r.total_input_tokens), sum(r.total_output_tokens), sum(r.cost_microusd), count(*)
				FROM ${settled} CROSS JOIN (VALUES (0), (1)) AS scope GROUP BY 1, 2, 3`,
		)
		.onConflictDoUpdate({
			target: [usageDays.scope, usageDays.day, usageDays.model],
			set: plus(['input_tokens', 'output_tokens', 'cost_microusd', 'run_count']),
		})
}

function addTotals(db: Database['reader'], settled: SQL) {
	const total = (name: string, column: string) =>
		sql`SELECT ${name}, '', sum(${sql.raw(`r.${column}`)}) FROM ${settled} HAVING count(*) > 0`
	const totals = [
		total('input_tokens', 'total_input_tokens'),
		total('output_tokens', 'total_output_tokens'),
		total('cost_microusd', 'cost_microusd'),
	]
	return db
		.insert(counters)
		.select(sql`SELECT * FROM (${sql.join(totals, sql` UNION ALL `)}) WHERE true`)
		.onConflictDoUpdate({ target: [counters.name, counters.day], set: plus(['value']) })
}

// Told by the very entry that takes the balance to its threshold, or to nothing: an org gets there once in a report at most,
// since here balances only fall. The newest entries are looked through, and of those that fit the ones of this report count.
function warn(db: Database['reader'], report_id: string, ended: Ended[]) {
	const orgs = [...new Set(ended.map(({ org_id }) => org_id))]
	const each = JSON.stringify(orgs.map((org_id) => ({ org_id, low_id: newId('evt'), exhausted_id: newId('evt') })))
	const from = sql`(WITH warned AS MATERIALIZED (SELECT value ->> 'org_id' AS org_id, value ->> 'low_id' AS low_id,
			value ->> 'exhausted_id' AS exhausted_id, a.entry_count, ${effectiveInteger(sql`a.org_id`, 'credits.low_threshold')} AS threshold
			FROM json_each(${each}) JOIN credit_accounts a ON a.org_id = value ->> 'org_id')
		SELECT w.*, l.balance_after AS balance, l.balance_after - l.amount AS before, l.reference_id AS run_id
		FROM warned w CROSS JOIN ledger_entries l
		WHERE l.org_id = w.org_id AND l.seq > w.entry_count - ${ended.length} AND l.type = 'consumption')`
	const isOfReport = sql`EXISTS (SELECT 1 FROM runs r WHERE r.run_id = taken.run_id AND r.settled_by = ${report_id})`
	const taken = (condition: SQL) => sql`${from} AS taken WHERE ${condition} AND ${isOfReport}`
	return [
		emitAll(db, {
			id: sql`low_id`,
			org_id: sql`org_id`,
			type: 'credits.low',
			data: sql`json_object('org_id', org_id, 'balance', balance, 'run_id', run_id, 'threshold', threshold)`,
			from: taken(sql`balance <= threshold AND before > threshold`),
		}),
		emitAll(db, {
			id: sql`exhausted_id`,
			org_id: sql`org_id`,
			type: 'credits.exhausted',
			data: sql`json_object('org_id', org_id, 'balance', 0, 'run_id', run_id)`,
			from: taken(sql`balance = 0`),
		}),
	]
}

const eventData = sql`json_insert(json_object('run_id', r.run_id, 'org_id', r.org_id, 'thread_id', r.thread_id, 'status', r.status,
	'model', r.model, 'persona_id', r.persona_id, 'provider_kind', r.provider_kind, 'credential_name', r.credential_name,
	'persona_model', r.persona_model, 'duration_ms', r.duration_ms, 'total_input_tokens', r.total_input_tokens,
	'total_output_tokens', r.total_output_tokens, 'total_cost_usd', r.cost_microusd / 1000000.0, 'credits_used', r.credits_used,
	'created_at', r.created_at, 'completed_at', r.completed_at), '$.shortfall', r.shortfall)`
