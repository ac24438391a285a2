import { and, desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { checkedInside, replayStored, requires } from '../../ground/http/access.ts'
import { bodyOrList, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { tellIgnored } from '../../ground/http/ignored.ts'
import { openPage } from '../../ground/http/page.ts'
import { idsWithin } from '../../ground/http/period.ts'
import { confirmPreference, prefers } from '../../ground/http/prefer.ts'
import { requireRuntimeOrgs } from '../../tenancy/principals/runtime-orgs.ts'
import { reportRuns } from '../runs/report.ts'
import { ReportedRuns, ReportRun } from '../runs/schema.ts'
import { acceptReports } from './accept.ts'
import { AcceptedReports, RejectedReport, RejectedReportQuery } from './schema.ts'
import { rejectedReports } from './table.ts'

export const runtimeRoutes = routes()

const REPORT = 'Report runs as they progress and end; with `Prefer: respond-async` through a queue'

runtimeRoutes.post(
	'/runs',
	checkedInside(requires('runtime.report')),
	bodyOrList(ReportRun, 100),
	returns(200, ReportedRuns, REPORT, { isAudited: false }),
	returns(202, AcceptedReports, REPORT, { isAudited: false }),
	refuses(404, 'runs.other_org', 'runs.not_queued'),
	async (c) => {
		const { org_id } = c.var.principal
		const reports = c.req.valid('json').map((report) => ({ ...report, org_id: report.org_id ?? org_id }))
		await requireRuntimeOrgs(
			c,
			reports.map((report) => report.org_id),
		)
		await replayStored(c)
		// A dry run shows what the write would do, so it doesn't stop at the queue.
		if (c.var.dry_run || !prefers(c, 'respond-async'))
			return c.json(await reportRuns(c, reports, (names) => tellIgnored(c, names)))
		confirmPreference(c, 'respond-async')
		return c.json(await acceptReports(c.env, reports), 202)
	},
)

export const rejectedReportRoutes = routes()

rejectedReportRoutes.get(
	'/',
	requires('platform.read'),
	query(RejectedReportQuery),
	returns(200, z.array(RejectedReport), "List run reports that were accepted but couldn't be written"),
	async (c) => {
		const { limit, cursor, org_id, ...period } = c.req.valid('query')
		const page = openPage(c, { limit, cursor })
		const { id, created_at } = rejectedReports
		const rows = await c.var.db
			.select()
			.from(rejectedReports)
			.where(
				and(
					org_id === undefined ? undefined : eq(rejectedReports.org_id, org_id),
					idsWithin({ ids: id, prefix: 'rej', time: created_at }, period, page),
					page.before(id),
				),
			)
			.orderBy(desc(id))
			.limit(page.limit)
		return c.json(page.close(rows, (row) => row.id))
	},
)
