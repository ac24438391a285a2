import { count, eq, inArray, min, or, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { happenedWithin, newId, now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { inOneCase } from '../../ground/db/one-case.ts'
import { allOf } from '../../ground/db/state.ts'
import { type ApiError, rateLimited } from '../../ground/http/errors.ts'
import { clientNetwork } from '../../ground/networks/cidr.ts'
import { ensure } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { type Device, hashOf } from '../../keys/auth/tokens.ts'
import { named } from '../../tenancy/users/names.ts'
import { users } from '../../tenancy/users/table.ts'
import { passwordIdOf } from '../passwords/passwords.ts'
import { loginFailures } from './table.ts'

// Brute force: after ten failures in ten minutes a login is refused. `limitsOf` chooses what each guess counts toward. The count
// is in D1, because every edge location must see the same one. It is checked again when a failure is recorded and when a session
// is created. So a burst of parallel guesses gets ten responses at most, and after them even the right password is refused.

const MAX_FAILURES = 10
/** On one morning an office mistypes more than ten passwords. */
const MAX_OF_ADDRESS = 50
export const FAILURE_WINDOW_MS = 600_000

/** Whose failures block a guess, and from how many on. */
export interface FailureLimit {
	subject: string
	allowed: number
}

/** Who tries to log in, as far as we know before we read the database. */
export interface Guess {
	login: string
	address: string
	device: Device | undefined
}

interface Known {
	user_id: string
	password_hash: string
	/** Whether the user has logged in from this address before. */
	knows_network: number
}

/** A name as it's typed. The same name is the same no matter who has it, and if nobody does. */
export const nameOf = ({ login }: Guess) => inOneCase(login.trim())

const ofAddress = ({ address }: Guess) => hashOf(`address ${clientNetwork(address)}`)
const ofName = (guess: Guess) => hashOf(`login ${nameOf(guess)}`)
const ofDevice = (id: string) => `device ${id}`
const OF_USER = 'user '
const fromAddress = (guess: Guess) => ` from ${ofAddress(guess)}`

export const ofOldPassword = (user_id: string): FailureLimit => ({
	subject: `password ${user_id}`,
	allowed: MAX_FAILURES,
})

/** The device of a guess, if it belongs to the user and was made under the password that they have now. */
export const ownDevice = ({ device }: Guess, user: Known | undefined): Device | undefined =>
	device && device.user_id === user?.user_id && device.password_id === passwordIdOf(user.password_hash)
		? device
		: undefined

/** Whether a guess comes from a device or an address that the user has logged in from before. */
export const isKnown = (guess: Guess, user: Known | undefined): boolean =>
	user !== undefined && (ownDevice(guess, user) !== undefined || user.knows_network === 1)

/**
 * The limits that a guess counts toward. A device of the user has its own and no other. An address that the user has logged in
 * from has one for that user. All strangers together have one for each name they type, whether anybody has it or not. And each
 * address has one for all names.
 */
export function limitsOf(guess: Guess, user: Known | undefined): FailureLimit[] {
	const device = ownDevice(guess, user)
	if (device) return [{ subject: ofDevice(device.id), allowed: MAX_FAILURES }]
	const subject = user && isKnown(guess, user) ? OF_USER + user.user_id + fromAddress(guess) : ofName(guess)
	return [
		{ subject, allowed: MAX_FAILURES },
		{ subject: ofAddress(guess), allowed: MAX_OF_ADDRESS },
	]
}

const isRecent = () => happenedWithin(loginFailures.created_at, FAILURE_WINDOW_MS)

const counts = {
	subject: loginFailures.subject,
	failures: count(),
	first_at: min(loginFailures.created_at).as('first_at'),
}

/** The query for the recent failures of every subject that a guess may count toward, for `refuseTooMany`. */
export function recentFailures(db: Database['reader'], guess: Guess) {
	const known = [ofAddress(guess), ofName(guess), ...(guess.device ? [ofDevice(guess.device.id)] : [])]
	const ofUser = sql`${loginFailures.subject} = (SELECT ${OF_USER} || ${users.id} || ${fromAddress(guess)} FROM ${users} WHERE ${named(guess.login)})`
	return db
		.select(counts)
		.from(loginFailures)
		.where(allOf(isRecent(), or(inArray(loginFailures.subject, known), ofUser) ?? ofUser))
		.groupBy(loginFailures.subject)
}

/** The query for the recent failures under these limits, for `refuseTooMany`. */
export const failuresOf = (db: Database['reader'], limits: FailureLimit[]) =>
	db
		.select(counts)
		.from(loginFailures)
		.where(
			allOf(
				isRecent(),
				inArray(
					loginFailures.subject,
					limits.map(({ subject }) => subject),
				),
			),
		)
		.groupBy(loginFailures.subject)

type Counted = Awaited<ReturnType<typeof failuresOf>>[number]

/**
 * The 429 when a limit is reached; with `spare`, when that many failures more were recorded. `Retry-After` is when the first one
 * expires.
 */
function tooManyFailures(limits: FailureLimit[], rows: Counted[], spare = 0): ApiError | undefined {
	const isReached = ({ subject, allowed }: FailureLimit) =>
		rows.find((row) => row.subject === subject && row.failures >= allowed + spare)
	const reached = limits.map(isReached).find(Boolean)
	if (!reached) return undefined
	const reopens = Date.parse(reached.first_at ?? now()) + FAILURE_WINDOW_MS
	return rateLimited(Math.max(1, Math.ceil((reopens - Date.now()) / 1000)), 'auth.too_many_failures')
}

export function refuseTooMany(...counted: Parameters<typeof tooManyFailures>): void {
	const tooMany = tooManyFailures(...counted)
	if (tooMany) throw tooMany
}

/** Why `ensureNotTooMany` and the other guards of a right answer refused its batch: too many failures, or else `refusal`. */
export const tooManyOr = async ({ var: { db } }: WorkContext, limits: FailureLimit[], refusal: () => ApiError) =>
	tooManyFailures(limits, await failuresOf(db, limits)) ?? refusal()

/** Records a failure under each limit. Throws the 429 if it came after the last one that is allowed. */
export async function recordFailure(c: WorkContext, limits: FailureLimit[]): Promise<void> {
	const { db } = c.var
	const failures = limits.map(({ subject }) => ({ id: newId('lfl'), subject, created_at: now() }))
	const recorded = await write(
		c,
		{ insert: db.insert(loginFailures).values(failures), counts: failuresOf(db, limits) },
		{ response: { none: 'A failed login is a refusal' } },
	)
	refuseTooMany(limits, recorded.counts, 1)
}

const hasRoom = ({ subject, allowed }: FailureLimit) =>
	sql`(SELECT count(*) FROM ${loginFailures} WHERE ${allOf(isRecent(), eq(loginFailures.subject, subject))}) < ${allowed}`

/** Refuses the batch of a login if too many failures were recorded in the meantime. */
export const ensureNotTooMany = (c: WorkContext, limits: FailureLimit[]) =>
	ensure(c, sql.join(limits.map(hasRoom), sql` AND `))
