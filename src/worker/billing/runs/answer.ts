import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'
import { prepared } from '../../ground/db/prepared.ts'
import { type ApiError, conflict, notFound } from '../../ground/http/errors.ts'
import { COST_SOURCE, knownModel } from '../costs/costing.ts'
import type { Report } from './merge.ts'
import { ownerOf } from './owner.ts'

// What a report is answered.

/** `ReportedRuns` as JSON text. */
export const responseTo = (run_ids: SQL): SQL =>
	sql`(SELECT json_object('accepted', count(*), 'runs', json_group_array(json_object('run_id', value,
		'status', coalesce(r.status, a.status), 'credits_used', coalesce(r.credits_used, a.credits_used),
		'shortfall', coalesce(r.shortfall, a.shortfall), 'duration_ms', r.duration_ms, 'total_input_tokens', r.total_input_tokens,
		'total_output_tokens', r.total_output_tokens, 'total_cache_read_tokens', r.total_cache_read_tokens,
		'total_cache_write_tokens', r.total_cache_write_tokens, 'total_cost_usd', r.cost_microusd / 1000000.0,
		'cost_source', ${COST_SOURCE}) ORDER BY key))
		FROM json_each(${run_ids}) LEFT JOIN runs r ON r.run_id = value
		LEFT JOIN archived_runs a ON r.run_id IS NULL AND a.run_id = value)`

const isUnknown = sql`${knownModel(sql.raw("n.value ->> 'org_id'"), sql.raw("n.value ->> 'model_id'"))} IS NULL`

export const response = prepared(['run_ids', 'named'], (db, { run_ids, named }) =>
	db
		.select({
			body: sql<string>`${responseTo(run_ids.getSQL())}`,
			ignored: sql<string>`(SELECT json_group_array(n.value ->> 'path') FROM json_each(${named}) AS n WHERE ${isUnknown})`,
		})
		.from(sql`(SELECT 1)`),
)

/** 404 when an org is unknown or deleted, 409 when another one has the run, else `stale`. */
export async function refusal(db: Database['reader'], reports: Report[], stale: ApiError) {
	const given = JSON.stringify(reports.map(({ run_id, org_id }) => ({ run_id, org_id })))
	const [missing, owned] = await db.batch([
		db
			.select({ index: sql<number>`key`.as('index') })
			.from(
				sql`json_each(${given}) WHERE NOT EXISTS (SELECT 1 FROM orgs o WHERE o.id = value ->> 'org_id' AND o.deleted_at IS NULL) LIMIT 1`,
			),
		db
			.select({ index: sql<number>`key`.as('index') })
			.from(sql`json_each(${given})`)
			.where(sql`${ownerOf} <> value ->> 'org_id'`),
	])
	if (missing.length > 0) return notFound('Org')
	if (owned.length === 0) return stale
	return conflict('runs.other_org', {
		runs: owned.map(({ index }) => ({
			path: reports.length > 1 ? `${index}.run_id` : 'run_id',
			run_id: reports[index]?.run_id,
		})),
	})
}
