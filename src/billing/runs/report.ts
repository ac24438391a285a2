import { inArray, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { commit } from '../../write/commit.ts'
import { newId } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { conflict, invalid } from '../../http/errors.ts'
import { orgs } from '../../identity/orgs/table.ts'
import type { ReportedRuns, ReportRun } from './schema.ts'
import { settle } from './settle.ts'
import { RUN_STATUSES, runs } from './table.ts'
import { ensure } from '../../write/guards.ts'
import type { WorkContext } from '../../context.ts'

// Reports of runs (spec 2.12) come at least once and in any order. A report is an upsert by `run_id` that never moves a run
// back, and a run is settled by the one report that ends it: its usage, its credits and its event are in that batch.

export type Report = Omit<z.infer<typeof ReportRun>, 'org_id'> & { org_id: string }

const rank = (status: Report['status']) => RUN_STATUSES.indexOf(status)
const isTerminal = (status: Report['status']) => rank(status) >= rank('completed')

/**
 * Takes reports and gives what each run is now, in the order of the reports. All of it is one batch: a repeat changes nothing.
 * Errors: 400 naming an unknown org, 409 when a run is another org's.
 */
export async function reportRuns(c: WorkContext, reports: Report[]): Promise<z.infer<typeof ReportedRuns>> {
	const { db } = c.var
	const report_id = newId('rep')
	const rows = fold(reports).map((report) => rowOf(report, report_id))
	const json = JSON.stringify(rows)
	const settled = rows.flatMap(({ run_id, org_id, settled_by }) =>
		settled_by ? [{ run_id, org_id, event_id: newId('evt') }] : [],
	)
	const body = answerTo(reports)
	const results = await commit(
		c,
		[
			insertNew(db, json),
			ensure(
				c,
				sql`NOT EXISTS (SELECT 1 FROM json_each(${json}) JOIN runs r ON r.run_id = value ->> 'run_id' WHERE r.org_id <> value ->> 'org_id')`,
			),
			updateKnown(db, json),
			...settle(db, c.env, report_id, settled),
			db.select({ body: sql<string>`${body}` }).from(sql`(SELECT 1)`),
		],
		{ answer: { status: 200, body }, otherwise: () => whyNot(db, reports) },
	)
	const [{ body: text }] = results.at(-1) as unknown as [{ body: string }]
	return JSON.parse(text) as z.infer<typeof ReportedRuns>
}

/** Several reports of one run, folded into what they come to one after another. */
function fold(reports: Report[]): Report[] {
	const folded = new Map<string, Report>()
	for (const [index, report] of reports.entries()) {
		const known = folded.get(report.run_id)
		if (known && known.org_id !== report.org_id)
			throw invalid([{ path: `${index}.org_id`, message: 'Is another org than in an earlier report of this run' }])
		if (!known) folded.set(report.run_id, report)
		else if (!isTerminal(known.status) && rank(report.status) >= rank(known.status))
			folded.set(report.run_id, { ...known, ...givenOf(report) })
	}
	return [...folded.values()]
}

const givenOf = (report: Report) =>
	Object.fromEntries(Object.entries(report).filter(([, value]) => value !== null && value !== undefined)) as Report

// Neither before the epoch nor after now, whatever a duration says.
const at = (ms: number) => new Date(Math.min(Math.max(ms, 0), Date.now())).toISOString()

/** A report as a row: in whole micro-dollars, and with the times that it leaves to us. */
function rowOf({ total_cost_usd, ...report }: Report, report_id: string) {
	const { created_at, duration_ms } = report
	const ended = isTerminal(report.status)
	const completed_at = !ended
		? null
		: (report.completed_at ?? at(created_at && duration_ms ? Date.parse(created_at) + duration_ms : Date.now()))
	return {
		...report,
		// A cost that is there is never rounded to nothing.
		cost_microusd: total_cost_usd ? Math.max(1, Math.round(total_cost_usd * 1_000_000)) : total_cost_usd,
		settled_by: ended ? report_id : null,
		created_at: created_at ?? at(completed_at ? Date.parse(completed_at) - (duration_ms ?? 0) : Date.now()),
		completed_at,
	}
}

const REPORTED = [
	'thread_id',
	'model',
	'persona_id',
	'provider_kind',
	'credential_name',
	'persona_model',
	'duration_ms',
] as const
const COUNTED = ['total_input_tokens', 'total_output_tokens', 'cost_microusd'] as const

const reported = (name: string) => sql.raw(`value ->> '${name}'`)

function insertNew(db: Database['reader'], json: string) {
	const values = [
		...['run_id', 'org_id', 'thread_id', 'status', ...REPORTED.slice(1)].map(reported),
		...COUNTED.map((name) => sql`coalesce(${reported(name)}, 0)`),
		sql`0, 0`,
		...['settled_by', 'created_at', 'completed_at'].map(reported),
	]
	return db
		.insert(runs)
		.select(sql`SELECT ${sql.join(values, sql`, `)} FROM json_each(${json}) WHERE true`)
		.onConflictDoNothing()
}

// A run that has ended stays as it is, and one that runs is not queued again. The plus keeps to the primary key: by their status
// all open runs would be read.
function updateKnown(db: Database['reader'], json: string) {
	const kept = Object.fromEntries(
		[...REPORTED, ...COUNTED].map((name) => [name, sql`coalesce(${reported(name)}, ${sql.raw(`runs.${name}`)})`]),
	)
	return db
		.update(runs)
		.set({
			...kept,
			status: sql`value ->> 'status'`,
			settled_by: sql`value ->> 'settled_by'`,
			completed_at: sql`value ->> 'completed_at'`,
		})
		.from(sql`json_each(${json})`)
		.where(
			sql`runs.run_id = value ->> 'run_id' AND (+runs.status = 'queued' OR +runs.status = 'running' AND value ->> 'status' <> 'queued')`,
		)
}

/** `ReportedRuns` as JSON text. */
const answerTo = (reports: Report[]): SQL =>
	sql`(SELECT json_object('accepted', count(*), 'runs', json_group_array(json_object('run_id', r.run_id, 'status', r.status,
		'credits_used', r.credits_used, 'shortfall', r.shortfall) ORDER BY key))
		FROM json_each(${JSON.stringify(reports.map(({ run_id }) => run_id))}) JOIN runs r ON r.run_id = value)`

async function whyNot(db: Database['reader'], reports: Report[]) {
	const ids = JSON.stringify(reports.map(({ org_id }) => org_id))
	const known = await db
		.select({ id: orgs.id })
		.from(orgs)
		.where(inArray(orgs.id, sql`(SELECT value FROM json_each(${ids}))`))
	const unknown = reports.findIndex(({ org_id }) => known.every(({ id }) => id !== org_id))
	if (unknown === -1) return conflict('A run of another org has this id', { reason: 'runs.other_org' })
	const path = reports.length > 1 ? `${unknown}.org_id` : 'org_id'
	return invalid([{ path, message: 'Is not an org' }])
}
