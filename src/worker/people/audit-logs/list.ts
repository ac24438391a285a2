import { and, desc, eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { bytesOf, openPage, walkedBy } from '../../ground/http/page.ts'
import { idsWithin } from '../../ground/http/period.ts'
import { auditLogs } from '../../ground/write/table.ts'
import { rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { auditLogColumns, orgLogColumns } from './columns.ts'
import type { AuditLogQuery, OrgLogQuery } from './schema.ts'

const { id, action, actor_user_id, actor_service_account_id, org_id, target_id } = auditLogs

const BYTES = bytesOf(auditLogs.before, auditLogs.after)

export async function listAuditLogs(c: Context<SignedIn>, { org_id: of, ...query }: z.output<typeof AuditLogQuery>) {
	const page = openPage(c, query)
	const rows = await c.var.db
		.select(auditLogColumns)
		.from(auditLogs)
		.where(and(of === undefined ? undefined : eq(org_id, of), filter(query), within(query, page)))
		.orderBy(desc(id))
		.limit(page.limit)
	return page.close(rows, (row) => row.id)
}

/**
 * A page of an org's log, as its own admins see it. Filters by the action or the actor look at `WALKED` of the org's rows, and that
 * of a target at as many of the target's.
 */
export async function listOrgLog(c: Context<SignedIn>, of: string, query: z.output<typeof OrgLogQuery>) {
	const { db } = c.var
	const page = openPage(c, query)
	const { target_id: target, ...others } = query
	const walked = walkedBy(db, {
		table: auditLogs,
		id,
		where: and(target === undefined ? eq(org_id, of) : eq(target_id, target), within(query, page)),
		order: [desc(id)],
		passes: sql`${and(eq(org_id, of), filter(others))}`,
		fits: { bytes: BYTES, limit: page.limit },
	})
	const rows = db
		.select({ ...orgLogColumns, is_last: walked.is_last })
		.from(walked.from)
		// So that SQLite keeps the order, and reads no row that isn't shown.
		.crossJoin(auditLogs)
		.where(walked.isRow)
		.limit(page.limit)
	return page.closeWalked(await rowsOfOrg(db, of, rows), (row) => row.id)
}

type Query = z.output<typeof OrgLogQuery>

const filter = (query: Omit<Query, 'limit' | 'cursor'>) =>
	and(
		query.action === undefined ? undefined : eq(action, query.action),
		query.actor_user_id === undefined ? undefined : eq(actor_user_id, query.actor_user_id),
		query.actor_service_account_id === undefined
			? undefined
			: eq(actor_service_account_id, query.actor_service_account_id),
		query.target_id === undefined ? undefined : eq(target_id, query.target_id),
	)

const within = ({ from, to }: Query, page: ReturnType<typeof openPage>) =>
	and(idsWithin({ ids: id, prefix: 'aud', time: auditLogs.created_at }, { from, to }, page), page.before(id))
