import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { DAY_MS, fromNow, PLATFORM } from '../../ground/db/columns.ts'
import { rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { usedSince } from './list.ts'
import { standing } from './read.ts'
import type { OutlookQuery } from './schema.ts'

/** How many of the lowest balances above 0 are looked at, and for how many of their orgs that had runs it's added up what they used. */
const BALANCES = 2_000
const ACTIVE = 100

const named = <Value>(name: string) => sql<Value>`${sql.raw(name)}`.as(name)

/**
 * How fast orgs use their credits: the owner, or of all those whose credits will last the shortest. Without a bound that's
 * when the balance is 0. An org that used nothing in the days isn't among them. One D1 call. Throws 404.
 */
export async function creditOutlook(c: Context<SignedIn>, { days, limit }: z.infer<typeof OutlookQuery>) {
	const { db, owner } = c.var
	const since = fromNow(-days * DAY_MS)
	const { held, available } = standing()
	const found = sql`WITH low AS MATERIALIZED (SELECT a.org_id FROM credit_accounts a
			WHERE ${owner === PLATFORM ? sql`a.balance > 0` : sql`a.org_id = ${owner}`} ORDER BY a.balance, a.org_id LIMIT ${BALANCES + 1}),
		active AS MATERIALIZED (SELECT low.org_id, o.name AS org_name FROM low CROSS JOIN orgs o
			WHERE o.id = low.org_id AND o.deleted_at IS NULL AND o.last_run_on >= ${since.slice(0, 10)} LIMIT ${ACTIVE + 1})
		SELECT active.org_id, org_name, balance, ${held.sql} AS held, ${available.sql} AS available, ${usedSince(sql`${since}`)} AS credits_used,
			(SELECT count(*) FROM low) > ${BALANCES} OR (SELECT count(*) FROM active) > ${ACTIVE} AS is_cut
		FROM active CROSS JOIN credit_accounts WHERE credit_accounts.org_id = active.org_id`
	const statement = db
		.select({
			org_id: named<string>('org_id'),
			org_name: named<string>('org_name'),
			balance: named<number>('balance'),
			held: named<number>('held'),
			available: named<number | null>('available'),
			credits_used: named<number>('credits_used'),
			is_cut: named<number>('is_cut'),
		})
		.from(sql`(${found})`)
	const rows = await rowsOfOrg(db, owner, statement)
	if (rows.some(({ is_cut }) => is_cut)) c.header('X-Is-Cut', 'true')
	return rows
		.filter(({ credits_used }) => credits_used > 0)
		.toSorted((one, other) => lasting(one) - lasting(other))
		.slice(0, limit)
		.map(({ is_cut: _, ...row }) => ({ ...row, days }))
}

/** How many times what an org used it still has. */
const lasting = ({
	available,
	balance,
	credits_used,
}: {
	available: number | null
	balance: number
	credits_used: number
}) => (available ?? balance) / credits_used
