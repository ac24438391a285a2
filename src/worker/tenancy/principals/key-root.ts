import { sql } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'

/**
 * What runs, pauses and budgets call a key: the first key of its line, which rotation keeps. The id itself for a key that was never
 * rotated, and for one that doesn't exist. One D1 call.
 */
export async function keyRoot(db: Database['reader'], key_id: string): Promise<string> {
	const { root } = await db.get<{ root: string }>(
		sql`SELECT coalesce((SELECT k.root_id FROM api_keys k WHERE k.id = ${key_id}),
			(SELECT k.root_id FROM service_account_keys k WHERE k.id = ${key_id}), ${key_id}) AS root`,
	)
	return root
}
