import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../db/database.ts'
import { addedUp } from './ledger.ts'
import type { Verification } from './schema.ts'

const ORGS_PER_READ = 2_000

/** Adds up every ledger and names the orgs whose account says something else. Each read is one view of the database. */
export async function verifyBalances(db: Database['reader']): Promise<z.infer<typeof Verification>> {
	const found: z.infer<typeof Verification> = { org_count: 0, differences: [] }
	for (let after: string | null = ''; after !== null;) {
		const chunk: { org_count: number; last: string | null; differences: string } = await db.get(
			sql`SELECT count(*) AS org_count, max(org_id) AS last, json_group_array(json_object('org_id', org_id, 'balance', balance,
				'ledger_sum', ledger_sum, 'entry_count', entry_count, 'ledger_count', ledger_count))
				FILTER (WHERE balance <> ledger_sum OR entry_count <> ledger_count) AS differences
			FROM ${addedUp(after, ORGS_PER_READ)}`,
		)
		found.org_count += chunk.org_count
		found.differences.push(...(JSON.parse(chunk.differences) as typeof found.differences))
		after = chunk.last
	}
	return found
}
