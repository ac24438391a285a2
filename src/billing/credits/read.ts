import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { notFound } from '../../http/errors.ts'
import { openPage, type PageQuery } from '../../http/page.ts'
import { write } from '../../write/write.ts'
import { entriesOf } from './ledger.ts'
import { dueGrant, grantMonthly } from './monthly-grant.ts'
import { creditAccounts } from './table.ts'

/**
 * An org's balance and a page of its ledger, newest first. First grants what is due this month, so the answer does not
 * depend on a job. Error: 404 for an unknown org.
 */
export async function creditsOf(c: Context<SignedIn>, org_id: string, paging: z.infer<typeof PageQuery>) {
	const { db } = c.var
	const page = openPage(c, paging)
	const read = async () => {
		const [[account], rows] = await db.batch([
			db
				.select({ balance: creditAccounts.balance, due: dueGrant(org_id).as('due') })
				.from(creditAccounts)
				.where(eq(creditAccounts.org_id, org_id))
				.limit(1),
			entriesOf(db, org_id, page),
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
	return { org_id, balance: found.balance, transactions }
}
