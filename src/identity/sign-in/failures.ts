import { and, count, gt, inArray, min, sql } from 'drizzle-orm'
import { commit } from '../../write/commit.ts'
import { fromNow, newId, now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { type ApiError, rateLimited } from '../../http/errors.ts'
import { clientNetwork } from '../../networks/cidr.ts'
import { loginFailures } from './table.ts'
import { hashOf } from '../auth/tokens.ts'
import { ensure } from '../../write/guards.ts'
import type { WorkContext } from '../../context.ts'

// Brute force: 10 failures in 10 minutes, for one login or from one address, close the door. Counted in D1, so that it is
// the same count at every edge location. A burst of parallel guesses is judged when each is recorded, not when it starts:
// once ten failures are in, even a right guess is refused.

const MAX_FAILURES = 10
export const FAILURE_WINDOW_MS = 600_000

/** The two subjects a login is counted under. An IPv6 address counts as its /64, which is what one customer gets. */
export const subjectsOf = (login: string, address: string) => [
	hashOf(`login ${login.toLowerCase()}`),
	hashOf(`address ${clientNetwork(address)}`),
]

const recent = (subjects: string[]) =>
	and(inArray(loginFailures.subject, subjects), gt(loginFailures.created_at, fromNow(-FAILURE_WINDOW_MS)))

/** The query that tells how often each subject has failed lately; for `tooMany`. */
export const recentFailures = (db: Database['reader'], subjects: string[]) =>
	db
		.select({ failures: count(), first_at: min(loginFailures.created_at).as('first_at') })
		.from(loginFailures)
		.where(recent(subjects))
		.groupBy(loginFailures.subject)

/** The 429 when `rows` of `recentFailures` hold more than `allowed` for one subject. */
export function tooMany(
	rows: { failures: number; first_at: string | null }[],
	allowed = MAX_FAILURES - 1,
): ApiError | undefined {
	const worst = rows.find(({ failures }) => failures > allowed)
	if (!worst) return undefined
	const reopens = Date.parse(worst.first_at ?? now()) + FAILURE_WINDOW_MS
	return rateLimited(Math.max(1, Math.ceil((reopens - Date.now()) / 1000)), 'auth.too_many_failures')
}

/** Records a failure for both subjects; gives the 429 when it came after the tenth. */
export async function recordFailure(c: WorkContext, subjects: string[]): Promise<ApiError | undefined> {
	const { writer } = c.var.database
	const failures = subjects.map((subject) => ({ id: newId('lfl'), subject, created_at: now() }))
	const [, rows] = await commit(
		c,
		[writer.insert(loginFailures).values(failures), recentFailures(writer, subjects)],
		{},
	)
	return tooMany(rows, MAX_FAILURES)
}

/** Refuses the batch of a login when its subjects have failed too often by now. */
export const ensureNotTooMany = (c: WorkContext, subjects: string[]) =>
	ensure(
		c,
		sql`NOT EXISTS (SELECT 1 FROM ${loginFailures} WHERE ${recent(subjects)} GROUP BY ${loginFailures.subject} HAVING count(*) >= ${MAX_FAILURES})`,
	)
