import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedIn, SignedInUser } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { notFound } from '../../ground/http/errors.ts'
import { openPage } from '../../ground/http/page.ts'
import { write } from '../../ground/write/write.ts'
import { effectiveInteger } from '../../plans/entitlements/effective.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { heldBy } from '../holds/table.ts'
import { entriesOf } from './list.ts'
import { dueGrant, grantMonthly } from './monthly-grant.ts'
import type { LedgerQuery } from './schema.ts'
import { creditAccounts } from './table.ts'

/** What an account has beside its balance: what live runs hold, and what is available to runs, NULL without a bound. */
export function standing() {
	const at = now()
	const held = heldBy('credit_accounts', at)
	const overdraft = effectiveInteger(sql`credit_accounts.org_id`, 'credits.overdraft', at)
	const bound = sql<
		number | null
	>`(SELECT iif(overdraft < 0, NULL, credit_accounts.balance + overdraft - ${held}) FROM (SELECT ${overdraft} AS overdraft))`
	return { held: held.as('held'), available: bound.as('available') }
}

/**
 * An org's balance and a page of its ledger, newest first. It makes this month's grant first if that is due, so the response
 * doesn't depend on a job. Error: 404 for an unknown or deleted org.
 */
export async function creditsOf(
	c: Context<SignedIn> | Context<SignedInUser>,
	org_id: string,
	query: z.infer<typeof LedgerQuery>,
) {
	const { db } = c.var
	const { limit, cursor, ...filters } = query
	const page = openPage(c, { limit, cursor })
	const read = async () => {
		const [[account], rows] = await db.batch([
			db
				.select({ balance: creditAccounts.balance, ...standing(), due: dueGrant(org_id).as('due') })
				.from(creditAccounts)
				.where(and(eq(creditAccounts.org_id, org_id), isOrgOpen(creditAccounts.org_id)))
				.limit(1),
			entriesOf(db, org_id, filters, page),
		])
		if (!account) throw notFound('Org')
		return { ...account, rows }
	}
	let found = await read()
	if (found.due !== null) {
		await write(c, { granted: grantMonthly(db, sql`SELECT ${org_id}`) })
		found = await read()
	}
	const transactions = page.close(found.rows, (row) => row.seq).map(({ seq: _, ...entry }) => entry)
	const { balance, held, available } = found
	return { org_id, balance, held, available, transactions }
}

/** The query of a page of all balances. Orgs with the same balance follow each other by id. */
export function selectBalances(db: Database['reader'], order: 'lowest' | 'highest', page: ReturnType<typeof openPage>) {
	const { balance, org_id } = creditAccounts
	const isRising = order === 'lowest'
	const direction = isRising ? asc : desc
	return db
		.select({ org_id, org_name: orgs.name, balance, ...standing() })
		.from(creditAccounts)
		.innerJoin(orgs, eq(orgs.id, org_id))
		.where(and(isNull(orgs.deleted_at), isRising ? page.after(balance, org_id) : page.before(balance, org_id)))
		.orderBy(direction(balance), direction(org_id))
		.limit(page.limit)
}
