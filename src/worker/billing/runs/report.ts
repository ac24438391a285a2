import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { newId } from '../../ground/db/columns.ts'
import type { Builder, Database } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { prepared, preparedAll } from '../../ground/db/prepared.ts'
import { type ApiError, conflict, notFound } from '../../ground/http/errors.ts'
import { caseless, sidesOf } from '../../ground/http/selector.ts'
import { guard } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { countRuns } from '../dashboard/totals.ts'
import { rememberSettledReferral } from '../referrals/reward.ts'
import { creditsOfKnown, lookedUpMultiplier, priced, pricedMultiplier } from './charge.ts'
import { endEventId } from './end-event.ts'
import { isTerminal, mergeReports, type Report } from './merge.ts'
import type { ReportedRuns } from './schema.ts'
import { settle } from './settle.ts'
import { runs } from './table.ts'
import { areUnheard, onCurrentTerms, type Terms, termsOf } from './terms.ts'

// Reports of runs (spec 2.12) arrive at least once and in any order. Each is an upsert by `run_id`, and the status of a run only
// moves forward. The report that ends a run also settles it, in the same batch.

/**
 * Writes reports in one batch and returns the state of each run, in the order of the reports. A repeat changes nothing.
 * Errors: 404 for an unknown or deleted org, 409 when a run belongs to another org.
 */
export async function reportRuns(c: WorkContext, reports: Report[]): Promise<z.infer<typeof ReportedRuns>> {
	const { db } = c.var
	const rows = toRows(mergeReports(reports).map((report) => ({ report, at_ms: Date.now() })))
	const run_ids = JSON.stringify(reports.map(({ run_id }) => run_id))
	const { answered } = await onCurrentTerms(async (stale) => {
		const { unheard, written } = await writeRows(c, rows, 'reported')
		return write(
			c,
			{ asKnown: asKnown(db, { keys: rows.keys, unheard }), written, answered: response(db, { run_ids }) },
			{ response: { status: 200, body: responseTo(sql`${run_ids}`) }, otherwise: () => refusal(db, reports, stale) },
		)
	})
	const reported = JSON.parse(answered[0]?.body ?? '') as z.infer<typeof ReportedRuns>
	if (!c.var.dry_run)
		for (const [index, { org_id }] of reports.entries())
			if ((reported.runs[index]?.credits_used ?? 0) > 0) rememberSettledReferral(org_id)
	return reported
}

type Rows = ReturnType<typeof toRows>

/** Turns reports of different runs into rows with one new report id. `at_ms` fills in the times that a report leaves out. */
export function toRows(taken: { report: Report; at_ms: number }[]) {
	const report_id = newId('rep')
	const rows = taken.map(({ report, at_ms }) => rowOf(report, report_id, at_ms))
	const keys = rows.map(({ run_id, org_id, created_at }) => ({ run_id, org_id, created_at }))
	return { report_id, rows, keys: JSON.stringify(keys) }
}

/**
 * The statements that write the rows and settle the runs that end, in the order of a batch. A row changes nothing if another
 * org has the run. `of` says which rows may create runs: all that are `reported`, or only those `ofKnownOrgs`. Reads the terms of
 * the orgs whose runs end, if this isolate doesn't know them. Those of them in `unheard` get no events, so the batch needs a guard
 * of `areUnheard`.
 */
export async function writeRows(c: WorkContext, { report_id, rows, keys }: Rows, of: keyof typeof writing) {
	const ended = rows.flatMap(({ run_id, org_id, settled_by }) =>
		settled_by ? [{ run_id, org_id, event_id: endEventId(settled_by, run_id) }] : [],
	)
	const terms = await termsOf(
		c,
		ended.map(({ org_id }) => org_id),
	)
	const isOpen = [...terms.values()].some(({ multipliers }) => multipliers.size > 0)
	const json = JSON.stringify(rows.map((row) => (row.settled_by ? priced(row, terms.get(row.org_id) as Terms) : row)))
	return {
		unheard: JSON.stringify([...terms].flatMap(([org_id, { has_endpoints }]) => (has_endpoints ? [] : [org_id]))),
		written: [
			...Object.values(writing[of](c.var.db, { rows: json, keys })),
			updating[isOpen ? 'open' : 'priced'](c.var.db, { rows: json }),
			...(ended.length > 0 ? settle(c, { report_id, ended, terms }) : []),
		],
	}
}

/** Turns a report into a row: the cost in whole micro-dollars, missing times filled in. */
function rowOf({ total_cost_usd, ...report }: Report, report_id: string, at_ms: number) {
	// A duration can be absurd, so the result stays between 1970 and the time of the report.
	const at = (ms: number) => new Date(Math.min(Math.max(ms, 0), at_ms)).toISOString()
	const { created_at, duration_ms } = report
	const span = created_at && report.completed_at ? Date.parse(report.completed_at) - Date.parse(created_at) : -1
	const ended = isTerminal(report.status)
	const completed_at = !ended
		? null
		: (report.completed_at ?? at(created_at && duration_ms ? Date.parse(created_at) + duration_ms : at_ms))
	return {
		...report,
		// A cost above 0 is never rounded to 0.
		cost_microusd: total_cost_usd ? Math.max(1, Math.round(total_cost_usd * 1_000_000)) : total_cost_usd,
		...modelKeys(report),
		span_ms: ended && span >= 0 ? span : null,
		settled_by: ended ? report_id : null,
		created_at: created_at ?? at(completed_at ? Date.parse(completed_at) - (duration_ms ?? 0) : at_ms),
		completed_at,
	}
}

/** The keys of the models that a report names: null for a name that is its own. */
function modelKeys({ model, persona_model }: Report) {
	const key = model ? caseless(model) : null
	const sides = persona_model ? sidesOf(persona_model) : undefined
	return { model_key: key === model ? null : key, persona_key: sides ? caseless(sides.model) : null }
}

const REPORTED = ['thread_id', 'model', 'persona_id', 'provider_kind', 'credential_name', 'persona_model'] as const
/** What was named first stays. */
const NAMED = ['user_id', 'agent_id'] as const
/** Totals, of which the largest stays. */
const COUNTED = ['total_input_tokens', 'total_output_tokens', 'cost_microusd'] as const

// The statements below read their rows from one JSON parameter, each as `value`, because D1 binds at most 100 parameters.
// Materialized: otherwise SQLite would serialize `value` again for each field that is read.
const each = (json: Placeholder) =>
	sql`(WITH given AS MATERIALIZED (SELECT value FROM json_each(${json})) SELECT value FROM given)`
const reported = (name: string) => sql.raw(`value ->> '${name}'`)

const fields = <Name extends string>(names: readonly Name[], value: (name: Name) => SQL) =>
	Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, SQL>

/** The org of the run in `value`, whether in the database or in the archive; NULL for a new run. */
export const ownerOf = sql`coalesce((SELECT r.org_id FROM runs r WHERE r.run_id = value ->> 'run_id'),
	(SELECT m.org_id FROM archived_runs a JOIN run_archives m ON m.number = a.archive_number WHERE a.run_id = value ->> 'run_id'))`

const insertNew = (db: Builder, from: SQL) =>
	insertFrom(
		db,
		runs,
		{
			...fields(
				['run_id', 'org_id', 'status', ...REPORTED, ...NAMED, 'settled_by', 'created_at', 'completed_at'],
				reported,
			),
			...fields([...COUNTED, 'credits_used'], (name) => sql`coalesce(${reported(name)}, 0)`),
			duration_ms: sql`coalesce(${reported('duration_ms')}, ${reported('span_ms')})`,
			model_key: sql`iif(${reported('model')} IS NULL, ${reported('persona_key')}, ${reported('model_key')})`,
		},
		sql`${from} WHERE true`,
	).onConflictDoNothing()

// How long the run took, in milliseconds. NULL while it runs, or if its reports' clocks disagree.
const SPAN = sql`(SELECT iif(ms >= 0, ms, NULL) FROM (SELECT CAST(round(1000 * (unixepoch(value ->> 'completed_at', 'subsec')
	- unixepoch(runs.created_at, 'subsec'))) AS INTEGER) AS ms))`

/** What the beginning of a run names, by the column of its hold. A report doesn't change it. */
const BEGUN: Record<string, string> = { model: 'h.model, ', credential_name: 'h.provider, ' }

/** A column of a known run after this report. `h` is its hold, if it has begun. */
const newest = (name: string) => sql.raw(`coalesce(${BEGUN[name] ?? ''}value ->> '${name}', runs.${name})`)

/** The key of the model that `newest` chooses. */
const MODEL_KEY = sql`CASE WHEN h.model IS NOT NULL THEN h.model_key WHEN ${reported('model')} IS NOT NULL THEN ${reported('model_key')}
	WHEN runs.model IS NOT NULL THEN runs.model_key ELSE coalesce(${reported('persona_key')}, runs.model_key) END`

/** A total of a known run after this report. Reports come late and more than once, so a smaller total is an older one. */
const largest = (name: (typeof COUNTED)[number]) => sql.raw(`max(runs.${name}, coalesce(value ->> '${name}', 0))`)

// An ended run never changes, and a running one never returns to the queue. The plus makes SQLite use the primary key: with the
// index on `status` it would read all open runs.
function updateKnown(db: Builder, rows: Placeholder, multiplier: SQL) {
	return db
		.update(runs)
		.set({
			...fields(REPORTED, newest),
			...fields(COUNTED, largest),
			...fields(NAMED, (name) => sql.raw(`coalesce(runs.${name}, value ->> '${name}')`)),
			...fields(['status', 'settled_by', 'completed_at'], reported),
			duration_ms: sql`coalesce(max(${reported('duration_ms')}, runs.duration_ms), ${reported('duration_ms')}, runs.duration_ms, ${SPAN})`,
			model_key: MODEL_KEY,
			credits_used: creditsOfKnown(largest('cost_microusd'), multiplier),
		})
		.from(sql`${each(rows)} LEFT JOIN holds h ON h.run_id = value ->> 'run_id'`)
		.where(
			sql`runs.run_id = value ->> 'run_id' AND runs.org_id = value ->> 'org_id' AND (+runs.status = 'queued' OR +runs.status = 'running' AND value ->> 'status' <> 'queued') AND ${isOrgOpen(sql.raw('runs.org_id'))}`,
		)
}

const writingFrom = (more: SQL) =>
	preparedAll(['rows', 'keys'], (db, { rows, keys }) => ({
		// Before the insert, because after it no run is new.
		count: countRuns(db, sql`${each(keys)} ${more} WHERE ${ownerOf} IS NULL`),
		insert: insertNew(db, sql`${each(rows)} ${more}`),
	}))

const writing = {
	reported: writingFrom(sql``),
	ofKnownOrgs: writingFrom(sql`JOIN orgs ON orgs.id = value ->> 'org_id' AND orgs.deleted_at IS NULL`),
}

// Few orgs have a model with a multiplier. In the others nothing has to be looked up.
const updating = {
	priced: prepared(['rows'], (db, { rows }) => updateKnown(db, rows, pricedMultiplier)),
	open: prepared(['rows'], (db, { rows }) => updateKnown(db, rows, lookedUpMultiplier(newest))),
}

const asKnown = prepared(['keys', 'unheard'], (db, { keys, unheard }) =>
	guard(
		db,
		sql`NOT EXISTS (SELECT 1 FROM ${each(keys)} LEFT JOIN orgs o ON o.id = value ->> 'org_id' WHERE o.id IS NULL OR o.deleted_at IS NOT NULL
			OR ${ownerOf} <> value ->> 'org_id') AND ${areUnheard(unheard)}`,
	),
)

/** `ReportedRuns` as JSON text. */
const responseTo = (run_ids: SQL): SQL =>
	sql`(SELECT json_object('accepted', count(*), 'runs', json_group_array(json_object('run_id', value,
		'status', coalesce(r.status, a.status), 'credits_used', coalesce(r.credits_used, a.credits_used),
		'shortfall', coalesce(r.shortfall, a.shortfall), 'duration_ms', r.duration_ms, 'total_input_tokens', r.total_input_tokens,
		'total_output_tokens', r.total_output_tokens, 'total_cost_usd', r.cost_microusd / 1000000.0) ORDER BY key))
		FROM json_each(${run_ids}) LEFT JOIN runs r ON r.run_id = value
		LEFT JOIN archived_runs a ON r.run_id IS NULL AND a.run_id = value)`

const response = prepared(['run_ids'], (db, { run_ids }) =>
	db.select({ body: sql<string>`${responseTo(run_ids.getSQL())}` }).from(sql`(SELECT 1)`),
)

/** 404 when an org is unknown or deleted, 409 when another one has the run, else `stale`. */
async function refusal(db: Database['reader'], reports: Report[], stale: ApiError) {
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
	return conflict('A run of another org already has this ID. Report the run under a different ID.', {
		reason: 'runs.other_org',
		runs: owned.map(({ index }) => ({
			path: reports.length > 1 ? `${index}.run_id` : 'run_id',
			run_id: reports[index]?.run_id,
		})),
	})
}
