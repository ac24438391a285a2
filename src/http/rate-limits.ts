import { decided, rateLimited } from './errors.ts'

/**
 * The period of all bindings in `wrangler.toml`, in seconds. They don't say how long a caller has to wait, so this goes into
 * `Retry-After`.
 */
const PERIOD_S = 60

/** A limit, the key under which a call counts, and the limit's name in the log. */
type Counted = [limit: RateLimit, key: string, name: string]

/** Counts a call in each limit. Throws 429 if one is exceeded. The variable `RATE_LIMITS=off` turns all limits off. */
export async function spend({ RATE_LIMITS }: Env, limits: Counted[]): Promise<void> {
	if (RATE_LIMITS === 'off') return
	const outcomes = await Promise.all(limits.map(([limit, key]) => limit.limit({ key })))
	const exceeded = limits[outcomes.findIndex(({ success }) => !success)]
	if (exceeded) throw decided(rateLimited(PERIOD_S), `rate_limit:${exceeded[2]}`)
}
