import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { conflict } from '../../ground/http/errors.ts'
import type { Tried } from '../../ground/write/configured.ts'

/** How a user can prove who they are besides their password. Recovery codes only stand in for the others. */
const METHODS = ['passkey', 'totp', 'recovery_code'] as const
export type Method = (typeof METHODS)[number]

/** The configuration entry that says who needs a second factor on the whole platform. */
export const SECOND_FACTOR = 'sign_in.second_factor'

/** Its values, each demanding more than the one before. Without the entry it's the first. */
export const DEMANDS = ['off', 'operators', 'all'] as const

export type UserId = SQLWrapper | string

export const hasPasskey = (user_id: UserId) => sql`EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = ${user_id})`

const hasTotp = (user_id: UserId) =>
	sql`EXISTS (SELECT 1 FROM totp_keys k WHERE k.user_id = ${user_id} AND k.enabled_at IS NOT NULL)`

export const hasCodes = (user_id: UserId) => sql`EXISTS (SELECT 1 FROM recovery_codes r WHERE r.user_id = ${user_id})`

/** Whether a user has a second factor, so a password alone doesn't sign them in. */
export const hasFactor = (user_id: UserId): SQL => sql`(${hasPasskey(user_id)} OR ${hasTotp(user_id)})`

/** Whether the password signs the user in, alone or with a second factor. */
export const signsInByPassword = (user_id: UserId): SQL =>
	sql`EXISTS (SELECT 1 FROM users u JOIN passwords w ON w.user_id = u.id WHERE u.id = ${user_id} AND u.password_sign_in)`

/** The methods of a user with a second factor, for `methodsIn`; empty for a user without. */
export const methodsOf = (user_id: UserId) =>
	sql<string>`iif(${hasFactor(user_id)}, trim(iif(${hasPasskey(user_id)}, 'passkey ', '') || iif(${hasTotp(user_id)}, 'totp ', '') || iif(${hasCodes(user_id)}, 'recovery_code', '')), '')`

/** What `methodsOf` reads. */
export const methodsIn = (text: string) => METHODS.filter((method) => text.split(' ').includes(method))

/**
 * What a user must have done before they confirm a demand of a second factor: since it was booked, signed in or stepped up by one, or
 * come through a provider, which asks for its own. `isOther` says that a row of `unconfirmed_changes` demands none.
 */
export const factorTried = (isOther: SQL): Tried => ({
	holds: (user_id) =>
		sql`(${isOther} OR EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = ${user_id} AND (s.factor IS NOT NULL OR s.connection_id IS NOT NULL)
			AND max(s.created_at, coalesce(s.authenticated_at, s.created_at)) >= unconfirmed_changes.created_at))`,
	refusal: () => conflict('second_factor.not_tried'),
})
