import { eq } from 'drizzle-orm'
import { isolateCache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { apiKeys } from '../api-keys/table.ts'

/** Beyond so many old keys an isolate does not keep them. Then each unknown key costs a look-up, under the limit of its address. */
const MOST_KEPT = 5_000

/** Their hashes, or null when there are too many. New keys carry a checksum, so the list only gets shorter. */
const oldKeys = isolateCache<ReadonlySet<string> | null>(60_000)

/**
 * Whether a key without a checksum may be one of those that were made before the checksum. An isolate asks D1 once a minute, so
 * junk in the old form costs no look-up of its own.
 */
export async function mayBeOldKey(db: Database['reader'], key_hash: string): Promise<boolean> {
	const hashes = await oldKeys.get('all', () => readOldKeys(db))
	return hashes?.has(key_hash) ?? true
}

async function readOldKeys(db: Database['reader']): Promise<ReadonlySet<string> | null> {
	const rows = await db
		.primary()
		.select({ key_hash: apiKeys.key_hash })
		.from(apiKeys)
		.where(eq(apiKeys.has_checksum, false))
		.limit(MOST_KEPT + 1)
	return rows.length > MOST_KEPT ? null : new Set(rows.map(({ key_hash }) => key_hash))
}
