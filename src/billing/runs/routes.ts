import { and, desc, eq, getTableColumns, gte } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import type { App } from '../../context.ts'
import { usd } from '../../db/columns.ts'
import { requires } from '../../http/access.ts'
import { bodyOrList, query, returns } from '../../http/contract.ts'
import { notFound } from '../../http/errors.ts'
import { taggedJson } from '../../http/etag.ts'
import { openPage } from '../../http/page.ts'
import { reportRuns } from './report.ts'
import { ReportedRuns, ReportRun, Run, RunQuery } from './schema.ts'
import { runs } from './table.ts'

export const runtimeRoutes = new Hono<App>()

runtimeRoutes.post(
	'/runs',
	requires('runtime.report'),
	bodyOrList(ReportRun, 100),
	returns(200, ReportedRuns, 'Report runs as they progress and end'),
	async (c) => {
		const { org_id } = c.var.principal
		const reports = c.req.valid('json').map((report) => ({ ...report, org_id: report.org_id ?? org_id }))
		return c.json(await reportRuns(c, reports))
	},
)

const { settled_by: _, ...columns } = getTableColumns(runs)

const toRun = ({ cost_microusd, ...run }: Omit<typeof runs.$inferSelect, 'settled_by'>) => ({
	...run,
	total_cost_usd: usd(cost_microusd),
})

export const runRoutes = new Hono<App>()

runRoutes.get('/', requires('platform_admin'), query(RunQuery), returns(200, z.array(Run), 'List runs'), async (c) => {
	const { org_id, status, model, since, ...paging } = c.req.valid('query')
	const page = openPage(c, paging)
	const { created_at, run_id } = runs
	const rows = await c.var.db
		.select(columns)
		.from(runs)
		.where(
			and(
				org_id === undefined ? undefined : eq(runs.org_id, org_id),
				status === undefined ? undefined : eq(runs.status, status),
				model === undefined ? undefined : eq(runs.model, model),
				since === undefined ? undefined : gte(created_at, since),
				page.before(created_at, run_id),
			),
		)
		.orderBy(desc(created_at), desc(run_id))
		.limit(page.limit)
	return c.json(page.close(rows, (row) => [row.created_at, row.run_id]).map(toRun))
})

runRoutes.get('/:run_id', requires('platform_admin'), returns(200, Run, 'Read a run'), async (c) => {
	const [run] = await c.var.db
		.select(columns)
		.from(runs)
		.where(eq(runs.run_id, c.req.param('run_id')))
		.limit(1)
	if (!run) throw notFound('Run')
	return taggedJson(c, toRun(run))
})
