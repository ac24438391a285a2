import * as z from 'zod'
import { query, returns, routes } from '../../ground/http/contract.ts'
import { may, READERS } from '../../tenancy/orgs/doors.ts'
import { listAuditLogs, listOrgLog } from './list.ts'
import { AuditLog, AuditLogQuery, OrgAuditLog, OrgLogQuery } from './schema.ts'

export const auditLogRoutes = routes()

auditLogRoutes.get(
	'/',
	may(READERS),
	query(AuditLogQuery),
	returns(200, z.array(AuditLog), 'List changes and who made them'),
	async (c) => c.json(await listAuditLogs(c, c.req.valid('query'))),
)

export const orgAuditLogRoutes = routes()

orgAuditLogRoutes.get(
	'/',
	may(READERS),
	query(OrgLogQuery),
	returns(200, z.array(OrgAuditLog), 'List changes in an org and who made them'),
	async (c) => c.json(await listOrgLog(c, c.var.owner, c.req.valid('query'))),
)
