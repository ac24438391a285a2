import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { commit } from '../../write/commit.ts'
import { now } from '../../db/columns.ts'
import { effectiveInteger } from '../../plans/entitlements/effective.ts'
import { MAX_BALANCE } from './ledger.ts'
import { ledgerEntries } from './table.ts'
import type { WorkContext } from '../../context.ts'

// `credits.monthly_grant` (spec 2.5): once per org and UTC month while a subscription is active. The account keeps the last
// month granted, and the database refuses a second grant of it, so every place that may find one due may just grant it.

/** The accounts among `orgs`, a subquery of org ids, to which this month's grant is due, with its `amount`. */
const due = (orgs: SQL) => {
	const at = now()
	return sql`SELECT * FROM (
		SELECT a.org_id, a.entry_count, a.balance, ${effectiveInteger(sql`a.org_id`, 'credits.monthly_grant')} AS amount
		FROM credit_accounts a WHERE a.org_id IN (${orgs}) AND coalesce(a.granted_month, '') < ${at.slice(0, 7)}
		AND EXISTS (SELECT 1 FROM subscriptions s WHERE s.org_id = a.org_id AND s.status = 'active'
			AND s.current_period_start <= ${at} AND s.current_period_end > ${at})
	) WHERE amount > 0 AND balance + amount <= ${MAX_BALANCE}`
}

/** The amount that is due to an org this month, as an expression; NULL when none is. */
export const dueGrant = (org_id: string) => sql<number | null>`(SELECT amount FROM (${due(sql`SELECT ${org_id}`)}))`

/** The statement that grants what is due this month to `orgs`, a subquery of org ids. */
export const grantMonthly = (db: Database['reader'], orgs: SQL) =>
	db.insert(ledgerEntries).select(
		sql`SELECT org_id, entry_count + 1, amount, balance + amount, 'monthly_grant', 'month', ${now().slice(0, 7)}, NULL, NULL, ${now()}
			FROM (${due(orgs)})`,
	)

const CHUNK = 1_000

/** Grants to every org what is due this month: walks the active subscriptions in chunks. */
export async function grantEveryMonth(c: WorkContext): Promise<void> {
	const { writer } = c.var.database
	for (let after: string | null = ''; after !== null;) {
		const orgs: SQL = sql`SELECT org_id FROM subscriptions WHERE status = 'active' AND org_id > ${after} ORDER BY org_id LIMIT ${CHUNK}`
		const last = writer.select({ org_id: sql<string | null>`max(org_id)` }).from(sql`(${orgs})`)
		const [, rows]: readonly [unknown, { org_id: string | null }[]] = await commit(
			c,
			[grantMonthly(writer, orgs), last],
			{},
		)
		after = rows[0]?.org_id ?? null
	}
}
