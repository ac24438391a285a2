import { getTableColumns, sql } from 'drizzle-orm'
import { auditLogs } from '../../write/table.ts'

/** The columns of an audit row that the API returns, for a select from `audit_logs`. `reverted_by` is the newest revert. */
export const auditLogColumns = {
	...getTableColumns(auditLogs),
	reverted_by: sql<
		string | null
	>`(SELECT max(r.id) FROM audit_logs r WHERE r.reverts = ${auditLogs}.${sql.identifier('id')})`.as('reverted_by'),
}
