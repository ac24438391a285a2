import { count, gt, inArray, min, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { fromNow, newId, now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { allOf } from '../../db/state.ts'
import { type ApiError, rateLimited } from '../../http/errors.ts'
import { clientNetwork } from '../../networks/cidr.ts'
import { ensure } from '../../write/guards.ts'
import { write } from '../../write/write.ts'
import { hashOf } from '../auth/tokens.ts'
import { signInRequests } from './table.ts'

// Hourly limits for whatever creates accounts or sends mail. The count is in D1, because every edge location must see the same
// one. It only protects against volume, so `RATE_LIMITS=off` turns it off.

/** How long a request counts. */
export const REQUEST_WINDOW_MS = 3_600_000

/** Who makes requests, and how many they may make in an hour. */
export interface HourlyLimit {
	subject: string
	allowed: number
}

/** The limit of one address for `what`. An IPv6 address counts as its /64, which is one customer's range. */
export const byAddress = ({ var: { client_address } }: WorkContext, what: string, allowed: number): HourlyLimit => ({
	subject: hashOf(`${what} from ${clientNetwork(client_address)}`),
	allowed,
})

/** The limit of one account for `what`. */
export const byAccount = (what: string, user_id: string, allowed: number): HourlyLimit => ({
	subject: hashOf(`${what} of ${user_id}`),
	allowed,
})

const isRecent = (subjects: string[]) =>
	allOf(inArray(signInRequests.subject, subjects), gt(signInRequests.created_at, fromNow(-REQUEST_WINDOW_MS)))

/** The query for the requests that count toward `limits`, for `tooManyRequests`. */
export const countedRequests = (db: Database['reader'], limits: HourlyLimit[]) =>
	db
		.select({
			subject: signInRequests.subject,
			requests: count(),
			first_at: min(signInRequests.created_at).as('first_at'),
		})
		.from(signInRequests)
		.where(isRecent(limits.map(({ subject }) => subject)))
		.groupBy(signInRequests.subject)

/** The 429 when one of the limits is reached. `Retry-After` is when its first request expires. */
export function tooManyRequests(
	env: Env,
	limits: HourlyLimit[],
	rows: { subject: string; requests: number; first_at: string | null }[],
): ApiError | undefined {
	const isReached = ({ subject, allowed }: HourlyLimit) =>
		rows.find((row) => row.subject === subject && row.requests >= allowed)
	const reached = env.RATE_LIMITS === 'off' ? undefined : limits.map(isReached).find(Boolean)
	if (!reached) return undefined
	const reopens = Date.parse(reached.first_at ?? now()) + REQUEST_WINDOW_MS
	return rateLimited(Math.max(1, Math.ceil((reopens - Date.now()) / 1000)), 'auth.too_many_requests')
}

/** The statements that count a request toward every limit. They refuse the batch if another request took the last place. */
export function countRequest(c: WorkContext, limits: HourlyLimit[]) {
	if (c.env.RATE_LIMITS === 'off') return []
	const { db } = c.var
	return limits.flatMap(({ subject, allowed }) => [
		ensure(c, sql`(SELECT count(*) FROM ${signInRequests} WHERE ${isRecent([subject])}) < ${allowed}`),
		db.insert(signInRequests).values({ id: newId('srq'), subject, created_at: now() }),
	])
}

/** Counts a request that has nothing else to write. Throws the 429 when a limit is reached. */
export async function allow(c: WorkContext, limits: HourlyLimit[]): Promise<void> {
	const counted = countRequest(c, limits)
	if (counted.length === 0) return
	await write(
		c,
		{ counted },
		{
			response: { none: 'A count is no response' },
			otherwise: async () =>
				tooManyRequests(c.env, limits, await countedRequests(c.var.db, limits)) ??
				rateLimited(1, 'auth.too_many_requests'),
		},
	)
}
