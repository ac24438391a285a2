import { Hono } from 'hono'
import * as z from 'zod'
import type { App } from '../../context.ts'
import { requires } from '../../http/access.ts'
import { query, returns } from '../../http/contract.ts'
import { requireMembership } from '../../tenancy/orgs/access.ts'
import { listAuditLogs, listOrgLog } from './list.ts'
import { AuditLog, AuditLogQuery, OrgAuditLog, OrgLogQuery } from './schema.ts'

export const auditLogRoutes = new Hono<App>()

auditLogRoutes.get(
	'/',
	requires('platform.read'),
	query(AuditLogQuery),
	returns(200, z.array(AuditLog), 'List changes and who made them'),
	async (c) => c.json(await listAuditLogs(c, c.req.valid('query'))),
)

export const orgAuditLogRoutes = new Hono<App>()

orgAuditLogRoutes.get(
	'/:org_id/audit-logs',
	requires('org.settings', 'platform.read'),
	query(OrgLogQuery),
	returns(200, z.array(OrgAuditLog), 'List changes in an org and who made them'),
	async (c) => {
		const org_id = c.req.param('org_id')
		await requireMembership(c, org_id, 'org.settings', 'platform.read')
		return c.json(await listOrgLog(c, org_id, c.req.valid('query')))
	},
)
