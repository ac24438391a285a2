import { eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { write } from '../../write/write.ts'
import { now } from '../../db/columns.ts'
import { allOf, exists } from '../../db/state.ts'
import { featureFlags } from '../../plans/feature-flags/table.ts'
import { invalid } from '../../http/errors.ts'
import { typedCode, unusable, useCode } from '../../billing/invite-codes/use.ts'
import { initialGrant, referral } from '../../billing/referrals/record.ts'
import { users } from '../users/table.ts'
import { newAccount } from './accounts.ts'
import type { Register } from './schema.ts'
import { newSession } from './session.ts'
import { ensure } from '../../write/guards.ts'
import type { WorkContext } from '../../context.ts'
import { takenField } from '../users/fields.ts'

/** While a feature flag of this key is there and off, nobody registers without an invite code. */
const OPEN_FLAG = 'registration.open'

/** Makes the account with its first session: credits, the use of the invite code and the referral come with it, or nothing. */
export async function register(c: WorkContext, { invite_code, ...account }: z.infer<typeof Register>) {
	const { db } = c.var
	const code = invite_code === undefined ? undefined : typedCode(invite_code)
	const { user_id, org_id, statements } = await newAccount(db, { ...account, last_login_at: now() })
	const session = newSession(db, user_id, org_id)
	await write(
		c,
		{
			admission: code === undefined ? ensure(c, isOpen) : useCode(c, code),
			account: statements,
			grant: initialGrant(db, org_id),
			referral: code !== undefined && referral(db, { code, user_id, org_id }),
			session: session.statements,
		},
		{
			audit: { action: 'users.register', target: users, target_id: user_id, actor_user_id: user_id },
			answer: { none: 'Tokens are never stored' },
			// A username that was not given is the login, and a taken one is what the caller can change.
			duplicate: (constraint) =>
				takenField(account.username === undefined ? constraint.replace('username', 'login') : constraint),
			otherwise: () => (code === undefined ? invitationNeeded() : unusable(db, code)),
		},
	)
	return { user_id, org_id, session }
}

const isClosed = allOf(eq(featureFlags.key, OPEN_FLAG), eq(featureFlags.default_value, false))
const isOpen = sql`NOT ${exists(featureFlags, isClosed)}`

const invitationNeeded = () => invalid([{ path: 'invite_code', message: 'An invitation is needed to register' }])
