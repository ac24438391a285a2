import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { literal } from '../../ground/db/state.ts'
import { bytesOf, openPage, PAGE_BYTES, walkedBy } from '../../ground/http/page.ts'
import { idsWithin } from '../../ground/http/period.ts'
import { auditLogs } from '../../ground/write/table.ts'
import { rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { auditLogColumns, orgLogColumns } from './columns.ts'
import type { AuditLogQuery, OrgLogQuery } from './schema.ts'

const { id, action, actor_user_id, actor_service_account_id, org_id, target_id } = auditLogs

type State = typeof auditLogs.$inferSelect.before

const BYTES = bytesOf(auditLogs.before, auditLogs.after)

/** So many bytes of states come with their row: 200 small ones are a page's worth. */
const SMALL = PAGE_BYTES / 200

const unlessLarge = (state: SQLiteColumn, shown: SQL.Aliased<State>) =>
	sql<State>`iif(${BYTES} > ${literal(SMALL)}, NULL, ${shown.sql})`.mapWith(state)

const { before, after } = auditLogColumns

/**
 * A page of everybody's log, which ends after `PAGE_BYTES`. Large states are read once it's known which rows it has: to add up all
 * rows in the database would read each twice.
 */
export async function listAuditLogs(c: Context<SignedIn>, { org_id: of, ...query }: z.output<typeof AuditLogQuery>) {
	const { db } = c.var
	const page = openPage(c, query)
	const rows = await db
		.select({
			...auditLogColumns,
			before: unlessLarge(auditLogs.before, before).as('before'),
			after: unlessLarge(auditLogs.after, after).as('after'),
			bytes: sql<number>`${BYTES}`.as('bytes'),
		})
		.from(auditLogs)
		.where(and(of === undefined ? undefined : eq(org_id, of), filter(query), within(query, page)))
		.orderBy(desc(id))
		.limit(page.limit)
	let so_far = 0
	const last = rows.find((row) => (so_far += row.bytes) >= PAGE_BYTES)
	const fitting = last ? rows.slice(0, rows.indexOf(last) + 1) : rows
	const found = page.close(fitting, (row) => row.id, last && fitting.length < rows.length ? [last.id] : undefined)
	const large = found.filter(({ bytes }) => bytes > SMALL).map((row) => row.id)
	const states = large.length === 0 ? [] : await db.select({ id, before, after }).from(auditLogs).where(isAmong(large))
	const stateOf = new Map(states.map((row) => [row.id, row]))
	return found.map(({ bytes: _, ...row }) => ({ ...row, ...stateOf.get(row.id) }))
}

const isAmong = (ids: string[]) => sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`

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
