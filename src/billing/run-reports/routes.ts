import { and, desc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import type { App } from '../../context.ts'
import { requires } from '../../http/access.ts'
import { query, returns } from '../../http/contract.ts'
import { openPage } from '../../http/page.ts'
import { idsWithin } from '../../http/period.ts'
import { RejectedReport, RejectedReportQuery } from './schema.ts'
import { rejectedReports } from './table.ts'

export const rejectedReportRoutes = new Hono<App>()

rejectedReportRoutes.get(
	'/',
	requires('platform_admin'),
	query(RejectedReportQuery),
	returns(200, z.array(RejectedReport), 'List reports of runs that were accepted and could not be written'),
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
