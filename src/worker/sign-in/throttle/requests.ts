import { count, eq, min, or, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { happenedWithin, newId, now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { allOf } from '../../ground/db/state.ts'
import { type ApiError, rateLimited } from '../../ground/http/errors.ts'
import { clientNetwork } from '../../ground/networks/cidr.ts'
import { ensure } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { type Device, hashOf } from '../../keys/auth/tokens.ts'
import { signInRequests } from './table.ts'

// Limits for whatever creates accounts, sends mail or hashes a password. The count is in D1, because every edge location must see
// the same one. It only protects against volume, so `RATE_LIMITS=off` turns it off.

/** How long a request counts, unless its limit says otherwise. No limit says more. */
export const REQUEST_WINDOW_MS = 3_600_000

/** Who makes requests, and how many they may make in a while. */
export interface RequestLimit {
	subject: string
	allowed: number
	window_ms: number
}

/** The hourly limit of one address for `what`. An IPv6 address counts as its /64, which is one customer's range. */
export const byAddress = ({ var: { client_address } }: WorkContext, what: string, allowed: number): RequestLimit => ({
	subject: hashOf(`${what} from ${clientNetwork(client_address)}`),
	allowed,
	window_ms: REQUEST_WINDOW_MS,
})

/** The hourly limit of one account for `what`. */
export const byAccount = (what: string, user_id: string, allowed: number): RequestLimit => ({
	subject: hashOf(`${what} of ${user_id}`),
	allowed,
	window_ms: REQUEST_WINDOW_MS,
})

/** The limit for logins of a user on a device of theirs: twenty in ten minutes. */
export const byDevice = ({ id, user_id }: Device): RequestLimit => ({
	subject: hashOf(`login of ${user_id} on ${id}`),
	allowed: 20,
	window_ms: 600_000,
})

const isCounted = ({ subject, window_ms }: RequestLimit) =>
	allOf(eq(signInRequests.subject, subject), happenedWithin(signInRequests.created_at, window_ms))

/** The query for the requests that count toward `limits`, for `tooManyRequests`. */
export const countedRequests = (db: Database['reader'], limits: RequestLimit[]) =>
	db
		.select({
			subject: signInRequests.subject,
			requests: count(),
			first_at: min(signInRequests.created_at).as('first_at'),
		})
		.from(signInRequests)
		.where(or(...limits.map(isCounted)))
		.groupBy(signInRequests.subject)

/** The 429 when one of the limits is reached. `Retry-After` is when its first request expires. */
export function tooManyRequests(
	env: Env,
	limits: RequestLimit[],
	rows: { subject: string; requests: number; first_at: string | null }[],
): ApiError | undefined {
	if (env.RATE_LIMITS === 'off') return undefined
	for (const { subject, allowed, window_ms } of limits) {
		const reached = rows.find((row) => row.subject === subject && row.requests >= allowed)
		if (!reached) continue
		const reopens = Date.parse(reached.first_at ?? now()) + window_ms
		return rateLimited(Math.max(1, Math.ceil((reopens - Date.now()) / 1000)), 'auth.too_many_requests')
	}
	return undefined
}

/** The statements that count a request toward every limit. They refuse the batch if another request took the last place. */
export function countRequest(c: WorkContext, limits: RequestLimit[]) {
	if (c.env.RATE_LIMITS === 'off') return []
	const { db } = c.var
	return limits.flatMap((limit) => [
		ensure(c, sql`(SELECT count(*) FROM ${signInRequests} WHERE ${isCounted(limit)}) < ${limit.allowed}`),
		db.insert(signInRequests).values({ id: newId('srq'), subject: limit.subject, created_at: now() }),
	])
}

/** Counts a request that has nothing else to write. Throws the 429 when a limit is reached. */
export async function allow(c: WorkContext, limits: RequestLimit[]): Promise<void> {
	const counted = countRequest(c, limits)
	if (counted.length === 0) return
	const otherwise = () => refusalOf(c, limits)
	await write(c, { counted }, { response: { none: 'A count is no response' }, otherwise })
}

export const refusalOf = async (c: WorkContext, limits: RequestLimit[]): Promise<ApiError> =>
	tooManyRequests(c.env, limits, await countedRequests(c.var.db, limits)) ?? rateLimited(1, 'auth.too_many_requests')
