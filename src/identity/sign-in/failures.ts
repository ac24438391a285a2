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
import { loginFailures } from './table.ts'

// Brute force: after 10 failures in 10 minutes, for one login or from one address, every login is refused. The count is in
// D1, because each edge location must see the same one. It is checked again when a failure is recorded and when a session is
// made. So a burst of parallel guesses gets ten answers at most, and after them even the right password is refused.

const MAX_FAILURES = 10
/** How long a failure counts. */
export const FAILURE_WINDOW_MS = 600_000

/** The two subjects under which a failure counts: the login and the address. An IPv6 address counts as its /64, one customer's range. */
export const subjectsOf = (login: string, address: string) => [
	hashOf(`login ${login.toLowerCase()}`),
	hashOf(`address ${clientNetwork(address)}`),
]

const isRecent = (subjects: string[]) =>
	allOf(inArray(loginFailures.subject, subjects), gt(loginFailures.created_at, fromNow(-FAILURE_WINDOW_MS)))

/** The query of each subject's recent failures, for `tooManyFailures`. */
export const recentFailures = (db: Database['reader'], subjects: string[]) =>
	db
		.select({ failures: count(), first_at: min(loginFailures.created_at).as('first_at') })
		.from(loginFailures)
		.where(isRecent(subjects))
		.groupBy(loginFailures.subject)

/** The 429 when `rows` of `recentFailures` hold more than `allowed` for one subject. `Retry-After` is when the first expires. */
export function tooManyFailures(
	rows: { failures: number; first_at: string | null }[],
	allowed = MAX_FAILURES - 1,
): ApiError | undefined {
	const worst = rows.find(({ failures }) => failures > allowed)
	if (!worst) return undefined
	const reopens = Date.parse(worst.first_at ?? now()) + FAILURE_WINDOW_MS
	return rateLimited(Math.max(1, Math.ceil((reopens - Date.now()) / 1000)), 'auth.too_many_failures')
}

/** Records a failure for both subjects. Throws the 429 when it came after the tenth. */
export async function recordFailure(c: WorkContext, subjects: string[]): Promise<void> {
	const { db } = c.var
	const failures = subjects.map((subject) => ({ id: newId('lfl'), subject, created_at: now() }))
	const { counts } = await write(
		c,
		{ insert: db.insert(loginFailures).values(failures), counts: recentFailures(db, subjects) },
		{ answer: { none: 'A failed login is a refusal' } },
	)
	const tooMany = tooManyFailures(counts, MAX_FAILURES)
	if (tooMany) throw tooMany
}

/** Refuses the batch of a login when its subjects have failed too often by now. */
export const ensureNotTooMany = (c: WorkContext, subjects: string[]) =>
	ensure(
		c,
		sql`NOT EXISTS (SELECT 1 FROM ${loginFailures} WHERE ${isRecent(subjects)} GROUP BY ${loginFailures.subject} HAVING count(*) >= ${MAX_FAILURES})`,
	)
