import { eq, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import type { Database } from '../../ground/db/database.ts'
import { allOf, exists } from '../../ground/db/state.ts'
import { conflict, conflictSaying, notFound } from '../../ground/http/errors.ts'
import { ensure, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { tell } from '../../messages/email/mailer.ts'
import { operatorActed } from '../../messages/notices/operator-acted.ts'
import { hasFactor, methodsOf } from '../../tenancy/users/factors.ts'
import { ensureInReach, outOfReach } from '../../tenancy/users/platform-roles.ts'
import { users } from '../../tenancy/users/table.ts'
import { present } from '../../tenancy/users/visible.ts'
import { hasWayIn } from '../../tenancy/users/ways-in.ts'
import { endLogins } from '../challenges/challenge.ts'
import { passkeys } from '../passkeys/table.ts'
import { deleteCodes } from '../recovery-codes/codes.ts'
import { SECOND_FACTOR_RESET } from '../recovery/mails.ts'
import { deleteKey } from '../totp/key.ts'

const isSwitchedOff = (user_id: string) => allOf(eq(users.id, user_id), eq(users.password_sign_in, false))

/**
 * Removes every second factor of a user, so their password alone signs them in, also if they had switched that off, and tells them.
 * Throws 404 for an unknown user, 403 for one out of the caller's reach, 409 for one who has none, or no other way in.
 */
export async function resetSecondFactor(c: WorkContext, user_id: string): Promise<void> {
	const { db } = c.var
	const { user } = await write(
		c,
		{
			userExists: ensureExists(c, users, present(user_id)),
			inReach: ensureInReach(c, user_id),
			hasOne: ensure(c, sql`(${hasFactor(user_id)} OR ${exists(users, isSwitchedOff(user_id))})`),
			passkeys: db.delete(passkeys).where(eq(passkeys.user_id, user_id)),
			totp: deleteKey(db, user_id),
			codes: deleteCodes(db, user_id),
			logins: endLogins(db, user_id),
			byPassword: db.update(users).set({ password_sign_in: true }).where(isSwitchedOff(user_id)),
			keepsAWayIn: ensure(c, hasWayIn(user_id)),
			...operatorActed(c, user_id, {
				action: 'users.reset_second_factor',
				code: 'second_factor_reset',
			}),
			user: db.select({ email: users.email }).from(users).where(eq(users.id, user_id)).limit(1),
		},
		{
			audit: {
				action: 'users.reset_second_factor',
				target: users,
				target_id: user_id,
				state: sql`(SELECT json_object('user_id', ${user_id}, 'methods', ${methodsOf(user_id)}))`,
			},
			response: { status: 200, body: { ok: true } },
			otherwise: async () => (await outOfReach(c, user_id)) ?? refusal(db, user_id),
		},
	)
	await tell(c, user[0]?.email, SECOND_FACTOR_RESET, { code: 'mails_user', values: {} })
}

async function refusal(db: Database['reader'], user_id: string) {
	const columns = { methods: methodsOf(user_id).as('methods') }
	const [user] = await db.select(columns).from(users).where(present(user_id)).limit(1)
	if (!user) return notFound('User')
	if (user.methods === '') return conflict('users.no_second_factor')
	return conflictSaying(
		"It's their only way in. Make a reset token first, with which they choose a password.",
		'sign_in.last_way',
	)
}
