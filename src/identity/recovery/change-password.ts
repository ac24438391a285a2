import { and, eq } from 'drizzle-orm'
import type * as z from 'zod'
import type { UserPrincipal, WorkContext } from '../../context.ts'
import { invalid } from '../../http/errors.ts'
import { users } from '../../tenancy/users/table.ts'
import { ensureChanged } from '../../write/guards.ts'
import { write } from '../../write/write.ts'
import { hashPassword, passwordMatches } from '../passwords/passwords.ts'
import { passwords } from '../passwords/table.ts'
import { ensureNotTooMany, failuresOf, ofOldPassword, recordFailure, tooManyFailures } from '../throttle/failures.ts'
import { byAccount, countRequest, refusalOf } from '../throttle/requests.ts'
import { endSessions } from './end-sessions.ts'
import type { ChangePassword } from './schema.ts'

/** The old password and the new one cost a hash each, so a user may ask for ten changes in an hour, right or wrong. */
const changesOf = (user_id: string) => [byAccount('password change', user_id, 10)]

/**
 * Changes the caller's password, ends their other sessions, and returns the new hash. Throws 400 for a wrong old password, 429
 * after ten of them in ten minutes or ten changes in an hour. Wrong ones count separately from logins: a stolen access token can
 * neither guess the password nor block the login.
 */
export async function changePassword(
	c: WorkContext,
	{ user_id, session_id }: UserPrincipal,
	{ old_password, new_password, delete_api_keys }: z.infer<typeof ChangePassword>,
): Promise<string> {
	const { db } = c.var
	const [limits, requester] = [[ofOldPassword(user_id)], { priority: 'known', who: user_id } as const]
	const { passwords: found, failures } = await write(
		c,
		{
			counted: countRequest(c, changesOf(user_id)),
			passwords: db.select().from(passwords).where(eq(passwords.user_id, user_id)).limit(1),
			failures: failuresOf(db, limits),
		},
		{
			response: { none: 'A count is no response' },
			otherwise: () => refusalOf(c, changesOf(user_id)),
		},
	)
	const tooMany = tooManyFailures(limits, failures)
	if (tooMany) throw tooMany
	const [stored] = found
	if (!stored || !(await passwordMatches(c.env, requester, old_password, stored.password_hash))) {
		await recordFailure(c, limits)
		throw notYours()
	}
	const password_hash = await hashPassword(c.env, requester, new_password)
	// A reset or a burst of guesses may have got in between.
	const isStillTheirs = and(eq(passwords.user_id, user_id), eq(passwords.password_hash, stored.password_hash))
	await write(
		c,
		{
			notTooMany: ensureNotTooMany(c, limits),
			password: db.update(passwords).set({ password_hash }).where(isStillTheirs),
			wasTheirs: ensureChanged(c),
			sessions: endSessions(c, user_id, { kept: session_id, delete_api_keys }),
		},
		{
			audit: { action: 'passwords.change', target: users, target_id: user_id },
			response: { status: 200, body: { ok: true } },
			otherwise: async () => tooManyFailures(limits, await failuresOf(db, limits)) ?? notYours(),
		},
	)
	return password_hash
}

const notYours = () => invalid([{ path: 'old_password', message: 'Must be your current password' }])
