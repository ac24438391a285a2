import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { openPage } from '../../http/page.ts'
import { idsWithin } from '../../http/period.ts'
import { rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { auditLogs } from '../../write/table.ts'
import { auditLogColumns, orgLogColumns } from './columns.ts'
import type { AuditLogQuery, OrgLogQuery } from './schema.ts'

const { id, action, actor_user_id, actor_service_account_id, org_id, target_id } = auditLogs

/** A page of the platform's log. */
export async function listAuditLogs(c: Context<SignedIn>, { org_id: of, ...query }: z.output<typeof AuditLogQuery>) {
	const { page, where } = opened(c, query, (column) => sql`${column}`)
	const rows = await c.var.db
		.select(auditLogColumns)
		.from(auditLogs)
		.where(and(of === undefined ? undefined : eq(org_id, of), where))
		.orderBy(desc(id))
		.limit(page.limit)
	return page.close(rows, (row) => row.id)
}

/** A page of an org's log, as its own admins see it. */
export async function listOrgLog(c: Context<SignedIn>, of: string, query: z.output<typeof OrgLogQuery>) {
	// Without the `+`, SQLite may walk every org's rows with the action or the actor. So it walks those of the org.
	const { page, where } = opened(c, query, (column) => sql`+${column}`)
	const rows = c.var.db
		.select(orgLogColumns)
		.from(auditLogs)
		.where(and(eq(org_id, of), where))
		.orderBy(desc(id))
		.limit(page.limit)
	return page.close(await rowsOfOrg(c.var.db, of, rows), (row) => row.id)
}

/** The page that a query asks for, and its condition. `common` writes a column of which many rows have the same value. */
function opened(c: Context<SignedIn>, query: z.output<typeof OrgLogQuery>, common: (column: SQLiteColumn) => SQL) {
	const { from, to, limit, cursor } = query
	const page = openPage(c, { limit, cursor })
	const where = and(
		query.action === undefined ? undefined : sql`${common(action)} = ${query.action}`,
		query.actor_user_id === undefined ? undefined : sql`${common(actor_user_id)} = ${query.actor_user_id}`,
		query.actor_service_account_id === undefined
			? undefined
			: sql`${common(actor_service_account_id)} = ${query.actor_service_account_id}`,
		query.target_id === undefined ? undefined : eq(target_id, query.target_id),
		idsWithin({ ids: id, prefix: 'aud', time: auditLogs.created_at }, { from, to }, page),
		page.before(id),
	)
	return { page, where }
}
