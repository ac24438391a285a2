import { and, desc, eq, getTableColumns, gte } from 'drizzle-orm'
import type * as z from 'zod'
import { usd } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import type { openPage } from '../../http/page.ts'
import { timesWithin } from '../../http/period.ts'
import type { RunQuery } from './schema.ts'
import { runs } from './table.ts'

const { settled_by: _, ...columns } = getTableColumns(runs)

type Filters = Omit<z.infer<typeof RunQuery>, 'limit' | 'cursor'>

/** The query of a page of runs, newest first. `pageKeyOf` gives the key of a row. */
export function selectRuns(db: Database['reader'], filters: Filters, page: ReturnType<typeof openPage>) {
	const { org_id, status, model, since, ...period } = filters
	const { created_at, run_id } = runs
	return db
		.select(columns)
		.from(runs)
		.where(
			and(
				org_id === undefined ? undefined : eq(runs.org_id, org_id),
				status === undefined ? undefined : eq(runs.status, status),
				model === undefined ? undefined : eq(runs.model, model),
				since === undefined ? undefined : gte(created_at, since),
				timesWithin(created_at, period, page),
				page.before(created_at, run_id),
			),
		)
		.orderBy(desc(created_at), desc(run_id))
		.limit(page.limit)
}

/** The query of one run, of any org where `org_id` is undefined. */
export const selectRun = (db: Database['reader'], run_id: string, org_id?: string) =>
	db
		.select(columns)
		.from(runs)
		.where(and(eq(runs.run_id, run_id), org_id === undefined ? undefined : eq(runs.org_id, org_id)))
		.limit(1)

type Row = Awaited<ReturnType<typeof selectRun>>[number]

export const pageKeyOf = ({ created_at, run_id }: Row) => [created_at, run_id]

export const toRun = ({ cost_microusd, ...run }: Row) => ({ ...run, total_cost_usd: usd(cost_microusd) })
