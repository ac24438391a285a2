import { getTableColumns, sql } from 'drizzle-orm'
import { shownState } from '../../providers/config-entries/clear-values.ts'
import { auditLogs } from '../../write/table.ts'

/** The columns of an audit row that the API returns, for a select from `audit_logs`. `reverted_by` is the newest revert. */
export const auditLogColumns = {
	...getTableColumns(auditLogs),
	before: shownState(auditLogs.before).as('before'),
	after: shownState(auditLogs.after).as('after'),
	reverted_by: sql<
		string | null
	>`(SELECT max(r.id) FROM audit_logs r WHERE r.reverts = ${auditLogs}.${sql.identifier('id')})`.as('reverted_by'),
}
