import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { microUsd, newId } from '../../ground/db/columns.ts'
import type { Builder } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { prepared } from '../../ground/db/prepared.ts'
import { caseless, sidesOf } from '../../ground/http/selector.ts'
import { guard } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { countRuns } from '../dashboard/totals.ts'
import { rememberSettledReferral } from '../referrals/reward.ts'
import { refusal, response, responseTo } from './answer.ts'
import { costColumns, costedRows } from './charge.ts'
import { endEventId } from './end-event.ts'
import { isTerminal, mergeReports, type Report } from './merge.ts'
import { ownerOf } from './owner.ts'
import type { ReportedRuns } from './schema.ts'
import { settle } from './settle.ts'
import { runs } from './table.ts'
import { areUnheard, onCurrentTerms, rulesOf, type Terms, termsOf } from './terms.ts'

// Reports of runs (spec 2.12) arrive at least once and in any order. Each is an upsert by `run_id`, and the status of a run only
// moves forward. The report that ends a run also settles it, in the same batch.

/**
 * Writes reports in one batch and returns the state of each run, in the order of the reports. A repeat changes nothing.
 * `tell` gets the paths of the models that no org of theirs has. Errors: 404 for an unknown or deleted org, 409 when a run belongs to
 * another org.
 */
export async function reportRuns(
	c: WorkContext,
	reports: Report[],
	tell: (ignored: string[]) => void = () => undefined,
): Promise<z.infer<typeof ReportedRuns>> {
	const { db } = c.var
	const rows = toRows(mergeReports(reports).map((report) => ({ report, at_ms: Date.now() })))
	const run_ids = JSON.stringify(reports.map(({ run_id }) => run_id))
	const named = JSON.stringify(
		reports.flatMap(({ org_id, model_id }, index) =>
			model_id ? [{ org_id, model_id, path: reports.length > 1 ? `${index}.model_id` : 'model_id' }] : [],
		),
	)
	const { answered } = await onCurrentTerms(async (stale) => {
		const { unheard, written } = await writeRows(c, rows, 'reported')
		return write(
			c,
			{ asKnown: asKnown(db, { keys: rows.keys, unheard }), written, answered: response(db, { run_ids, named }) },
			{ response: { status: 200, body: responseTo(sql`${run_ids}`) }, otherwise: () => refusal(db, reports, stale) },
		)
	})
	const reported = JSON.parse(answered[0]?.body ?? '') as z.infer<typeof ReportedRuns>
	tell(JSON.parse(answered[0]?.ignored ?? '[]') as string[])
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
export async function writeRows(c: WorkContext, { report_id, rows, keys }: Rows, of: keyof typeof inserting) {
	const ended = rows.flatMap(({ run_id, org_id, settled_by }) =>
		settled_by ? [{ run_id, org_id, event_id: endEventId(settled_by, run_id) }] : [],
	)
	const terms = await termsOf(
		c,
		ended.map(({ org_id }) => org_id),
	)
	// Where nobody has models with a price, and no report names one by its id alone, nothing has to be looked up.
	const isNamed = rows.some(({ model_id, model }) => model_id && !model)
	const price = isNamed || [...terms.values()].some(({ has_models }) => has_models) ? 'looked' : 'held'
	const json = JSON.stringify(
		rows.map((row) => (row.settled_by ? { ...row, ...rulesOf(terms.get(row.org_id) as Terms) } : row)),
	)
	return {
		unheard: JSON.stringify([...terms].flatMap(([org_id, { has_endpoints }]) => (has_endpoints ? [] : [org_id]))),
		written: [
			// Before the insert, because after it no run is new.
			counting[of](c.var.db, { keys }),
			// The known ones are written first: then the insert leaves them out, and each run is written once.
			updating[price](c.var.db, { rows: json }),
			inserting[of][price](c.var.db, { rows: json }),
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
	const began_at = created_at ?? at(completed_at ? Date.parse(completed_at) - (duration_ms ?? 0) : at_ms)
	return {
		...report,
		cost_microusd: microUsd(total_cost_usd),
		...modelKeys(report),
		span_ms: ended && span >= 0 ? span : null,
		settled_by: ended ? report_id : null,
		created_at: began_at,
		completed_at: completed_at && completed_at < began_at ? began_at : completed_at,
	}
}

/** The keys of the models that a report names: null for a name that is its own. */
function modelKeys({ model, persona_model }: Report) {
	const key = model ? caseless(model) : null
	const sides = persona_model ? sidesOf(persona_model) : undefined
	return { model_key: key === model ? null : key, persona_key: sides ? caseless(sides.model) : null }
}

const REPORTED = ['thread_id', 'persona_id', 'provider_kind', 'persona_model'] as const
/** What was named first stays. */
const NAMED = ['user_id', 'agent_id'] as const
// The statements below read their rows from one JSON parameter, each as `value`, because D1 binds at most 100 parameters.
// Materialized: otherwise SQLite would serialize `value` again for each field that is read.
const each = (json: Placeholder) =>
	sql`(WITH given AS MATERIALIZED (SELECT value FROM json_each(${json})) SELECT value FROM given)`
const reported = (name: string) => sql.raw(`value ->> '${name}'`)

/** What a report says, or the model that it names by its id alone. */
const orById = (name: string, named: 'provider' | 'model') =>
	sql.raw(`coalesce(value ->> '${name}', iif(value ->> 'model_id' = price ->> 'model_id', price ->> '${named}', NULL))`)
const MODEL = orById('model', 'model')
const PROVIDER = orById('credential_name', 'provider')
/** The key of that model, as `modelKeys` makes it of names in ASCII. */
const KEY = sql`iif(${reported('model')} IS NULL, nullif(lower(trim(${MODEL})), ${MODEL}), ${reported('model_key')})`

const fields = <Name extends string>(names: readonly Name[], value: (name: Name) => SQL) =>
	Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, SQL>

const insertNew = (db: Builder, from: SQL) =>
	insertFrom(
		db,
		runs,
		{
			...fields(
				['run_id', 'org_id', 'status', ...REPORTED, ...NAMED, 'settled_by', 'created_at', 'completed_at'],
				reported,
			),
			...costColumns('0'),
			model: MODEL,
			credential_name: PROVIDER,
			duration_ms: sql`coalesce(${reported('duration_ms')}, ${reported('span_ms')})`,
			model_key: sql`iif(${MODEL} IS NULL, ${reported('persona_key')}, ${KEY})`,
		},
		sql`${from} WHERE true`,
	).onConflictDoNothing()

// How long the run took, in milliseconds. NULL while it runs, or if its reports' clocks disagree.
const SPAN = sql`(SELECT iif(ms >= 0, ms, NULL) FROM (SELECT CAST(round(1000 * (unixepoch(value ->> 'completed_at', 'subsec')
	- unixepoch(runs.created_at, 'subsec'))) AS INTEGER) AS ms))`

/** A column of a known run after this report. */
const newest = (name: string) => sql.raw(`coalesce(value ->> '${name}', runs.${name})`)

/** The key of the model of a known run. `h` is its hold, if it has begun: a report doesn't change what that names. */
const MODEL_KEY = sql`CASE WHEN h.model IS NOT NULL THEN h.model_key WHEN ${MODEL} IS NOT NULL THEN ${KEY}
	WHEN runs.model IS NOT NULL THEN runs.model_key ELSE coalesce(${reported('persona_key')}, runs.model_key) END`

// An ended run never changes, and a running one never returns to the queue. The plus makes SQLite use the primary key: with the
// index on `status` it would read all open runs.
const updateKnown = (db: Builder, costs: SQL) =>
	db
		.update(runs)
		.set({
			...fields(REPORTED, newest),
			model: sql`coalesce(h.model, ${MODEL}, runs.model)`,
			credential_name: sql`coalesce(h.provider, ${PROVIDER}, runs.credential_name)`,
			...costColumns('coalesce(runs.costing, 0)'),
			...fields(NAMED, (name) => sql.raw(`coalesce(runs.${name}, value ->> '${name}')`)),
			...fields(['status', 'settled_by'], reported),
			// A run never ends before it began: otherwise it would be old enough for the archive, and still too young.
			completed_at: sql`max(${reported('completed_at')}, runs.created_at)`,
			duration_ms: sql`coalesce(max(${reported('duration_ms')}, runs.duration_ms), ${reported('duration_ms')}, runs.duration_ms, ${SPAN})`,
			model_key: MODEL_KEY,
		})
		.from(sql`${costs} AS h`)
		.where(
			sql`runs.run_id = value ->> 'run_id' AND runs.org_id = value ->> 'org_id' AND (+runs.status = 'queued' OR +runs.status = 'running' AND value ->> 'status' <> 'queued') AND ${isOrgOpen(sql.raw('runs.org_id'))}`,
		)

const OF_KNOWN_ORGS = sql`JOIN orgs ON orgs.id = value ->> 'org_id' AND orgs.deleted_at IS NULL`

const countNew = (db: Builder, keys: Placeholder, more = sql``) =>
	countRuns(db, sql`${each(keys)} ${more} WHERE ${ownerOf} IS NULL`)

const counting = {
	reported: prepared(['keys'], (db, { keys }) => countNew(db, keys)),
	ofKnownOrgs: prepared(['keys'], (db, { keys }) => countNew(db, keys, OF_KNOWN_ORGS)),
}

const updating = {
	held: prepared(['rows'], (db, { rows }) => updateKnown(db, costedRows(rows, 'known', false))),
	looked: prepared(['rows'], (db, { rows }) => updateKnown(db, costedRows(rows, 'known', true))),
}

const inserting = {
	reported: {
		held: prepared(['rows'], (db, { rows }) => insertNew(db, costedRows(rows, 'new', false))),
		looked: prepared(['rows'], (db, { rows }) => insertNew(db, costedRows(rows, 'new', true))),
	},
	ofKnownOrgs: {
		held: prepared(['rows'], (db, { rows }) => insertNew(db, costedRows(rows, 'new', false, OF_KNOWN_ORGS))),
		looked: prepared(['rows'], (db, { rows }) => insertNew(db, costedRows(rows, 'new', true, OF_KNOWN_ORGS))),
	},
}

const asKnown = prepared(['keys', 'unheard'], (db, { keys, unheard }) =>
	guard(
		db,
		sql`NOT EXISTS (SELECT 1 FROM ${each(keys)} LEFT JOIN orgs o ON o.id = value ->> 'org_id' WHERE o.id IS NULL OR o.deleted_at IS NOT NULL
			OR ${ownerOf} <> value ->> 'org_id') AND ${areUnheard(unheard)}`,
	),
)
