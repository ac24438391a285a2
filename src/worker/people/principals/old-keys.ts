import { eq } from 'drizzle-orm'
import { isolateCache } from '../../ground/db/cache.ts'
import type { Database } from '../../ground/db/database.ts'
import { apiKeys } from '../../keys/api-keys/table.ts'

/** An isolate doesn't keep more old keys than this. With more, each unknown key costs a lookup, rate limited by address. */
const MOST_KEPT = 5_000

/** The hashes of old keys, or null when there are too many. New keys carry a checksum, so the list only gets shorter. */
const oldKeys = isolateCache<ReadonlySet<string> | null>(60_000, { name: 'old_keys' })

export const forgetOldKeys = oldKeys.forget

/**
 * Whether a key without a checksum may be one from before the checksum. An isolate asks D1 once a minute, so junk in the old
 * form costs no lookup of its own.
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
