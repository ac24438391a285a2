import { count, gt, inArray, min, or, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { fromNow, newId, now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { allOf } from '../../db/state.ts'
import { type ApiError, rateLimited } from '../../http/errors.ts'
import { clientNetwork } from '../../networks/cidr.ts'
import { users } from '../../tenancy/users/table.ts'
import { named } from '../../tenancy/users/visible.ts'
import { ensure } from '../../write/guards.ts'
import { write } from '../../write/write.ts'
import { type Device, hashOf } from '../auth/tokens.ts'
import { loginFailures } from './table.ts'

// Brute force: after ten failures in ten minutes a login is refused. `subjectsOf` chooses what each guess counts toward. The count
// is in D1, because every edge location must see the same one. It is checked again when a failure is recorded and when a session
// is created. So a burst of parallel guesses gets ten responses at most, and after them even the right password is refused.

const MAX_FAILURES = 10
/** How long a failure counts. */
export const FAILURE_WINDOW_MS = 600_000

/** Who tries to log in, as far as we know before we read the database. */
export interface Guess {
	login: string
	address: string
	device: Device | undefined
}

const ofAddress = ({ address }: Guess) => hashOf(`address ${clientNetwork(address)}`)
const ofName = ({ login }: Guess) => hashOf(`login ${login.toLowerCase()}`)
const OF_USER = 'user '
const ofDevice = (id: string) => `device ${id}`

interface Known {
	user_id: string
	/** Whether the user has logged in from this address before. */
	knows_network: number
}

const isOwnDevice = ({ device }: Guess, user: Known) => device?.user_id === user.user_id

/** Whether a guess comes from a device or an address that the user has logged in from before. */
export const isKnown = (guess: Guess, user: Known | undefined): boolean =>
	user !== undefined && (isOwnDevice(guess, user) || user.knows_network === 1)

/**
 * The subjects whose failures block a guess. A device of the user counts only its own failures. An address that the user has
 * logged in from counts only those of the address. All strangers together count toward the user, whichever name they guess, and
 * each one toward their address. A name that nobody has looks the same from outside.
 */
export function subjectsOf(guess: Guess, user: Known | undefined): string[] {
	if (user && guess.device && isOwnDevice(guess, user)) return [ofDevice(guess.device.id)]
	if (isKnown(guess, user)) return [ofAddress(guess)]
	return [user ? OF_USER + user.user_id : ofName(guess), ofAddress(guess)]
}

const isRecent = () => gt(loginFailures.created_at, fromNow(-FAILURE_WINDOW_MS))

const counts = {
	subject: loginFailures.subject,
	failures: count(),
	first_at: min(loginFailures.created_at).as('first_at'),
}

/** The query for the recent failures of every subject that a guess may count toward, for `tooManyFailures`. */
export function recentFailures(db: Database['reader'], guess: Guess) {
	const known = [ofAddress(guess), ofName(guess), ...(guess.device ? [ofDevice(guess.device.id)] : [])]
	const ofUser = sql`${loginFailures.subject} = (SELECT ${OF_USER} || ${users.id} FROM ${users} WHERE ${named(guess.login)})`
	return db
		.select(counts)
		.from(loginFailures)
		.where(allOf(isRecent(), or(inArray(loginFailures.subject, known), ofUser) ?? ofUser))
		.groupBy(loginFailures.subject)
}

/** The query for the recent failures of these subjects. */
export const failuresOf = (db: Database['reader'], subjects: string[]) =>
	db
		.select(counts)
		.from(loginFailures)
		.where(allOf(isRecent(), inArray(loginFailures.subject, subjects)))
		.groupBy(loginFailures.subject)

/** The 429 when one of the subjects has more than `allowed` failures. `Retry-After` is when the first one expires. */
export function tooManyFailures(
	subjects: string[],
	rows: { subject: string; failures: number; first_at: string | null }[],
	allowed = MAX_FAILURES - 1,
): ApiError | undefined {
	const worst = rows.find(({ subject, failures }) => failures > allowed && subjects.includes(subject))
	if (!worst) return undefined
	const reopens = Date.parse(worst.first_at ?? now()) + FAILURE_WINDOW_MS
	return rateLimited(Math.max(1, Math.ceil((reopens - Date.now()) / 1000)), 'auth.too_many_failures')
}

/** Records a failure under each subject. Throws the 429 if it came after the tenth. */
export async function recordFailure(c: WorkContext, subjects: string[]): Promise<void> {
	const { db } = c.var
	const failures = subjects.map((subject) => ({ id: newId('lfl'), subject, created_at: now() }))
	const recorded = await write(
		c,
		{ insert: db.insert(loginFailures).values(failures), counts: failuresOf(db, subjects) },
		{ response: { none: 'A failed login is a refusal' } },
	)
	const tooMany = tooManyFailures(subjects, recorded.counts, MAX_FAILURES)
	if (tooMany) throw tooMany
}

/** Refuses the batch of a login if too many failures were recorded in the meantime. */
export const ensureNotTooMany = (c: WorkContext, subjects: string[]) =>
	ensure(
		c,
		sql`NOT EXISTS (SELECT 1 FROM ${loginFailures} WHERE ${allOf(isRecent(), inArray(loginFailures.subject, subjects))} GROUP BY ${loginFailures.subject} HAVING count(*) >= ${MAX_FAILURES})`,
	)
