import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Builder } from '../../ground/db/database.ts'
import { literal } from '../../ground/db/state.ts'
import type { EventType } from '../../webhooks/endpoints/event-names.ts'
import { insertEvents, isSubscribed } from '../../webhooks/events/emit.ts'
import { newestOf } from './post.ts'

interface Consumed {
	/** JSON: the orgs that consumed, as `org_id`, each with its `threshold` and an id for either event, `low_id` and `exhausted_id`. */
	warned: Placeholder
	/** The most entries that the consumption wrote for one org. */
	count: Placeholder
	/** Whether this consumption charged a run. Another's entry may be among the newest as well. */
	isOfReport: (run_id: SQL) => SQL
}

/**
 * The statement that emits `credits.low` and `credits.exhausted`, for the entry that took the balance to its threshold, or to 0.
 * Consumption only lowers a balance, so each happens at most once for an org.
 */
export function warn(db: Builder, { warned, count, isOfReport }: Consumed) {
	const from = sql`(WITH warned AS MATERIALIZED (SELECT value ->> 'org_id' AS org_id, value ->> 'low_id' AS low_id,
			value ->> 'exhausted_id' AS exhausted_id, a.entry_count, value ->> 'threshold' AS threshold
			FROM json_each(${warned}) JOIN credit_accounts a ON a.org_id = value ->> 'org_id')
		SELECT newest.*, l.balance_after AS balance, l.balance_after - l.amount AS before, l.reference_id AS run_id
		FROM ${newestOf(sql`warned`, count.getSQL(), 'consumption')})`
	const kinds = sql`(SELECT ${literal('credits.low' satisfies EventType)} AS type, 1 AS is_low UNION ALL SELECT ${literal('credits.exhausted' satisfies EventType)}, 0)`
	return insertEvents(db, {
		id: sql`iif(is_low, low_id, exhausted_id)`,
		org_id: sql`org_id`,
		type: sql`type`,
		data: sql`iif(is_low, json_object('org_id', org_id, 'balance', balance, 'run_id', run_id, 'threshold', threshold),
			json_object('org_id', org_id, 'balance', 0, 'run_id', run_id))`,
		from: sql`${from} AS taken CROSS JOIN ${kinds} AS kind
			WHERE iif(is_low, balance <= threshold AND before > threshold, balance = 0)
			AND ${isOfReport(sql`taken.run_id`)} AND ${isSubscribed(sql`taken.org_id`, sql`kind.type`)}`,
	})
}
