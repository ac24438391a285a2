import { forgettable } from '../../isolate.ts'
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

/** What this isolate does for whom that reads much, and until when at most: a caller who leaves cuts a call off without a word. */
const running = forgettable(new Map<string, number>())
const ENDS_WITHIN_MS = 30_000
/** How long a call waits for its turn. It looks again and again, because no promise outlives the request that made it. */
const WAITS_MS = 2_000
const TURN_MS = 20

/** Which binding limits what reads much. */
const PACES = { dear: 'DEAR_RATE_LIMIT', applies: 'APPLY_RATE_LIMIT' } as const
export type Pace = keyof typeof PACES

/**
 * Does work that reads much: so many times a minute for `whose`, which is an org or a user, and once at a time in this isolate: others
 * wait for their turn. Throws 429 for more, and for who waits too long.
 */
export async function dearly(env: Env, whose: string, pace: Pace, work: () => Promise<void>): Promise<void> {
	if (env.RATE_LIMITS === 'off') return work()
	for (let waited = 0; (running.get(whose) ?? 0) > Date.now(); waited += TURN_MS) {
		if (waited >= WAITS_MS) throw decided(rateLimited(1), 'rate_limit:one_at_a_time')
		await scheduler.wait(TURN_MS)
	}
	const until = Date.now() + ENDS_WITHIN_MS
	running.set(whose, until)
	try {
		await spend(env, [[env[PACES[pace]], whose, pace]])
		await work()
	} finally {
		if (running.get(whose) === until) running.delete(whose)
	}
}
