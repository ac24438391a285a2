import { eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { typedCode, unusable, useCode } from '../../billing/invite-codes/use.ts'
import { initialGrant, referral } from '../../billing/referrals/record.ts'
import type { WorkContext } from '../../context.ts'
import { now } from '../../db/columns.ts'
import { allOf, exists } from '../../db/state.ts'
import { invalid } from '../../http/errors.ts'
import { featureFlags } from '../../plans/feature-flags/table.ts'
import { ensure } from '../../write/guards.ts'
import { write } from '../../write/write.ts'
import { takenField } from '../users/fields.ts'
import { users } from '../users/table.ts'
import { newAccount } from './accounts.ts'
import type { Register } from './schema.ts'
import { newSession, type Session } from './session.ts'

type Registration = z.infer<typeof Register>

/** Registration needs an invite code while a feature flag with this key exists and is off. */
const OPEN_FLAG = 'registration.open'
const isClosed = allOf(eq(featureFlags.key, OPEN_FLAG), eq(featureFlags.default_value, false))

/**
 * Makes the account and its first session. Its credits, the use of the invite code and the referral are written in the same
 * batch. Errors: 409 for a taken login, username or address, 400 for an invite code that is missing or cannot be used.
 */
export async function register(c: WorkContext, { invite_code, ...account }: Registration): Promise<Session> {
	refuseBootstrapLogin(c, account)
	const { db } = c.var
	const code = invite_code === undefined ? undefined : typedCode(invite_code)
	const { user_id, org_id, statements } = await newAccount(db, { ...account, last_login_at: now() })
	const { session, statements: sessionStatements } = newSession(db, user_id, org_id)
	await write(
		c,
		{
			admission: code === undefined ? ensure(c, sql`NOT ${exists(featureFlags, isClosed)}`) : useCode(c, code),
			account: statements,
			grant: initialGrant(db, org_id),
			referral: code !== undefined && referral(db, { code, user_id, org_id }),
			session: sessionStatements,
		},
		{
			audit: { action: 'users.register', target: users, target_id: user_id, actor_user_id: user_id },
			answer: { none: 'Tokens are never stored' },
			// A username that was left out is the login, so the login is the field that the caller can change.
			duplicate: (constraint) =>
				takenField(account.username === undefined ? constraint.replace('username', 'login') : constraint),
			otherwise: () => (code === undefined ? invitationNeeded() : unusable(db, code)),
		},
	)
	return session
}

/** Throws the 409 for the bootstrap login. Otherwise a stranger could take it before the first administrator logs in. */
function refuseBootstrapLogin({ env }: WorkContext, { login, username }: Registration) {
	const reserved = env.BOOTSTRAP_ADMIN_LOGIN?.toLowerCase()
	if (!reserved) return
	if (login.toLowerCase() === reserved) throw takenField('login')
	if (username?.toLowerCase() === reserved) throw takenField('username')
}

const invitationNeeded = () =>
	invalid([{ path: 'invite_code', message: 'Must be given, because registration is by invitation' }])
