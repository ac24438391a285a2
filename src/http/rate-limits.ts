import { rateLimited } from './errors.ts'

/**
 * The period of all bindings in `wrangler.toml`, in seconds. They don't say how long a caller has to wait, so this goes into
 * `Retry-After`.
 */
const PERIOD_S = 60

/** Counts a call in each limit. Throws 429 if one is exceeded. The variable `RATE_LIMITS=off` turns all limits off. */
export async function spend({ RATE_LIMITS }: Env, limits: [RateLimit, string][]): Promise<void> {
	if (RATE_LIMITS === 'off') return
	const outcomes = await Promise.all(limits.map(([limit, key]) => limit.limit({ key })))
	if (outcomes.some(({ success }) => !success)) throw rateLimited(PERIOD_S)
}
