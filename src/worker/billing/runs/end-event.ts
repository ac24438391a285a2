import { getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Builder } from '../../ground/db/database.ts'
import { jsonObject } from '../../ground/db/state.ts'
import { fingerprintOf } from '../../ground/http/fingerprint.ts'
import { insertEvents, isSubscribed } from '../../webhooks/events/emit.ts'
import { COST_SOURCE, MODEL_SCOPE, PRICED_COST, REPORTED_COST } from '../costs/costing.ts'
import { runs } from './table.ts'

// The event of a run's end: `run.completed`, `run.failed` or `run.cancelled`.

// json_object takes at most 16 columns, and a run in a response has more.
const {
	settled_by: _,
	model_key: __,
	cost_microusd,
	credits_used,
	shortfall,
	created_at,
	completed_at,
	user_id,
	agent_id,
	api_key_id,
	total_cache_read_tokens,
	total_cache_write_tokens,
	other_cost_microusd: ___,
	costing: ____,
	...reported
} = getTableColumns(alias(runs, 'r'))

/** The data of the event, of a run `r`. */
export const runJson = sql`json_insert(${jsonObject(reported)}, '$.total_cost_usd', ${cost_microusd} / 1000000.0,
	'$.credits_used', ${credits_used}, '$.created_at', ${created_at}, '$.completed_at', ${completed_at}, '$.shortfall', ${shortfall},
	'$.user_id', ${user_id}, '$.agent_id', ${agent_id}, '$.api_key_id', ${api_key_id}, '$.total_cache_read_tokens', ${total_cache_read_tokens},
	'$.total_cache_write_tokens', ${total_cache_write_tokens}, '$.reported_cost_usd', ${REPORTED_COST} / 1000000.0,
	'$.priced_cost_usd', ${PRICED_COST} / 1000000.0, '$.cost_source', ${COST_SOURCE}, '$.model_scope', ${MODEL_SCOPE})`

export const typeOfEnd = sql`'run.' || r.status`

/**
 * The id of the event: the time of the report that ended the run, and a fingerprint of both. It follows from the run, so an
 * endpoint that asks for the event later gets the same one as everybody else. Nobody can choose two runs with one fingerprint,
 * because the report's id is random.
 */
export const endEventId = (settled_by: string, run_id: string) =>
	`evt_${settled_by.slice(4, 14)}${settled_by.slice(-2)}${fingerprintOf(settled_by + run_id)
		.padStart(14, '0')
		.toUpperCase()}`

/**
 * The statement that emits the events of the runs of `ended`, `r`, where an endpoint subscribes. An event for nobody would be the
 * largest part of what a run leaves behind. `event_ids` are in the order of `key`.
 */
export const insertEnds = (db: Builder, ended: SQL, event_ids: Placeholder) =>
	insertEvents(db, {
		id: sql`${event_ids} ->> key`,
		org_id: sql`r.org_id`,
		type: typeOfEnd,
		data: runJson,
		from: sql`${ended} WHERE ${isSubscribed(sql`r.org_id`, typeOfEnd)}`,
	})
