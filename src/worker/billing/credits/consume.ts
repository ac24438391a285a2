import { type SQL, sql } from 'drizzle-orm'
import type { Builder } from '../../ground/db/database.ts'
import { postAll } from './post.ts'

/**
 * The statement that takes from the balances what the runs of `ended` used and the balance covers, one ledger entry for each run.
 * `ended` names the runs `r`, in the order of `key`.
 */
export function consume(db: Builder, ended: SQL) {
	const taken = sql`(r.credits_used - r.shortfall)`
	return postAll(db, {
		from: sql`(SELECT r.org_id, a.balance, a.entry_count, r.run_id, -${taken} AS amount,
			row_number() OVER each AS place, -sum(${taken}) OVER each AS so_far
			FROM ${ended} JOIN credit_accounts a ON a.org_id = r.org_id WHERE ${taken} > 0
			WINDOW each AS (PARTITION BY r.org_id ORDER BY key) ORDER BY r.org_id, key)`,
		amount: sql`amount`,
		series: { place: sql`place`, sum: sql`so_far` },
		type: 'consumption',
		reference: { type: 'run', id: sql`run_id` },
	})
}
