import type { Database } from '../../src/worker/ground/db/database.ts'
import type { Place } from '../../src/worker/ground/secrets/vault.ts'
import { at, open, secrets } from './program.ts'

/** Reads and opens the secret of a place; undefined if there is none. */
export async function openAt(env: Env, db: Database['reader'], place: Place): Promise<string | undefined> {
	const [row] = await db.select().from(secrets).where(at(place)).limit(1)
	return row && open(env, row)
}
