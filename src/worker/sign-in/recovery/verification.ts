import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import type { SignedInUser, WorkContext } from '../../context.ts'
import { allOf } from '../../ground/db/state.ts'
import { conflict } from '../../ground/http/errors.ts'
import { afterwards } from '../../ground/write/afterwards.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { logMailFailure, mailerOf, notConfigured } from '../../messages/email/mailer.ts'
import { users } from '../../tenancy/users/table.ts'
import { PROVED_BY_MAIL } from '../../tenancy/users/visible.ts'
import { byAccount, byAddress, countedRequests, countRequest, tooManyRequests } from '../throttle/requests.ts'
import { verificationMail } from './mails.ts'
import { findToken, newToken, notAToken, useToken } from './one-time-tokens.ts'

/**
 * Mails a one-time token to the caller's own address. Throws 409 if they have no address, if it's already verified, or if mail
 * isn't configured, and 429 after too many requests.
 */
export async function requestVerification(c: Context<SignedInUser>): Promise<void> {
	const { db, principal } = c.var
	const [user] = await db.select().from(users).where(eq(users.id, principal.user_id)).limit(1)
	if (!user?.email) throw conflict('users.no_email')
	if (user.email_verified) throw conflict('users.email_verified')
	const mailer = await mailerOf(c)
	if (!mailer) throw notConfigured()
	const { email } = user
	const { token, statements } = newToken(c, 'email_verification', user.id, email)
	const limits = [byAccount('verification', user.id, 5), byAddress(c, 'verification', 20)]
	await write(
		c,
		{ counted: countRequest(c, limits), token: statements },
		{
			audit: { action: 'users.request_verification', target: users, target_id: user.id },
			response: { status: 202, body: { ok: true } },
			otherwise: async () => tooManyRequests(c.env, limits, await countedRequests(db, limits)) ?? notConfigured(),
		},
	)
	await afterwards(c, { code: 'mails_you', values: {} }, () =>
		c.executionCtx.waitUntil(mailer(email, verificationMail(token)).catch(logMailFailure)),
	)
}

/** Marks the address behind a token as verified. Throws a 400 if the token can't be used or the user's address changed. */
export async function confirmVerification(c: WorkContext, token: string): Promise<void> {
	const { user_id, email } = await findToken(c, 'email_verification', token)
	const isTheirs = allOf(eq(users.id, user_id), eq(users.email, email ?? ''), eq(users.status, 'active'))
	await write(
		c,
		{
			used: useToken(c, 'email_verification', token),
			verified: c.var.db.update(users).set(PROVED_BY_MAIL).where(isTheirs),
			isTheirs: ensureChanged(c),
		},
		{
			audit: { action: 'users.verify_email', target: users, target_id: user_id, actor_user_id: user_id },
			response: { none: 'The token is used up, so a repeat is refused' },
			otherwise: notAToken(),
		},
	)
}
