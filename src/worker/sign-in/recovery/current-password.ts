import { eq } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { allOf } from '../../ground/db/state.ts'
import { invalid } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import { ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { passwordMatches } from '../passwords/passwords.ts'
import { passwords } from '../passwords/table.ts'
import {
	ensureNotTooMany,
	failuresOf,
	ofOldPassword,
	recordFailure,
	refuseTooMany,
	tooManyOr,
} from '../throttle/failures.ts'
import { countRequest, type RequestLimit, refusalOf } from '../throttle/requests.ts'

interface Typed {
	user_id: string
	password: string
	path: string
	/** Checking a password costs a hash, so the request counts toward these, right or wrong. */
	limits: RequestLimit[]
}

/**
 * Checks that the caller knows their password. Throws 400 if it's wrong, 429 after ten wrong ones in ten minutes or too many
 * requests. Wrong ones count separately from logins: a stolen access token can neither guess the password nor block the login.
 * Returns the guard for the batch that the password allows, because a reset or a burst of guesses may get in between.
 */
export async function requirePassword(c: WorkContext, { user_id, password, path, limits }: Typed) {
	const { db } = c.var
	const failureLimits = [ofOldPassword(user_id)]
	const { stored, failures } = await write(
		c,
		{
			counted: countRequest(c, limits),
			stored: db.select().from(passwords).where(eq(passwords.user_id, user_id)).limit(1),
			failures: failuresOf(db, failureLimits),
		},
		{ response: { none: 'A count is no response' }, otherwise: () => refusalOf(c, limits) },
	)
	refuseTooMany(failureLimits, failures)
	const wrong = () => invalid([{ path, message: must.current_password }])
	const password_hash = stored[0]?.password_hash
	const requester = { priority: 'known', who: user_id } as const
	if (password_hash === undefined || !(await passwordMatches(c.env, requester, password, password_hash))) {
		await recordFailure(c, failureLimits)
		throw wrong()
	}
	const isStillTheirs = allOf(eq(passwords.user_id, user_id), eq(passwords.password_hash, password_hash))
	return {
		guards: [ensureNotTooMany(c, failureLimits), ensureExists(c, passwords, isStillTheirs)],
		refusal: () => tooManyOr(c, failureLimits, wrong),
	}
}
