import { and, eq } from 'drizzle-orm'
import type { Principal, WorkContext } from '../../context.ts'
import { invalid } from '../../http/errors.ts'
import { users } from '../../tenancy/users/table.ts'
import { ensureChanged } from '../../write/guards.ts'
import { write } from '../../write/write.ts'
import { hashPassword, passwordMatches } from '../passwords/passwords.ts'
import { passwords } from '../passwords/table.ts'
import { ensureNotTooMany, failuresOf, recordFailure, tooManyFailures } from '../throttle/failures.ts'
import { endSessions } from './end-sessions.ts'

/**
 * Changes the caller's password and ends their other sessions. Throws 400 for a wrong old password, 429 after ten of them in
 * ten minutes. They count separately from logins: a stolen access token can neither guess the password nor block the login.
 */
export async function changePassword(
	c: WorkContext,
	{ user_id, session_id }: Principal,
	{ old_password, new_password }: { old_password: string; new_password: string },
): Promise<void> {
	const { db } = c.var
	const subjects = [`password ${user_id}`]
	const [[stored], failures] = await db.batch([
		db.select().from(passwords).where(eq(passwords.user_id, user_id)).limit(1),
		failuresOf(db, subjects),
	])
	const tooMany = tooManyFailures(subjects, failures)
	if (tooMany) throw tooMany
	if (!stored || !(await passwordMatches(c.env, 'known', old_password, stored.password_hash))) {
		await recordFailure(c, subjects)
		throw notYours()
	}
	const password_hash = await hashPassword(c.env, 'known', new_password)
	// A reset or a burst of guesses may have got in between.
	const isStillTheirs = and(eq(passwords.user_id, user_id), eq(passwords.password_hash, stored.password_hash))
	await write(
		c,
		{
			notTooMany: ensureNotTooMany(c, subjects),
			password: db.update(passwords).set({ password_hash }).where(isStillTheirs),
			wasTheirs: ensureChanged(c),
			sessions: endSessions(c, user_id, session_id),
		},
		{
			audit: { action: 'passwords.change', target: users, target_id: user_id },
			response: { status: 200, body: { ok: true } },
			otherwise: async () => tooManyFailures(subjects, await failuresOf(db, subjects)) ?? notYours(),
		},
	)
}

const notYours = () => invalid([{ path: 'old_password', message: 'Must be your current password' }])
