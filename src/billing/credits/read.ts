import { desc, eq, and, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import { commit } from '../../write/commit.ts'
import { notFound } from '../../http/errors.ts'
import { openPage, type PageQuery } from '../../http/page.ts'
import { dueGrant, grantMonthly } from './monthly-grant.ts'
import { creditAccounts, ledgerEntries } from './table.ts'
import type { SignedIn } from '../../context.ts'

/** An org's balance and a page of its ledger, newest first. Grants first what is due this month, so no job has to run before. */
export async function creditsOf(c: Context<SignedIn>, org_id: string, paging: z.infer<typeof PageQuery>) {
	const page = openPage(c, paging)
	const { seq } = ledgerEntries
	const read = async () => {
		const [[account], rows] = await c.var.db.batch([
			c.var.db
				.select({ balance: creditAccounts.balance, due: dueGrant(org_id).as('due') })
				.from(creditAccounts)
				.where(eq(creditAccounts.org_id, org_id))
				.limit(1),
			c.var.db
				.select()
				.from(ledgerEntries)
				.where(and(eq(ledgerEntries.org_id, org_id), page.before(seq)))
				.orderBy(desc(seq))
				.limit(page.limit),
		])
		if (!account) throw notFound('Org')
		return { ...account, rows }
	}
	let found = await read()
	if (found.due !== null) {
		await commit(c, [grantMonthly(c.var.db, sql`SELECT ${org_id}`)], {})
		found = await read()
	}
	const transactions = page.close(found.rows, (row) => row.seq).map(({ seq: _, ...entry }) => entry)
	return { org_id, balance: found.balance, transactions }
}
