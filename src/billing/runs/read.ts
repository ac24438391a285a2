import { and, desc, eq, getTableColumns, gte, or, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { usd } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import type { openPage } from '../../http/page.ts'
import { timesWithin } from '../../http/period.ts'
import type { RunQuery } from './schema.ts'
import { runs } from './table.ts'

const { settled_by: _, ...columns } = getTableColumns(runs)

type Filters = Omit<z.infer<typeof RunQuery>, 'limit' | 'cursor'>

/**
 * How many runs a page under `status` or `model` looks at. No index has these filters, since each one would make every report
 * write one more row. So a page of rare runs is short, and its cursor says where the next page goes on.
 */
export const WALKED = 2_000

type Page = ReturnType<typeof openPage>

/** The query of a page of runs, newest first. `pageOf` makes the page of its rows. */
export function selectRuns(db: Database['reader'], { org_id, status, model, since, ...period }: Filters, page: Page) {
	const { created_at, run_id } = runs
	const newestFirst = [desc(created_at), desc(run_id)] as const
	const inOrder = and(
		org_id === undefined ? undefined : eq(runs.org_id, org_id),
		since === undefined ? undefined : gte(created_at, since),
		timesWithin(created_at, period, page),
		page.before(created_at, run_id),
	)
	if (status === undefined && model === undefined)
		return db
			.select({ ...columns, place: sql<number>`0`.as('place') })
			.from(runs)
			.where(inOrder)
			.orderBy(...newestFirst)
			.limit(page.limit)
	// SQLite reads the subquery row by row, in its order, and stops when the page is full. The last run that it may look at
	// is among its rows, whatever it is: the list goes on there.
	const walked = db
		.select({ ...columns, place: sql<number>`row_number() OVER (ORDER BY created_at DESC, run_id DESC)`.as('place') })
		.from(runs)
		.where(inOrder)
		.orderBy(...newestFirst)
		.limit(WALKED)
		.as('walked')
	const passing = and(
		status === undefined ? undefined : eq(walked.status, status),
		model === undefined ? undefined : eq(walked.model, model),
	)
	return db
		.select()
		.from(walked)
		.where(or(passing, eq(walked.place, WALKED)))
		.limit(page.limit)
}

/** The page of the rows that `selectRuns` gave. */
export function pageOf(rows: Awaited<ReturnType<typeof selectRuns>>, { status, model }: Filters, page: Page) {
	const last = rows.find(({ place }) => place === WALKED)
	const passes = (row: Row) =>
		(status === undefined || row.status === status) && (model === undefined || row.model === model)
	return page
		.close(
			rows.filter(passes).map(({ place: _place, ...row }) => row),
			keyOf,
			last && keyOf(last),
		)
		.map(toRun)
}

/** The query of one run, of any org where `org_id` is undefined. */
export const selectRun = (db: Database['reader'], run_id: string, org_id?: string) =>
	db
		.select(columns)
		.from(runs)
		.where(and(eq(runs.run_id, run_id), org_id === undefined ? undefined : eq(runs.org_id, org_id)))
		.limit(1)

type Row = Awaited<ReturnType<typeof selectRun>>[number]

const keyOf = ({ created_at, run_id }: Row) => [created_at, run_id]

export const toRun = ({ cost_microusd, ...run }: Row) => ({ ...run, total_cost_usd: usd(cost_microusd) })
