import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { App, WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { notFound } from '../../ground/http/errors.ts'
import { ensureExists } from '../../ground/write/guards.ts'
import { tryWrite, write } from '../../ground/write/write.ts'
import { logMailFailure, mailerOf, tell } from '../../messages/email/mailer.ts'
import { notifyUser } from '../../messages/notices/notify.ts'
import { operatorActed } from '../../messages/notices/operator-acted.ts'
import { named } from '../../tenancy/users/names.ts'
import { isOnlyAdmin } from '../../tenancy/users/platform-admins.ts'
import { ensureInReach, holdsRole, outOfReach } from '../../tenancy/users/platform-roles.ts'
import { users } from '../../tenancy/users/table.ts'
import { present } from '../../tenancy/users/visible.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { passwords } from '../passwords/table.ts'
import { allow, byAccount, byAddress, countRequest } from '../throttle/requests.ts'
import { endSessions } from './end-sessions.ts'
import { RESET_MADE, resetMail } from './mails.ts'
import { findToken, newToken, notAToken, useToken } from './one-time-tokens.ts'
import type { ConfirmReset } from './schema.ts'

/**
 * Mails a one-time token to the user with this login or address, unless they hold a platform role: anyone who has the mail server would be
 * them. Nor to an address that an operator chose and its user has not verified: the operator could be the one who reads it. It returns before it knows whether there is one, so neither the response nor its time tells. Throws a 429 after too many requests from the caller's address.
 */
export async function requestReset(c: Context<App>, login: string): Promise<void> {
	await allow(c, [byAddress(c, 'password reset', 20)])
	c.executionCtx.waitUntil(mailToken(c, login).catch(logMailFailure))
}

async function mailToken(c: WorkContext, login: string): Promise<void> {
	const [user] = await c.var.db
		.select({ id: users.id, email: users.email })
		.from(users)
		.innerJoin(passwords, eq(passwords.user_id, users.id))
		.where(
			allOf(
				named(login),
				eq(users.status, 'active'),
				eq(users.email_set_by_operator, false),
				sql`(NOT ${holdsRole(users.id)} OR ${isOnlyAdmin(users.id)})`,
			),
		)
		.limit(1)
	const mailer = user?.email ? await mailerOf(c) : undefined
	if (!user?.email || !mailer) return
	const { token, statements } = newToken(c, 'password_reset', user.id, user.email)
	const told = notifyUser(c.var.db, {
		user_id: user.id,
		org_id: null,
		code: 'password_reset_mailed',
		when: holdsRole(user.id),
	})
	const isAllowed = await tryWrite(
		c,
		{ counted: countRequest(c, [byAccount('password reset', user.id, 3)]), token: statements, told },
		{ response: { none: 'Every login gets the same response' } },
	)
	if (isAllowed) await mailer(user.email, resetMail(token))
}

/** Creates a one-time token with which the user can choose a new password. Throws 404 for an unknown user. */
export async function makeResetToken(c: WorkContext, user_id: string) {
	const { token, expires_at, statements } = newToken(c, 'password_reset', user_id)
	const { user } = await write(
		c,
		{
			userExists: ensureExists(c, users, present(user_id)),
			inReach: ensureInReach(c, user_id),
			token: statements,
			...operatorActed(c, user_id, {
				action: 'passwords.reset_token',
				code: 'password_reset_made',
			}),
			user: c.var.db.select({ email: users.email }).from(users).where(eq(users.id, user_id)).limit(1),
		},
		{
			audit: { action: 'passwords.reset_token', target: users, target_id: user_id },
			// A replay shows no token, because stored responses hold no credentials.
			response: { status: 201, body: { user_id, expires_at } },
			otherwise: async () => (await outOfReach(c, user_id)) ?? notFound('User'),
		},
	)
	await tell(c, user[0]?.email, RESET_MADE, { code: 'mails_user', values: {} })
	return { user_id, expires_at, token }
}

/**
 * Sets the password of the user behind a token, and ends all their sessions. Only a token that an operator passed on gives a first
 * password: anyone who signs in by a provider must not get another way in from a mailbox. Throws a 400 for a token that can't be used.
 */
export async function confirmReset(c: WorkContext, { token, password, delete_api_keys }: z.infer<typeof ConfirmReset>) {
	const { db } = c.var
	const { user_id, email } = await findToken(c, 'password_reset', token)
	const target = passwords.user_id
	const password_hash = await hashPassword(c.env, { priority: 'known', who: user_id }, password)
	const chosen = { password_hash, changed_at: now() }
	await write(
		c,
		{
			used: useToken(c, 'password_reset', token),
			password:
				email === null
					? db
							.insert(passwords)
							.values({ user_id, ...chosen })
							.onConflictDoUpdate({ target, set: chosen })
					: db.update(passwords).set(chosen).where(eq(target, user_id)),
			sessions: endSessions(c, user_id, { delete_api_keys }),
		},
		{
			audit: { action: 'passwords.reset', target: users, target_id: user_id, actor_user_id: user_id },
			response: { none: 'The token is used up, so a repeat is refused' },
			otherwise: notAToken(),
		},
	)
}
