import { and, desc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import type { App } from '../../context.ts'
import { requires } from '../../http/access.ts'
import { query, returns } from '../../http/contract.ts'
import { openPage } from '../../http/page.ts'
import { idsWithin } from '../../http/period.ts'
import { auditLogs } from '../../write/table.ts'
import { auditLogColumns } from './columns.ts'
import { AuditLog, AuditLogQuery } from './schema.ts'

export const auditLogRoutes = new Hono<App>()

auditLogRoutes.get(
	'/',
	requires('platform.read'),
	query(AuditLogQuery),
	returns(200, z.array(AuditLog), 'List changes and who made them'),
	async (c) => {
		const { action, actor_user_id, actor_service_account_id, org_id, target_id, from, to, ...paging } =
			c.req.valid('query')
		const page = openPage(c, paging)
		const rows = await c.var.db
			.select(auditLogColumns)
			.from(auditLogs)
			.where(
				and(
					action === undefined ? undefined : eq(auditLogs.action, action),
					actor_user_id === undefined ? undefined : eq(auditLogs.actor_user_id, actor_user_id),
					actor_service_account_id === undefined
						? undefined
						: eq(auditLogs.actor_service_account_id, actor_service_account_id),
					org_id === undefined ? undefined : eq(auditLogs.org_id, org_id),
					target_id === undefined ? undefined : eq(auditLogs.target_id, target_id),
					idsWithin({ ids: auditLogs.id, prefix: 'aud', time: auditLogs.created_at }, { from, to }, page),
					page.before(auditLogs.id),
				),
			)
			.orderBy(desc(auditLogs.id))
			.limit(page.limit)
		return c.json(page.close(rows, ({ id }) => id))
	},
)
