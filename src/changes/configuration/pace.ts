import { PLATFORM } from '../../db/columns.ts'
import { spend } from '../../http/rate-limits.ts'

/** Refuses more than 20 applies and restores of an org in a minute: each keeps a document and every row that it touches. */
export async function requirePace(env: Env, owner: string): Promise<void> {
	if (owner !== PLATFORM) await spend(env, [[env.APPLY_RATE_LIMIT, owner, 'applies']])
}
