import { count, desc, eq, sql } from 'drizzle-orm'
import { requires } from '../../ground/http/access.ts'
import { returns, routes } from '../../ground/http/contract.ts'
import { notFound } from '../../ground/http/errors.ts'
import { identities } from '../../sign-in/identities/table.ts'
import { passkeys } from '../../sign-in/passkeys/table.ts'
import { passwords } from '../../sign-in/passwords/table.ts'
import { recoveryCodes } from '../../sign-in/recovery-codes/table.ts'
import { totpKeys } from '../../sign-in/totp/table.ts'
import { users } from '../../tenancy/users/table.ts'
import { present } from '../../tenancy/users/visible.ts'
import { shownIdentity } from './identity-routes.ts'
import { WaysIn } from './schema.ts'

export const userWaysInRoutes = routes()

userWaysInRoutes.get(
	'/:user_id/ways-in',
	requires('platform.read'),
	returns(200, WaysIn, 'Read how a user can sign in', { isTagged: false }),
	async (c) => {
		const user_id = c.req.param('user_id')
		const { db } = c.var
		const [[user], [passkey], [code], linked] = await db.batch([
			db
				.select({
					has_password: sql<number>`EXISTS (SELECT 1 FROM ${passwords} w WHERE w.user_id = ${users.id})`.as(
						'has_password',
					),
					password_sign_in: users.password_sign_in,
					has_app:
						sql<number>`EXISTS (SELECT 1 FROM ${totpKeys} k WHERE k.user_id = ${users.id} AND k.enabled_at IS NOT NULL)`.as(
							'has_app',
						),
				})
				.from(users)
				.where(present(user_id))
				.limit(1),
			db.select({ count: count() }).from(passkeys).where(eq(passkeys.user_id, user_id)),
			db.select({ count: count() }).from(recoveryCodes).where(eq(recoveryCodes.user_id, user_id)),
			db
				.select(shownIdentity)
				.from(identities)
				.where(eq(identities.user_id, user_id))
				.orderBy(desc(identities.id))
				.limit(100),
		])
		if (!user) throw notFound('User')
		return c.json({
			password: user.has_password === 1 && user.password_sign_in,
			passkeys: passkey?.count ?? 0,
			totp: user.has_app === 1,
			recovery_codes: code?.count ?? 0,
			identities: linked,
		})
	},
)
