import { and, desc, eq, getTableColumns, isNull, or, type SQL, sql } from 'drizzle-orm'
import { PLATFORM } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { allOf, jsonObject } from '../../ground/db/state.ts'
import type { openPage } from '../../ground/http/page.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { budgets } from './table.ts'

// `owner` is an org's id, or `platform`.

const { owner: by, ...shown } = getTableColumns(budgets)

/** A budget as it's returned. */
export const toBudget = ({ owner, ...budget }: typeof budgets.$inferSelect) => ({
	...budget,
	set_by: owner === PLATFORM ? ('platform' as const) : ('org' as const),
})

/** The same of the row that matches `where`, as JSON text. */
export const budgetJson = (where: SQL): SQL =>
	sql`(SELECT json_set(${jsonObject(shown)}, '$.set_by', iif(${by} = ${PLATFORM}, 'platform', 'org')) FROM ${budgets} WHERE ${where})`

/** The budget with this id, if the owner made it. */
export const ownBudget = (owner: string, id: string) => allOf(eq(budgets.id, id), eq(by, owner))

/** The budget with this id, if the owner made it, or if it's one of the platform that applies to the org. */
export const visibleBudget = (owner: string, id: string) =>
	allOf(
		eq(budgets.id, id),
		owner === PLATFORM ? eq(by, owner) : (or(eq(budgets.org_id, owner), isNull(budgets.org_id)) as SQL),
	)

/** The query for a page of the budgets that an owner sees, newest first. Each of its parts is in the order of an index. */
export function selectBudgets(db: Database['reader'], owner: string, page: ReturnType<typeof openPage>) {
	const part = (of: SQL) =>
		db
			.select()
			.from(budgets)
			.where(and(of, page.before(budgets.id)))
	const found =
		owner === PLATFORM
			? part(allOf(eq(by, owner), isOrgOpen(budgets.org_id)))
			: part(eq(budgets.org_id, owner)).unionAll(part(isNull(budgets.org_id)))
	return found.orderBy(desc(budgets.id)).limit(page.limit)
}
