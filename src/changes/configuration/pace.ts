import { PLATFORM } from '../../db/columns.ts'
import { rateLimited } from '../../http/errors.ts'

/** The period of the binding in `wrangler.toml`, in seconds. */
const PERIOD_S = 60

/** Refuses more than 20 applies and restores of an org in a minute: each keeps a document and every row that it touches. */
export async function requirePace({ RATE_LIMITS, APPLY_RATE_LIMIT }: Env, owner: string): Promise<void> {
	if (RATE_LIMITS === 'off' || owner === PLATFORM) return
	const { success } = await APPLY_RATE_LIMIT.limit({ key: owner })
	if (!success) throw rateLimited(PERIOD_S)
}
