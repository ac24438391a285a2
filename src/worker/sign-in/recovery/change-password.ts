import { eq } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { write } from '../../ground/write/write.ts'
import type { UserPrincipal } from '../../principal.ts'
import { users } from '../../tenancy/users/table.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { passwords } from '../passwords/table.ts'
import { byAccount } from '../throttle/requests.ts'
import { requirePassword } from './current-password.ts'
import { endSessions } from './end-sessions.ts'
import type { ChangePassword } from './schema.ts'

/** The old password and the new one cost a hash each, so a user may ask for ten changes in an hour, right or wrong. */
const changesOf = (user_id: string) => [byAccount('password change', user_id, 10)]

/**
 * Changes the caller's password, ends their other sessions, and returns the new hash. Throws 400 for a wrong old password, 429
 * after ten of them in ten minutes or ten changes in an hour.
 */
export async function changePassword(
	c: WorkContext,
	{ user_id, session_id }: UserPrincipal,
	{ old_password, new_password, delete_api_keys }: z.infer<typeof ChangePassword>,
): Promise<string> {
	const { db } = c.var
	const typed = { user_id, password: old_password, path: 'old_password', limits: changesOf(user_id) }
	const { guards, refusal } = await requirePassword(c, typed)
	const password_hash = await hashPassword(c.env, { priority: 'known', who: user_id }, new_password)
	await write(
		c,
		{
			guards,
			password: db.update(passwords).set({ password_hash, changed_at: now() }).where(eq(passwords.user_id, user_id)),
			sessions: endSessions(c, user_id, { kept: session_id, delete_api_keys }),
		},
		{
			audit: { action: 'passwords.change', target: users, target_id: user_id },
			response: { status: 200, body: { ok: true } },
			otherwise: refusal,
		},
	)
	return password_hash
}
